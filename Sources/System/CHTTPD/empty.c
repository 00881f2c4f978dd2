#include "CHTTPD.h"
