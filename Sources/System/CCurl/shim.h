#include <curl/curl.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt take any argument, which Swift cannot pass: one function for
// each type of argument.
static inline CURLcode bridge_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
