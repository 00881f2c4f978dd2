// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// libxml2's writer. Everything used is imported by Swift as it is.
#pragma once
#include <libxml/xmlwriter.h>
