#include "server/app/server_key.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/text.h"
#include "server/account/second.h"
#include "store/durable.h"
#include "store/factors.h"

enum {
    FINGERPRINT_DIGITS = 15 /* hexadecimal: 60 bits, which fit a number */
};

static const char fingerprint_name[] = "key";

static int64_t fingerprint(const uint8_t key[APO_TOKEN_KEY_BYTES])
{
    char secret[APO_TOKEN_TEXT], digest[APO_TOKEN_DIGEST_TEXT];
    int64_t number = 0;
    apo_token_derive(secret, key, "fingerprint", apo_span_of(""));
    apo_token_digest(digest, apo_span_of(secret));
    for (unsigned i = 0; i < FINGERPRINT_DIGITS; i++) {
        char c = digest[i];
        number = number * 16 + (apo_is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return number;
}

static apo_status refuse(apo_error *err, const char *what)
{
    return apo_fail(err, APO_E_UNSUPPORTED, 0,
                    "%s. Second factors are encrypted with it: put the key of the backup "
                    "there (FILE.key), or give them up with --new-key",
                    apo_span_of(what));
}

static apo_status fail_to_write(apo_error *err)
{
    return apo_fail(err, APO_E_IO, 0, "cannot write the server's key to the data folder",
                    apo_span_of(""));
}

/* Checks the key against the database, which stores its fingerprint the first time. */
static apo_status check(apo_app *app, bool is_new, apo_error *err)
{
    int64_t known, own = fingerprint(app->key);
    apo_status status =
        apo_store_find_number(app->store, &known, apo_span_of(fingerprint_name));
    if (status == APO_OK && known == own)
        return APO_OK;
    if (status == APO_OK && !is_new)
        return refuse(err, app->options.key_file != NULL
                               ? "the key of --key-file belongs to another database"
                               : "the file \"key\" in the data folder belongs to another "
                                 "database");
    if (status != APO_OK && status != APO_E_UNKNOWN)
        return apo_fail(err, status, 0, "the database cannot be read", apo_span_of(""));
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_number(batch, fingerprint_name, own);
    apo_store_submit(app->store, batch, NULL, NULL);
    apo_store_flush(app->store);
    return apo_store_is_sound(app->store) ? APO_OK : fail_to_write(err);
}

static apo_status make_key(apo_app *app, const char *path, apo_error *err)
{
    char old[APO_APP_PATH_BYTES];
    if (!apo_app_path(old, app, "key.old"))
        return fail_to_write(err);
    (void)rename(path, old); /* if there is one */
    if (apo_token_make_key(app->key, path) != APO_OK)
        return fail_to_write(err);
    return check(app, true, err);
}

/* Puts the key of "key.new" in force if the database has its fingerprint. */
static bool take_over(apo_app *app, const char *path)
{
    char next[APO_APP_PATH_BYTES];
    uint8_t key[APO_TOKEN_KEY_BYTES];
    int64_t known;
    if (!apo_app_path(next, app, "key.new") || apo_token_read_key(key, next) != APO_OK ||
        apo_store_find_number(app->store, &known, apo_span_of(fingerprint_name)) != APO_OK ||
        known != fingerprint(key) || rename(next, path) != 0 ||
        !apo_durable_sync_folder_of(path))
        return false;
    memcpy(app->key, key, sizeof key);
    return true;
}

/* Encrypts with `key` what is encrypted with the app's, in the database. */
static apo_status rekey(apo_app *app, const uint8_t key[APO_TOKEN_KEY_BYTES], apo_error *err)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_status status = apo_second_rekey(app, key, batch);
    if (status != APO_OK) {
        apo_store_batch_free(batch);
        return apo_fail(err, status, 0, "the database cannot be read", apo_span_of(""));
    }
    apo_store_set_number(batch, fingerprint_name, fingerprint(key));
    apo_store_submit(app->store, batch, NULL, NULL);
    apo_store_flush(app->store);
    return apo_store_is_sound(app->store)
               ? APO_OK
               : apo_fail(err, APO_E_IO, 0, "the database cannot be written", apo_span_of(""));
}

/* Replaces the key, which the app has, by a new one. */
static apo_status change_key(apo_app *app, const char *path, apo_error *err)
{
    char next[APO_APP_PATH_BYTES];
    uint8_t key[APO_TOKEN_KEY_BYTES];
    if (!apo_app_path(next, app, "key.new") || apo_token_make_key(key, next) != APO_OK)
        return fail_to_write(err);
    apo_status status = rekey(app, key, err);
    if (status != APO_OK)
        return status;
    return take_over(app, path) ? APO_OK : fail_to_write(err);
}

static apo_status open_key(apo_app *app, const char *path, apo_error *err)
{
    if (take_over(app, path))
        return APO_OK;
    apo_status status = apo_token_read_key(app->key, path);
    bool has_new_key = app->options.has_new_key;
    if (status == APO_OK && check(app, false, err) == APO_OK)
        return app->options.changes_key ? change_key(app, path, err) : APO_OK;
    /* Without second factors, a missing key only invalidates links in old emails. */
    if (has_new_key || (status == APO_E_UNKNOWN && !apo_store_has_factors(app->store)))
        return make_key(app, path, err);
    if (status == APO_OK)
        return APO_E_UNSUPPORTED; /* `err` is filled */
    if (status == APO_E_UNKNOWN)
        return refuse(err, "the file \"key\" is missing in the data folder");
    if (status == APO_E_SYNTAX)
        return refuse(err, "the file \"key\" in the data folder is damaged");
    return apo_fail(err, APO_E_IO, 0, "the file \"key\" in the data folder cannot be read",
                    apo_span_of(""));
}

/* --- a key that others keep --- */

static apo_status refuse_file(apo_error *err, apo_status status, const char *path)
{
    return apo_fail_because(err, APO_E_UNSUPPORTED,
                            status == APO_E_UNKNOWN  ? "there is no key in %s"
                            : status == APO_E_SYNTAX ? "the key in %s is not 32 random bytes"
                                                     : "the key in %s cannot be read",
                            path);
}

/* Encrypts with the key of the file, which the app has, what the key before has encrypted. */
static apo_status change_to_file(apo_app *app, int64_t known, apo_error *err)
{
    uint8_t key[APO_TOKEN_KEY_BYTES];
    char own[APO_APP_PATH_BYTES];
    const char *old = app->options.old_key_file;
    if (old == NULL && !apo_app_path(own, app, "key"))
        return fail_to_write(err);
    memcpy(key, app->key, sizeof key);
    apo_status status = apo_token_read_key(app->key, old != NULL ? old : own);
    if (status != APO_OK)
        return refuse_file(err, status, old != NULL ? old : own);
    if (fingerprint(app->key) != known)
        return refuse(err, "the old key belongs to another database, too");
    status = rekey(app, key, err);
    memcpy(app->key, key, sizeof key);
    return status;
}

static apo_status open_file(apo_app *app, apo_error *err)
{
    int64_t known;
    const char *path = app->options.key_file;
    apo_status status = apo_token_read_key(app->key, path);
    if (status != APO_OK)
        return refuse_file(err, status, path);
    if (app->options.changes_key &&
        apo_store_find_number(app->store, &known, apo_span_of(fingerprint_name)) == APO_OK &&
        known != fingerprint(app->key))
        return change_to_file(app, known, err);
    return check(app, app->options.has_new_key, err);
}

/* Servers that share a database and a folder may start together: the others find the key that
 * the first has made. Where the file system has no locks, start one before the others. */
apo_status apo_server_key_open(apo_app *app, apo_error *err)
{
    char folder[APO_APP_PATH_BYTES], path[APO_APP_PATH_BYTES];
    if (app->options.key_file != NULL)
        return open_file(app, err);
    if (!apo_app_path(folder, app, ".") || !apo_app_path(path, app, "key"))
        return fail_to_write(err);
    int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock >= 0)
        (void)flock(lock, LOCK_EX);
    apo_status status = open_key(app, path, err);
    if (lock >= 0)
        close(lock);
    return status;
}
