// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// json-c. Everything used is imported by Swift as it is.
#pragma once
#include <json-c/json.h>
