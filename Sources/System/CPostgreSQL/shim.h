#include <dlfcn.h>
#include <postgresql/libpq-fe.h>
#include <stddef.h>

// libpq brings 20 libraries along. Only a service with a store of this kind needs it: it is loaded when the first
// connection is made, and its functions are looked up by name: there is nothing to link.
#define BRIDGE_PQ_LIBRARY "libpq.so.5"

static inline void *bridge_pq_symbol(const char *name) {
    // The handle is the same however often it is asked for, and is never given back.
    void *library = dlopen(BRIDGE_PQ_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

// A pointer to the function of a name, with the type that libpq-fe.h declares for it; it is kept.
#define BRIDGE_PQ(name) __extension__ ({ \
    static void *known; \
    void *function = __atomic_load_n(&known, __ATOMIC_ACQUIRE); \
    if (!function) { \
        function = bridge_pq_symbol(#name); \
        __atomic_store_n(&known, function, __ATOMIC_RELEASE); \
    } \
    (__typeof__(name) *)function; \
})

// Whether libpq can be loaded and has everything that is called here; to be asked before anything else.
static inline int bridge_pq_is_complete(void) {
    static const char *const names[] = {
        "PQconninfoParse", "PQconninfoFree", "PQfreemem", "PQconnectdbParams", "PQfinish", "PQstatus",
        "PQerrorMessage", "PQsocket", "PQsetNoticeProcessor", "PQsetnonblocking", "PQconsumeInput",
        "PQisBusy", "PQflush", "PQgetResult", "PQclear", "PQresultStatus", "PQresultErrorField", "PQntuples",
        "PQgetvalue", "PQgetlength", "PQsendQueryParams", "PQsendPrepare", "PQsendQueryPrepared",
        // With 14.
        "PQenterPipelineMode", "PQpipelineSync",
    };
    for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
        if (!bridge_pq_symbol(names[index])) return 0;
    }
    return 1;
}

static inline PQconninfoOption *bridge_pq_parse(const char *text) {
    char *message = NULL;
    PQconninfoOption *options = BRIDGE_PQ(PQconninfoParse)(text, &message);
    // The message may quote the password.
    if (message) BRIDGE_PQ(PQfreemem)(message);
    return options;
}

static inline void bridge_pq_free_options(PQconninfoOption *options) { BRIDGE_PQ(PQconninfoFree)(options); }

// What stands before the address holds where the address says nothing else.
static inline PGconn *bridge_pq_connect(const char *address) {
    const char *const keywords[] = {
        "application_name", "connect_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count",
        "tcp_user_timeout", "dbname", "client_encoding", NULL,
    };
    const char *const values[] = { "token-bridge", "2", "10", "5", "3", "5000", address, "UTF8", NULL };
    return BRIDGE_PQ(PQconnectdbParams)(keywords, values, 1);
}

static inline void bridge_pq_finish(PGconn *connection) { BRIDGE_PQ(PQfinish)(connection); }

static inline ConnStatusType bridge_pq_status(const PGconn *connection) { return BRIDGE_PQ(PQstatus)(connection); }

static inline const char *bridge_pq_message(const PGconn *connection) { return BRIDGE_PQ(PQerrorMessage)(connection); }

static inline int bridge_pq_socket(const PGconn *connection) { return BRIDGE_PQ(PQsocket)(connection); }

static inline void bridge_pq_drop_notice(void *context, const char *message) {
    (void)context;
    (void)message;
}

// libpq would write notices to standard error.
static inline void bridge_pq_drop_notices(PGconn *connection) {
    BRIDGE_PQ(PQsetNoticeProcessor)(connection, bridge_pq_drop_notice, NULL);
}

static inline int bridge_pq_set_nonblocking(PGconn *connection) { return BRIDGE_PQ(PQsetnonblocking)(connection, 1); }

static inline int bridge_pq_enter_pipeline(PGconn *connection) { return BRIDGE_PQ(PQenterPipelineMode)(connection); }

static inline int bridge_pq_pipeline_sync(PGconn *connection) { return BRIDGE_PQ(PQpipelineSync)(connection); }

static inline int bridge_pq_consume_input(PGconn *connection) { return BRIDGE_PQ(PQconsumeInput)(connection); }

static inline int bridge_pq_is_busy(PGconn *connection) { return BRIDGE_PQ(PQisBusy)(connection); }

static inline int bridge_pq_flush(PGconn *connection) { return BRIDGE_PQ(PQflush)(connection); }

static inline PGresult *bridge_pq_result(PGconn *connection) { return BRIDGE_PQ(PQgetResult)(connection); }

static inline void bridge_pq_clear(PGresult *result) { BRIDGE_PQ(PQclear)(result); }

static inline ExecStatusType bridge_pq_result_status(const PGresult *result) {
    return BRIDGE_PQ(PQresultStatus)(result);
}

// PG_DIAG_SQLSTATE and its like are characters, which Swift does not see as numbers.
static inline const char *bridge_pq_result_state(const PGresult *result) {
    return BRIDGE_PQ(PQresultErrorField)(result, PG_DIAG_SQLSTATE);
}

static inline const char *bridge_pq_result_message(const PGresult *result) {
    return BRIDGE_PQ(PQresultErrorField)(result, PG_DIAG_MESSAGE_PRIMARY);
}

static inline int bridge_pq_row_count(const PGresult *result) { return BRIDGE_PQ(PQntuples)(result); }

static inline const char *bridge_pq_value(const PGresult *result, int row, int column) {
    return BRIDGE_PQ(PQgetvalue)(result, row, column);
}

static inline int bridge_pq_length(const PGresult *result, int row, int column) {
    return BRIDGE_PQ(PQgetlength)(result, row, column);
}

static inline int bridge_pq_send_prepare(PGconn *connection, const char *name, const char *text) {
    return BRIDGE_PQ(PQsendPrepare)(connection, name, text, 0, NULL);
}

// Parameters and answers are binary.
static inline int bridge_pq_send(
    PGconn *connection, const char *text, int count, const char *const *values, const int *lengths, const int *formats
) {
    return BRIDGE_PQ(PQsendQueryParams)(connection, text, count, NULL, values, lengths, formats, 1);
}

static inline int bridge_pq_send_prepared(
    PGconn *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats
) {
    return BRIDGE_PQ(PQsendQueryPrepared)(connection, name, count, values, lengths, formats, 1);
}
