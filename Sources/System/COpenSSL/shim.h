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
#include <openssl/x509v3.h>

// Function-like macros, which Swift does not see.
static inline int bridge_evp_pkey_public_key_selection(void) { return EVP_PKEY_PUBLIC_KEY; }
static inline void bridge_openssl_free(void *pointer) { OPENSSL_free(pointer); }
static inline long bridge_bio_get_mem_data(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }

// A parameter builder keeps the pointers it is given, names too, until the parameters are made, and the parameters keep
// the names. Swift lends a string for one call only, so these are put together here, where names are literals.
static inline OSSL_PARAM *bridge_parameters_of(OSSL_PARAM_BLD *builder, int is_complete) {
    OSSL_PARAM *parameters = is_complete ? OSSL_PARAM_BLD_to_param(builder) : NULL;
    OSSL_PARAM_BLD_free(builder);
    return parameters;
}

static inline OSSL_PARAM *bridge_rsa_parameters(const BIGNUM *modulus, const BIGNUM *exponent) {
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    int is_complete = builder != NULL && modulus != NULL && exponent != NULL
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent) == 1;
    return bridge_parameters_of(builder, is_complete);
}

static inline OSSL_PARAM *bridge_ec_parameters(const char *group, const unsigned char *point, size_t count) {
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    int is_complete = builder != NULL
        && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, group, 0) == 1
        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, count) == 1;
    return bridge_parameters_of(builder, is_complete);
}
