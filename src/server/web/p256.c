#include "server/web/p256.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <stdbool.h>

EVP_PKEY *apo_p256_key(const uint8_t *secret, const uint8_t point[APO_P256_POINT])
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM_BLD *parts = OSSL_PARAM_BLD_new();
    BIGNUM *number = secret != NULL ? BN_bin2bn(secret, APO_P256_SECRET, NULL) : NULL;
    EVP_PKEY_CTX *maker = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    bool is_ready =
        parts != NULL && maker != NULL && EVP_PKEY_fromdata_init(maker) == 1 &&
        OSSL_PARAM_BLD_push_utf8_string(parts, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) == 1 &&
        OSSL_PARAM_BLD_push_octet_string(parts, OSSL_PKEY_PARAM_PUB_KEY, point,
                                         APO_P256_POINT) == 1 &&
        (secret == NULL ||
         (number != NULL &&
          OSSL_PARAM_BLD_push_BN(parts, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1));
    OSSL_PARAM *list = is_ready ? OSSL_PARAM_BLD_to_param(parts) : NULL;
    if (list != NULL &&
        EVP_PKEY_fromdata(maker, &key, secret != NULL ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY,
                          list) != 1)
        key = NULL;
    OSSL_PARAM_free(list);
    EVP_PKEY_CTX_free(maker);
    BN_clear_free(number);
    OSSL_PARAM_BLD_free(parts);
    return key;
}
