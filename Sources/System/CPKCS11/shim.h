#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <p11-kit-1/p11-kit/pkcs11.h>

// A module of PKCS#11 is loaded by the path that its owner gives: there is nothing to link. Its functions are in a
// table, whose members Swift would call by pointers that may be missing; here a missing one is an answer.

// The handle that a module is known by: its table of functions.
typedef void *bridge_pkcs11_module;

#define BRIDGE_PKCS11_CALL(module, name, ...) __extension__ ({ \
    CK_FUNCTION_LIST_PTR functions = (CK_FUNCTION_LIST_PTR)(module); \
    functions->name ? functions->name(__VA_ARGS__) : (CK_RV)CKR_FUNCTION_NOT_SUPPORTED; \
})

// Loads a module and asks for its table. The library is never closed: threads of its own may run.
//
// Returns the table; or NULL, with what the loader says, or NULL for a library that is no module.
static inline bridge_pkcs11_module bridge_pkcs11_load(const char *path, const char **message) {
    *message = NULL;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *message = dlerror();
        return NULL;
    }
    CK_C_GetFunctionList get = (CK_C_GetFunctionList)dlsym(library, "C_GetFunctionList");
    CK_FUNCTION_LIST_PTR functions = NULL;
    if (!get || get(&functions) != CKR_OK) return NULL;
    return functions;
}

// The locks are the system's: the module may be called from several threads at once.
static inline unsigned long bridge_pkcs11_initialize(bridge_pkcs11_module module) {
    CK_C_INITIALIZE_ARGS arguments;
    memset(&arguments, 0, sizeof arguments);
    arguments.flags = CKF_OS_LOCKING_OK;
    return BRIDGE_PKCS11_CALL(module, C_Initialize, &arguments);
}

static inline unsigned long bridge_pkcs11_slots(
    bridge_pkcs11_module module, unsigned long *slots, unsigned long *count
) {
    return BRIDGE_PKCS11_CALL(module, C_GetSlotList, CK_TRUE, slots, count);
}

// The texts of a token are padded with blanks, not ended.
#define BRIDGE_PKCS11_LABEL_BYTES 32
#define BRIDGE_PKCS11_MANUFACTURER_BYTES 32
#define BRIDGE_PKCS11_MODEL_BYTES 16
#define BRIDGE_PKCS11_SERIAL_BYTES 16

static inline unsigned long bridge_pkcs11_token(
    bridge_pkcs11_module module, unsigned long slot, unsigned char *label, unsigned char *manufacturer,
    unsigned char *model, unsigned char *serial, unsigned long *flags
) {
    CK_TOKEN_INFO info;
    memset(&info, 0, sizeof info);
    CK_RV result = BRIDGE_PKCS11_CALL(module, C_GetTokenInfo, slot, &info);
    memcpy(label, info.label, BRIDGE_PKCS11_LABEL_BYTES);
    memcpy(manufacturer, info.manufacturerID, BRIDGE_PKCS11_MANUFACTURER_BYTES);
    memcpy(model, info.model, BRIDGE_PKCS11_MODEL_BYTES);
    memcpy(serial, info.serialNumber, BRIDGE_PKCS11_SERIAL_BYTES);
    *flags = info.flags;
    return result;
}

static inline unsigned long bridge_pkcs11_open(
    bridge_pkcs11_module module, unsigned long slot, unsigned long *session
) {
    return BRIDGE_PKCS11_CALL(module, C_OpenSession, slot, CKF_SERIAL_SESSION, NULL, NULL, session);
}

static inline unsigned long bridge_pkcs11_close(bridge_pkcs11_module module, unsigned long session) {
    return BRIDGE_PKCS11_CALL(module, C_CloseSession, session);
}

// A PIN of NULL lets a reader ask for it by its own keys.
static inline unsigned long bridge_pkcs11_login(
    bridge_pkcs11_module module, unsigned long session, unsigned long user, const unsigned char *pin,
    unsigned long count
) {
    return BRIDGE_PKCS11_CALL(module, C_Login, session, user, (unsigned char *)pin, count);
}

// Finds objects of a class; an identifier or label of NULL is not looked at.
static inline unsigned long bridge_pkcs11_find(
    bridge_pkcs11_module module, unsigned long session, unsigned long class, const unsigned char *identifier,
    unsigned long identifier_count, const unsigned char *label, unsigned long label_count, unsigned long *objects,
    unsigned long maximum, unsigned long *found
) {
    CK_OBJECT_CLASS wanted = class;
    CK_ATTRIBUTE template[3] = {{CKA_CLASS, &wanted, sizeof wanted}};
    unsigned long count = 1;
    if (identifier) template[count++] = (CK_ATTRIBUTE){CKA_ID, (void *)identifier, identifier_count};
    if (label) template[count++] = (CK_ATTRIBUTE){CKA_LABEL, (void *)label, label_count};
    CK_RV result = BRIDGE_PKCS11_CALL(module, C_FindObjectsInit, session, template, count);
    if (result != CKR_OK) return result;
    result = BRIDGE_PKCS11_CALL(module, C_FindObjects, session, objects, maximum, found);
    CK_RV end = BRIDGE_PKCS11_CALL(module, C_FindObjectsFinal, session);
    return result != CKR_OK ? result : end;
}

// Reads an attribute; with a buffer of NULL, its length.
static inline unsigned long bridge_pkcs11_attribute(
    bridge_pkcs11_module module, unsigned long session, unsigned long object, unsigned long type, void *buffer,
    unsigned long *count
) {
    CK_ATTRIBUTE attribute = {type, buffer, *count};
    CK_RV result = BRIDGE_PKCS11_CALL(module, C_GetAttributeValue, session, object, &attribute, 1);
    *count = attribute.ulValueLen;
    return result;
}

static inline unsigned long bridge_pkcs11_sign_init(
    bridge_pkcs11_module module, unsigned long session, unsigned long mechanism, unsigned long key
) {
    CK_MECHANISM chosen = {mechanism, NULL, 0};
    return BRIDGE_PKCS11_CALL(module, C_SignInit, session, &chosen, key);
}

static inline unsigned long bridge_pkcs11_sign(
    bridge_pkcs11_module module, unsigned long session, const unsigned char *data, unsigned long count,
    unsigned char *signature, unsigned long *signature_count
) {
    return BRIDGE_PKCS11_CALL(module, C_Sign, session, (unsigned char *)data, count, signature, signature_count);
}

// Whether a slot's token can sign by a mechanism.
static inline int bridge_pkcs11_can_sign(bridge_pkcs11_module module, unsigned long slot, unsigned long mechanism) {
    CK_MECHANISM_INFO info;
    memset(&info, 0, sizeof info);
    return BRIDGE_PKCS11_CALL(module, C_GetMechanismInfo, slot, mechanism, &info) == CKR_OK
        && (info.flags & CKF_SIGN);
}
