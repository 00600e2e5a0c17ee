#include <curl/curl.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt take any argument, which Swift cannot pass: one function for
// each type of argument.
static inline CURLcode bridge_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode bridge_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode bridge_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode bridge_curl_set_fields(CURL *handle, struct curl_slist *fields) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, fields);
}

// The length comes first: without it libcurl would look for the end of a string.
static inline CURLcode bridge_curl_set_body_copy(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, count == 0 ? "" : bytes);
}

// The five callbacks of a transfer, which all get the same context.
static inline CURLcode bridge_curl_set_callbacks(
    CURL *handle, void *context, curl_write_callback header, curl_write_callback body,
    curl_opensocket_callback open_socket, curl_ssl_ctx_callback before_tls, curl_prereq_callback before_request
) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_SSL_CTX_DATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, before_tls);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, before_request);
    return code;
}

static inline CURLcode bridge_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode bridge_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode bridge_curl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

// A macro with a cast, which Swift does not see.
static inline curl_socket_t bridge_curl_socket_bad(void) { return CURL_SOCKET_BAD; }
