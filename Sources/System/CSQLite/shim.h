#include <dlfcn.h>
#include <sqlite3.h>
#include <stddef.h>

// Only a service with a store of this kind needs SQLite: it is loaded when the first database is opened, and its
// functions are looked up by name: there is nothing to link.
#define BRIDGE_SQLITE_LIBRARY "libsqlite3.so.0"

static inline void *bridge_sqlite_symbol(const char *name) {
    // The handle is the same however often it is asked for, and is never given back.
    void *library = dlopen(BRIDGE_SQLITE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

// A pointer to the function of a name, with the type that sqlite3.h declares for it. It is kept: a call of SQLite is
// often shorter than the search for its name.
#define BRIDGE_SQLITE(name) __extension__ ({ \
    static void *known; \
    void *function = __atomic_load_n(&known, __ATOMIC_ACQUIRE); \
    if (!function) { \
        function = bridge_sqlite_symbol(#name); \
        __atomic_store_n(&known, function, __ATOMIC_RELEASE); \
    } \
    (__typeof__(name) *)function; \
})

// Whether SQLite can be loaded and has everything that is called here; to be asked before anything else.
static inline int bridge_sqlite_is_complete(void) {
    static const char *const names[] = {
        "sqlite3_open_v2", "sqlite3_close_v2", "sqlite3_errmsg", "sqlite3_exec", "sqlite3_changes",
        "sqlite3_busy_handler", "sqlite3_get_autocommit", "sqlite3_prepare_v3", "sqlite3_finalize", "sqlite3_reset",
        "sqlite3_clear_bindings", "sqlite3_step", "sqlite3_bind_int64", "sqlite3_bind_blob", "sqlite3_bind_zeroblob",
        "sqlite3_column_int64", "sqlite3_column_blob", "sqlite3_column_bytes", "sqlite3_column_text",
        "sqlite3_libversion_number",
    };
    for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
        if (!bridge_sqlite_symbol(names[index])) return 0;
    }
    // DELETE ... RETURNING came with 3.35.
    return BRIDGE_SQLITE(sqlite3_libversion_number)() >= 3035000;
}

static inline int bridge_sqlite_open(const char *path, sqlite3 **database, int flags) {
    return BRIDGE_SQLITE(sqlite3_open_v2)(path, database, flags, NULL);
}

static inline int bridge_sqlite_close(sqlite3 *database) { return BRIDGE_SQLITE(sqlite3_close_v2)(database); }

static inline const char *bridge_sqlite_message(sqlite3 *database) { return BRIDGE_SQLITE(sqlite3_errmsg)(database); }

static inline int bridge_sqlite_execute(sqlite3 *database, const char *text) {
    return BRIDGE_SQLITE(sqlite3_exec)(database, text, NULL, NULL, NULL);
}

static inline int bridge_sqlite_changes(sqlite3 *database) { return BRIDGE_SQLITE(sqlite3_changes)(database); }

static inline int bridge_sqlite_set_busy_handler(sqlite3 *database, int (*handler)(void *, int)) {
    return BRIDGE_SQLITE(sqlite3_busy_handler)(database, handler, NULL);
}

// Zero in a transaction.
static inline int bridge_sqlite_autocommit(sqlite3 *database) {
    return BRIDGE_SQLITE(sqlite3_get_autocommit)(database);
}

static inline int bridge_sqlite_prepare(sqlite3 *database, const char *text, sqlite3_stmt **statement) {
    return BRIDGE_SQLITE(sqlite3_prepare_v3)(database, text, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

static inline int bridge_sqlite_finalize(sqlite3_stmt *statement) {
    return BRIDGE_SQLITE(sqlite3_finalize)(statement);
}

static inline int bridge_sqlite_step(sqlite3_stmt *statement) { return BRIDGE_SQLITE(sqlite3_step)(statement); }

// Ends a statement and forgets what was bound to it.
static inline void bridge_sqlite_reset(sqlite3_stmt *statement) {
    BRIDGE_SQLITE(sqlite3_reset)(statement);
    BRIDGE_SQLITE(sqlite3_clear_bindings)(statement);
}

static inline int bridge_sqlite_bind_integer(sqlite3_stmt *statement, int place, sqlite3_int64 value) {
    return BRIDGE_SQLITE(sqlite3_bind_int64)(statement, place, value);
}

// SQLite copies the bytes: SQLITE_TRANSIENT is a macro with a cast, which Swift does not see. No bytes are not NULL.
static inline int bridge_sqlite_bind_bytes(sqlite3_stmt *statement, int place, const void *bytes, int count) {
    if (count == 0) return BRIDGE_SQLITE(sqlite3_bind_zeroblob)(statement, place, 0);
    return BRIDGE_SQLITE(sqlite3_bind_blob)(statement, place, bytes, count, SQLITE_TRANSIENT);
}

static inline sqlite3_int64 bridge_sqlite_integer(sqlite3_stmt *statement, int column) {
    return BRIDGE_SQLITE(sqlite3_column_int64)(statement, column);
}

static inline const void *bridge_sqlite_bytes(sqlite3_stmt *statement, int column) {
    return BRIDGE_SQLITE(sqlite3_column_blob)(statement, column);
}

static inline int bridge_sqlite_byte_count(sqlite3_stmt *statement, int column) {
    return BRIDGE_SQLITE(sqlite3_column_bytes)(statement, column);
}

static inline const unsigned char *bridge_sqlite_text(sqlite3_stmt *statement, int column) {
    return BRIDGE_SQLITE(sqlite3_column_text)(statement, column);
}
