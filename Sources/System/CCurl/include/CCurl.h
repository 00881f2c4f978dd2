// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// libcurl; its setters and getters are variadic, which Swift cannot import.
#pragma once
#include <curl/curl.h>

CURLcode runway_curl_set_long(CURL *handle, CURLoption option, long value);

/// For strings, lists, memory to send and the pointers that callbacks get.
CURLcode runway_curl_set_pointer(CURL *handle, CURLoption option, const void *value);

CURLcode runway_curl_set_receiver(CURL *handle, curl_write_callback receiver, void *context);

/// A number that curl_easy_getinfo knows as a long, or 0.
long runway_curl_get_long(CURL *handle, CURLINFO info);
