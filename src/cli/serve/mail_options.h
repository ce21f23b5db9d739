/* The mail options of `serve`. */
#ifndef APO_CLI_SERVE_MAIL_OPTIONS_H
#define APO_CLI_SERVE_MAIL_OPTIONS_H

#include "cli/call/command.h"
#include "server/web/options.h"

enum {
    APO_MAIL_LOGIN_MAX = 512 /* bytes of the file with name and password */
};

/* Holds name and password while the server runs. */
typedef struct apo_mail_login {
    char bytes[APO_MAIL_LOGIN_MAX];
    const char *user, *password;
} apo_mail_login;

/* Fills the mail members of the options; `login` must live as long as they do. Reports invalid
 * options. */
enum apo_exit apo_mail_options(apo_server_options *out, apo_mail_login *login,
                               const apo_call *call);

#endif
