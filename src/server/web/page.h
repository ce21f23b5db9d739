/* The handlers of the pages; their context is the apo_app. */
#ifndef APO_SERVER_WEB_PAGE_H
#define APO_SERVER_WEB_PAGE_H

#include "server/web/pages.h"

/* page_site.c */
apo_http_handler apo_page_lobby;
apo_http_handler apo_page_analysis;
apo_http_handler apo_page_editor;
apo_http_handler apo_page_rules;
apo_http_handler apo_page_rules_game;
apo_http_handler apo_page_about;
apo_http_handler apo_page_login;
apo_http_handler apo_page_register;
apo_http_handler apo_page_account;

/* api_reminders.c */
apo_http_handler apo_page_reminders;
apo_http_handler apo_page_reminders_set;

/* page_games.c */
apo_http_handler apo_page_games;
apo_http_handler apo_page_next_game;

/* page_mail.c */
apo_http_handler apo_page_mail;
apo_http_handler apo_page_mail_confirm;
apo_http_handler apo_form_mail_confirm;
apo_http_handler apo_page_mail_off;
apo_http_handler apo_form_mail_off;
apo_http_handler apo_page_forgot;
apo_http_handler apo_page_reset;

/* The same pages with an error, or NULL; what is behind a link that is worth nothing any
 * more. */
void apo_page_mail_reply(apo_app *app, apo_http_request *req, unsigned status,
                         const char *error);
void apo_page_forgot_reply(apo_app *app, apo_http_request *req, bool is_asked);
void apo_page_reset_reply(apo_app *app, apo_http_request *req, unsigned status,
                          const char *error);

/* page_token.c */
apo_http_handler apo_page_tokens;
apo_http_handler apo_page_second;

/* The same page with an error, or with the secret of a token that has just been made; NULL:
 * without. */
void apo_page_tokens_reply(apo_app *app, apo_http_request *req, unsigned status,
                           const char *error, const char *secret);

/* page_game.c */
apo_http_handler apo_page_game;
apo_http_handler apo_page_notes;
apo_http_handler apo_page_join;

/* page_archive.c */
apo_http_handler apo_page_archive;
apo_http_handler apo_page_archive_game;
apo_http_handler apo_page_archive_import;

/* page_starts.c */
apo_http_handler apo_page_starts;
/* page_profile.c */
apo_http_handler apo_page_profile;

/* page_tournaments.c, page_tournament.c */
apo_http_handler apo_page_tournaments;
apo_http_handler apo_page_tournament_new;
apo_http_handler apo_page_tournament;
/* api_invite.c */
apo_http_handler apo_page_invitations;

/* api_block.c */
apo_http_handler apo_page_blocked;

/* api_own.c */
apo_http_handler apo_page_delete_account;
apo_http_handler apo_page_account_deleted;

/* page_problem.c */
apo_http_handler apo_page_problems;
apo_http_handler apo_page_problem_new;
apo_http_handler apo_page_problem;

#endif
