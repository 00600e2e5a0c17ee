#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

// Function-like macros, which Swift does not see.
static inline int bridge_evp_pkey_public_key_selection(void) { return EVP_PKEY_PUBLIC_KEY; }
static inline void bridge_openssl_free(void *pointer) { OPENSSL_free(pointer); }
static inline long bridge_bio_get_mem_data(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }
