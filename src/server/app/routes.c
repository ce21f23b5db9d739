#include "server/app/routes.h"

#include "base/alloc.h"
#include "server/account/routes.h"
#include "server/archive/routes.h"
#include "server/email/routes.h"
#include "server/invite/routes.h"
#include "server/lichess/routes.h"
#include "server/live/routes.h"
#include "server/notice/routes.h"
#include "server/problem/routes.h"
#include "server/project/routes.h"
#include "server/seek/routes.h"
#include "server/study/routes.h"
#include "server/talk/routes.h"
#include "server/tournament/routes.h"
#include "server/web/routes.h"
#include "server/work/routes.h"
#include "server/workshop/routes.h"

/* In the order of the description. The first route that fits is taken: if an address fits two,
 * as "/tournaments/new" and "/tournaments/:id" do, the table of the narrower one comes first.
 * tests/unit/test_routes.c finds routes hidden by others. */
static const apo_http_route *const tables[] = {
    /* One per line, to avoid merge conflicts. */
    /* clang-format off */
    apo_api_server_routes,
    apo_api_variants_routes,
    apo_api_positions_routes,
    apo_api_people_routes,
    apo_language_routes,
    apo_api_zone_routes,
    apo_api_reminders_routes,
    apo_api_queue_routes,
    apo_api_notes_routes,
    apo_api_vacation_routes,
    apo_api_create_routes,
    apo_api_game_routes,
    apo_api_seat_routes,
    apo_api_account_routes,
    apo_api_second_routes,
    apo_api_passkey_routes,
    apo_api_password_routes,
    apo_api_browser_key_routes,
    apo_api_token_routes,
    apo_api_app_routes,
    apo_api_oauth_routes,
    apo_api_archive_routes,
    apo_api_download_routes,
    apo_api_import_routes,
    apo_api_collection_routes,
    apo_api_comment_routes,
    apo_api_review_routes,
    apo_api_project_routes,
    apo_api_work_routes,
    apo_api_tournament_routes,
    apo_api_series_routes,
    apo_api_tournament_act_routes,
    apo_api_mail_routes,
    apo_api_reset_routes,
    apo_api_solving_routes,
    apo_api_problem_routes,
    apo_api_profile_routes,
    apo_api_block_routes,
    apo_api_invite_routes,
    apo_api_notice_routes,
    apo_page_notice_routes,
    apo_api_chat_routes,
    apo_api_message_routes,
    apo_api_mute_routes,
    apo_api_follow_routes,
    apo_api_report_routes,
    apo_api_draft_routes,
    apo_api_published_routes,
    apo_page_published_routes,
    apo_api_study_comment_routes,
    apo_api_study_routes,
    apo_page_study_routes,
    apo_page_message_routes,
    apo_api_lichess_routes,
    apo_api_lichess_play_routes,
    apo_api_lessons_routes,
    apo_api_own_routes,
    apo_page_archive_routes,
    apo_page_starts_routes,
    apo_page_problem_routes,
    apo_page_embed_routes,
    apo_page_site_routes,
    apo_page_tournaments_routes,
    apo_page_tournament_routes,
    apo_page_games_routes,
    apo_page_operator_routes,
    apo_page_game_routes,
    apo_page_mail_routes,
    apo_page_token_routes,
    apo_page_app_routes,
    apo_page_oauth_routes,
    apo_page_profile_routes,
    apo_page_players_routes,
    apo_page_moderation_routes,
    /* clang-format on */
};

enum {
    TABLES = sizeof tables / sizeof tables[0]
};

apo_status apo_routes_join(apo_http_route **out)
{
    size_t count = 0, at = 0;
    for (size_t i = 0; i < TABLES; i++)
        for (const apo_http_route *route = tables[i]; route->pattern != NULL; route++)
            count++;
    apo_http_route *routes = apo_allocate_zero(NULL, (count + 1) * sizeof *routes);
    if (routes == NULL)
        return APO_E_MEMORY;
    for (size_t i = 0; i < TABLES; i++)
        for (const apo_http_route *route = tables[i]; route->pattern != NULL; route++)
            routes[at++] = *route;
    *out = routes;
    return APO_OK;
}
