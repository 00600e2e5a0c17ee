#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>

// libcurl brings 25 libraries along, which cost a command that calls nobody 40 ms and 9 MB. So it is loaded when the first
// transfer is set up, and its functions are looked up by name: there is nothing to link.
#define BRIDGE_CURL_LIBRARY "libcurl.so.4"

static inline void *bridge_curl_symbol(const char *name) {
    // The handle is the same however often it is asked for, and is never given back.
    void *library = dlopen(BRIDGE_CURL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

// A pointer to the function of a name, with the type that curl.h declares for it.
#define BRIDGE_CURL(name) ((__typeof__(name) *)bridge_curl_symbol(#name))

// Whether libcurl can be loaded and has everything that is called here; to be asked before anything else.
static inline int bridge_curl_is_complete(void) {
    static const char *const names[] = {
        "curl_global_init", "curl_easy_init", "curl_easy_cleanup", "curl_easy_setopt", "curl_easy_getinfo",
        "curl_slist_append", "curl_slist_free_all", "curl_multi_init", "curl_multi_cleanup", "curl_multi_setopt",
        "curl_multi_wakeup", "curl_multi_add_handle", "curl_multi_remove_handle", "curl_multi_perform",
        "curl_multi_info_read", "curl_multi_poll",
    };
    for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
        if (!bridge_curl_symbol(names[index])) return 0;
    }
    return 1;
}

static inline CURLcode bridge_curl_global_init(long flags) { return BRIDGE_CURL(curl_global_init)(flags); }

static inline CURL *bridge_curl_easy_init(void) { return BRIDGE_CURL(curl_easy_init)(); }

static inline void bridge_curl_easy_cleanup(CURL *handle) { BRIDGE_CURL(curl_easy_cleanup)(handle); }

static inline struct curl_slist *bridge_curl_slist_append(struct curl_slist *list, const char *text) {
    return BRIDGE_CURL(curl_slist_append)(list, text);
}

static inline void bridge_curl_slist_free_all(struct curl_slist *list) { BRIDGE_CURL(curl_slist_free_all)(list); }

static inline CURLM *bridge_curl_multi_init(void) { return BRIDGE_CURL(curl_multi_init)(); }

static inline CURLMcode bridge_curl_multi_cleanup(CURLM *handle) { return BRIDGE_CURL(curl_multi_cleanup)(handle); }

static inline CURLMcode bridge_curl_multi_wakeup(CURLM *handle) { return BRIDGE_CURL(curl_multi_wakeup)(handle); }

static inline CURLMcode bridge_curl_multi_add_handle(CURLM *multi, CURL *handle) {
    return BRIDGE_CURL(curl_multi_add_handle)(multi, handle);
}

static inline CURLMcode bridge_curl_multi_remove_handle(CURLM *multi, CURL *handle) {
    return BRIDGE_CURL(curl_multi_remove_handle)(multi, handle);
}

static inline CURLMcode bridge_curl_multi_perform(CURLM *handle, int *running) {
    return BRIDGE_CURL(curl_multi_perform)(handle, running);
}

static inline CURLMsg *bridge_curl_multi_info_read(CURLM *handle, int *left) {
    return BRIDGE_CURL(curl_multi_info_read)(handle, left);
}

static inline CURLMcode bridge_curl_multi_poll(CURLM *handle, int milliseconds) {
    return BRIDGE_CURL(curl_multi_poll)(handle, NULL, 0, milliseconds, NULL);
}

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt take any argument, which Swift cannot pass: one function for
// each type of argument. curl.h has macros of their names, which the parentheses keep away.
typedef CURLcode (*bridge_curl_set)(CURL *, CURLoption, ...);

static inline bridge_curl_set bridge_curl_setter(void) {
    return (bridge_curl_set)bridge_curl_symbol("curl_easy_setopt");
}

static inline CURLcode bridge_curl_set_long(CURL *handle, CURLoption option, long value) {
    return bridge_curl_setter()(handle, option, value);
}

static inline CURLcode bridge_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return bridge_curl_setter()(handle, option, value);
}

static inline CURLcode bridge_curl_set_fields(CURL *handle, struct curl_slist *fields) {
    return bridge_curl_setter()(handle, CURLOPT_HTTPHEADER, fields);
}

// Of at least CURL_ERROR_SIZE bytes, which live longer than the handle.
static inline CURLcode bridge_curl_set_error_buffer(CURL *handle, char *buffer) {
    return bridge_curl_setter()(handle, CURLOPT_ERRORBUFFER, buffer);
}

// The length comes first: without it libcurl would look for the end of a string.
static inline CURLcode bridge_curl_set_body_copy(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = bridge_curl_setter()(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code != CURLE_OK ? code : bridge_curl_setter()(handle, CURLOPT_COPYPOSTFIELDS, count == 0 ? "" : bytes);
}

// The five callbacks of a transfer, which all get the same context.
static inline CURLcode bridge_curl_set_callbacks(
    CURL *handle, void *context, curl_write_callback header, curl_write_callback body,
    curl_opensocket_callback open_socket, curl_ssl_ctx_callback before_tls, curl_prereq_callback before_request
) {
    bridge_curl_set set = bridge_curl_setter();
    CURLcode code = set(handle, CURLOPT_HEADERDATA, context);
    if (code == CURLE_OK) code = set(handle, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = set(handle, CURLOPT_WRITEDATA, context);
    if (code == CURLE_OK) code = set(handle, CURLOPT_WRITEFUNCTION, body);
    if (code == CURLE_OK) code = set(handle, CURLOPT_OPENSOCKETDATA, context);
    if (code == CURLE_OK) code = set(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    if (code == CURLE_OK) code = set(handle, CURLOPT_SSL_CTX_DATA, context);
    if (code == CURLE_OK) code = set(handle, CURLOPT_SSL_CTX_FUNCTION, before_tls);
    if (code == CURLE_OK) code = set(handle, CURLOPT_PREREQDATA, context);
    if (code == CURLE_OK) code = set(handle, CURLOPT_PREREQFUNCTION, before_request);
    return code;
}

typedef CURLcode (*bridge_curl_get)(CURL *, CURLINFO, ...);

static inline CURLcode bridge_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return ((bridge_curl_get)bridge_curl_symbol("curl_easy_getinfo"))(handle, info, value);
}

static inline CURLcode bridge_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return ((bridge_curl_get)bridge_curl_symbol("curl_easy_getinfo"))(handle, info, value);
}

typedef CURLMcode (*bridge_curl_multi_set)(CURLM *, CURLMoption, ...);

static inline CURLMcode bridge_curl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
    return ((bridge_curl_multi_set)bridge_curl_symbol("curl_multi_setopt"))(handle, option, value);
}

// A macro with a cast, which Swift does not see.
static inline curl_socket_t bridge_curl_socket_bad(void) { return CURL_SOCKET_BAD; }
