#include <dlfcn.h>
#include <microhttpd.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

// libmicrohttpd brings GnuTLS and its libraries along, which a command that serves nobody need not wait for. So it is loaded
// when the first server starts, and its functions are looked up by name, once: there is nothing to link.
#define BRIDGE_MHD_LIBRARY "libmicrohttpd.so.12"

typedef struct {
    __typeof__(MHD_get_version) *get_version;
    __typeof__(MHD_is_feature_supported) *is_feature_supported;
    __typeof__(MHD_start_daemon) *start_daemon;
    __typeof__(MHD_stop_daemon) *stop_daemon;
    __typeof__(MHD_add_connection) *add_connection;
    __typeof__(MHD_get_connection_info) *get_connection_info;
    __typeof__(MHD_get_connection_values_n) *get_connection_values_n;
    __typeof__(MHD_suspend_connection) *suspend_connection;
    __typeof__(MHD_resume_connection) *resume_connection;
    __typeof__(MHD_create_response_from_buffer) *create_response_from_buffer;
    __typeof__(MHD_add_response_header) *add_response_header;
    __typeof__(MHD_queue_response) *queue_response;
    __typeof__(MHD_destroy_response) *destroy_response;
} bridge_mhd;

// Fills the table; 0 when the library, or a function of it, is not there. The handle is never given back.
static inline int bridge_mhd_load(bridge_mhd *table) {
    void *library = dlopen(BRIDGE_MHD_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define BRIDGE_MHD_FIND(name) if (!(table->name = (__typeof__(table->name))dlsym(library, "MHD_" #name))) return 0
    BRIDGE_MHD_FIND(get_version);
    BRIDGE_MHD_FIND(is_feature_supported);
    BRIDGE_MHD_FIND(start_daemon);
    BRIDGE_MHD_FIND(stop_daemon);
    BRIDGE_MHD_FIND(add_connection);
    BRIDGE_MHD_FIND(get_connection_info);
    BRIDGE_MHD_FIND(get_connection_values_n);
    BRIDGE_MHD_FIND(suspend_connection);
    BRIDGE_MHD_FIND(resume_connection);
    BRIDGE_MHD_FIND(create_response_from_buffer);
    BRIDGE_MHD_FIND(add_response_header);
    BRIDGE_MHD_FIND(queue_response);
    BRIDGE_MHD_FIND(destroy_response);
#undef BRIDGE_MHD_FIND
    return 1;
}

static inline const char *bridge_mhd_version(const bridge_mhd *table) { return table->get_version(); }

static inline int bridge_mhd_has_tls(const bridge_mhd *table) {
    return table->is_feature_supported(MHD_FEATURE_TLS) == MHD_YES;
}

// Called when a request line has arrived; what it returns is the request's slot in the other callbacks.
typedef void *(*bridge_mhd_target_callback)(void *context, const char *target, struct MHD_Connection *connection);

// Ends a target behind the mark of its query, once it was copied, so that the library does not cut the query into
// parameters, for which it may have no room. The text is const by its type only: it is the library's buffer, which the
// library goes on to write to.
static inline void bridge_mhd_end_target(const char *target) {
    char *mark = strchr((char *)target, '?');
    if (mark && mark[1]) mark[1] = 0;
}

// Decodes a part of the target in place and returns its length.
typedef size_t (*bridge_mhd_unescape_callback)(void *context, struct MHD_Connection *connection, char *text);

// What a daemon is started with; all callbacks get the same context.
typedef struct {
    void *context;
    bridge_mhd_target_callback target;
    bridge_mhd_unescape_callback unescape;
    MHD_AccessHandlerCallback access;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    size_t connection_memory;
    unsigned int connection_limit;
    // PEM; both or neither.
    const char *certificate;
    const char *key;
    const char *tls_priorities;
} bridge_mhd_settings;

// A daemon of one thread that has no listening socket: connections are handed to it.
static inline struct MHD_Daemon *bridge_mhd_start(const bridge_mhd *table, const bridge_mhd_settings *settings) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key},
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)settings->tls_priorities},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    if (settings->certificate) flags |= MHD_USE_TLS;
    return table->start_daemon(
        flags, 0, NULL, NULL, settings->access, settings->context,
        MHD_OPTION_URI_LOG_CALLBACK, settings->target, settings->context,
        MHD_OPTION_UNESCAPE_CALLBACK, settings->unescape, settings->context,
        MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context,
        MHD_OPTION_NOTIFY_CONNECTION, settings->connection, settings->context,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory,
        MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, 0u,
        MHD_OPTION_ARRAY, settings->certificate ? tls : none,
        MHD_OPTION_END);
}

static inline void bridge_mhd_stop(const bridge_mhd *table, struct MHD_Daemon *daemon) { table->stop_daemon(daemon); }

static inline enum MHD_Result bridge_mhd_add_connection(
    const bridge_mhd *table, struct MHD_Daemon *daemon, int descriptor, const struct sockaddr *address, socklen_t length
) {
    return table->add_connection(daemon, descriptor, address, length);
}

// What was stored for a connection when it began.
static inline void *bridge_mhd_socket_context(const bridge_mhd *table, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        table->get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

// -1 where there is none.
static inline int bridge_mhd_descriptor(const bridge_mhd *table, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = table->get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline const struct sockaddr *bridge_mhd_address(const bridge_mhd *table, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = table->get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

// How many bytes the request line and the fields have, to the end of the empty line; 0 where that is not known.
static inline size_t bridge_mhd_head_size(const bridge_mhd *table, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        table->get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

static inline void bridge_mhd_fields(
    const bridge_mhd *table, struct MHD_Connection *connection, MHD_KeyValueIteratorN iterator, void *context
) {
    table->get_connection_values_n(connection, MHD_HEADER_KIND, iterator, context);
}

// The fields behind a chunked body.
static inline void bridge_mhd_trailers(
    const bridge_mhd *table, struct MHD_Connection *connection, MHD_KeyValueIteratorN iterator, void *context
) {
    table->get_connection_values_n(connection, MHD_FOOTER_KIND, iterator, context);
}

static inline void bridge_mhd_suspend(const bridge_mhd *table, struct MHD_Connection *connection) {
    table->suspend_connection(connection);
}

static inline void bridge_mhd_resume(const bridge_mhd *table, struct MHD_Connection *connection) {
    table->resume_connection(connection);
}

// The library copies the body.
static inline struct MHD_Response *bridge_mhd_create_response(const bridge_mhd *table, const void *body, size_t count) {
    return table->create_response_from_buffer(count, (void *)(count == 0 ? "" : body), MHD_RESPMEM_MUST_COPY);
}

static inline enum MHD_Result bridge_mhd_add_field(
    const bridge_mhd *table, struct MHD_Response *response, const char *name, const char *value
) {
    return table->add_response_header(response, name, value);
}

static inline enum MHD_Result bridge_mhd_queue(
    const bridge_mhd *table, struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response
) {
    return table->queue_response(connection, status, response);
}

static inline void bridge_mhd_destroy_response(const bridge_mhd *table, struct MHD_Response *response) {
    table->destroy_response(response);
}
