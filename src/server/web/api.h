/* The handlers of the JSON interface (docs/http-api.md); their context is the apo_app. */
#ifndef APO_SERVER_WEB_API_H
#define APO_SERVER_WEB_API_H

#include "server/web/ask.h"
#include "server/web/visitor.h"

/* api_catalog.c */
apo_http_handler apo_api_variants;
apo_http_handler apo_api_definition;
apo_http_handler apo_api_start;

/* api_create.c */
apo_http_handler apo_api_create;

/* api_game.c */
apo_http_handler apo_api_game;
apo_http_handler apo_api_events;
apo_http_handler apo_api_move;
apo_http_handler apo_api_offer;
apo_http_handler apo_api_answer;
apo_http_handler apo_api_withdraw;
apo_http_handler apo_api_resign;
apo_http_handler apo_api_flag;
apo_http_handler apo_api_cancel;

/* api_seat.c */
apo_http_handler apo_api_join;
apo_http_handler apo_api_rematch;

/* api_people.c */
apo_http_handler apo_api_me;
apo_http_handler apo_api_me_events;
apo_http_handler apo_api_lobby;
apo_http_handler apo_api_lobby_events;
apo_http_handler apo_api_sessions;

/* api_zone.c */
apo_http_handler apo_api_zone;

/* api_reminders.c */
apo_http_handler apo_api_reminders;
apo_http_handler apo_api_reminders_set;

/* api_queue.c */
apo_http_handler apo_api_queue;

/* api_notes.c */
apo_http_handler apo_api_notes;
apo_http_handler apo_api_notes_put;

/* api_vacation.c */
apo_http_handler apo_api_vacation;
apo_http_handler apo_api_vacation_begin;
apo_http_handler apo_api_vacation_end;

/* api_account.c */
apo_http_handler apo_api_login;
apo_http_handler apo_api_register;
apo_http_handler apo_api_logout;
apo_http_handler apo_api_logout_everywhere;
apo_http_handler apo_api_password;
apo_http_handler apo_api_session_end;

/* api_second.c */
apo_http_handler apo_api_second;
apo_http_handler apo_api_second_begin;
apo_http_handler apo_api_second_confirm;
apo_http_handler apo_api_second_end;

/* api_mail.c */
apo_http_handler apo_api_mail;
apo_http_handler apo_api_mail_preferences;
apo_http_handler apo_api_mail_address;

/* api_reset.c */
apo_http_handler apo_api_forgot;
apo_http_handler apo_form_forgot;
apo_http_handler apo_form_reset;

/* api_token.c */
apo_http_handler apo_api_tokens;
apo_http_handler apo_api_token_make;
apo_http_handler apo_api_token_revoke;
/* api_profile.c */
apo_http_handler apo_api_person;
apo_http_handler apo_api_person_ratings;
apo_http_handler apo_api_person_opponents;
apo_http_handler apo_api_person_games;

/* api_archive.c */
apo_http_handler apo_api_archive;
apo_http_handler apo_api_archive_game;
apo_http_handler apo_api_explorer;
apo_http_handler apo_api_starts;

/* api_download.c */
apo_http_handler apo_api_archive_text;
apo_http_handler apo_api_archive_download;

/* api_import.c */
apo_http_handler apo_api_archive_import;

/* api_collection.c */
apo_http_handler apo_api_collection_drop;
apo_http_handler apo_api_collection_clear;

/* api_tournament.c */
apo_http_handler apo_api_tournaments;
apo_http_handler apo_api_tournament;
apo_http_handler apo_api_tournament_events;
apo_http_handler apo_api_tournament_create;
apo_http_handler apo_api_tournament_join;
apo_http_handler apo_api_tournament_leave;
apo_http_handler apo_api_tournament_begin;
apo_http_handler apo_api_tournament_cancel;
apo_http_handler apo_api_tournament_remove;
apo_http_handler apo_api_tournament_invite;
/* api_invite.c */
apo_http_handler apo_api_invite;
apo_http_handler apo_api_invite_accept;
apo_http_handler apo_api_invite_decline;
apo_http_handler apo_api_invite_counter;
apo_http_handler apo_api_invite_withdraw;
apo_http_handler apo_api_invitations;
apo_http_handler apo_api_invitation;

/* api_block.c */
apo_http_handler apo_api_block;
apo_http_handler apo_api_unblock;
apo_http_handler apo_api_blocked;

/* api_own.c */
apo_http_handler apo_api_export;
apo_http_handler apo_api_delete_account;

/* api_problem.c */
apo_http_handler apo_api_problems;
apo_http_handler apo_api_problem;
apo_http_handler apo_api_problem_create;
apo_http_handler apo_api_problem_solved;

#endif
