#include <dlfcn.h>
#include <qrencode.h>
#include <stddef.h>

// Only a login at a terminal shows a picture: libqrencode is loaded for the first one, and its functions are looked up
// by name: there is nothing to link.
#define BRIDGE_QRENCODE_LIBRARY "libqrencode.so.4"

static inline void *bridge_qrencode_symbol(const char *name) {
    // The handle is the same however often it is asked for, and is never given back.
    void *library = dlopen(BRIDGE_QRENCODE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

// Whether libqrencode can be loaded and has what is called here; to be asked before anything else.
static inline int bridge_qrencode_is_complete(void) {
    return bridge_qrencode_symbol("QRcode_encodeData") && bridge_qrencode_symbol("QRcode_free");
}

// The smallest symbol for some bytes; NULL where there is none, and errno says why.
static inline QRcode *bridge_qrencode_encode(const unsigned char *bytes, int count, QRecLevel level) {
    __typeof__(QRcode_encodeData) *encode = (__typeof__(QRcode_encodeData) *)bridge_qrencode_symbol("QRcode_encodeData");
    return encode(count, bytes, 0, level);
}

static inline void bridge_qrencode_free(QRcode *symbol) {
    __typeof__(QRcode_free) *release = (__typeof__(QRcode_free) *)bridge_qrencode_symbol("QRcode_free");
    release(symbol);
}
