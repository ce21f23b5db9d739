/* Named schemas of the API, in the short form of server/web/operation.h. */
#include "server/app/openapi.h"

#define GAME_HEAD                                                                             \
    "id:id variant:id variant_name:text start:GameStart rated:flag white:Player black:Player" \
    " you:Viewer"

#define TOURNAMENT_HEAD                                                                     \
    "id:id name:text state:'open'|'running'|'finished'|'cancelled' variant:id "             \
    "variant_name:text round:int players:int created:time changed:time organiser:text "     \
    "system:'round-robin'|'swiss'|'knock-out'|'arena'|'exhibition'|'teams' pairing?:text "  \
    "boards?:int teams_max?:int team_pairing?:text "                                        \
    "late_rounds?:int half_byes?:int minutes?:int host?:text host_time?:int time_odds:int " \
    "odds:[{from:int odds:text}] point_odds:int "                                           \
    "cycles?:int both_colors:flag rounds:int order:text clock:Clock rated:flag "            \
    "weekend:flag vacation:flag players_min:int players_max:int entry:'open'|'invited' "    \
    "rating_min:int|null rating_max:int|null closes:time begins:'full'|'date' "             \
    "pace:'all'|'rounds' every_ms:int pause_ms:int text:text is_unplayable:flag "           \
    "starts:'random'|[int] theme:text|null tie_breaks:[text]"

#define STATS \
    "games:int results:[int] white_per_mille?:int margin_per_mille?:int average_plies?:int"

#define RECORD                                                                               \
    "id:id url?:text variant:id variant_name:text definition:id "                            \
    "start:{number:int|null name:text handicap:text|null fen?:text} "                        \
    "white:{name:text is_account:flag} black:{name:text is_account:flag} "                   \
    "result:{white_quarters:int text:text reason:text} kind:'people'|'computer'|'imported' " \
    "clock:'none'|'live'|'days'|'odds' is_rated:flag plies:int begun:time ended:time "       \
    "moves?:text opening?:text"

static const apo_named_schema schemas[] = {
    {"Remedy", "{reason:text cause:text rule:text section:text at?:text because:text "
               "changes:[{kind:text square?:text to?:text piece?:text number?:int if:text}] "
               "fen?:text move?:text}"},
    {"Room", "'players'|'spectators'"},
    {"Message", "{id:int at:time by:text is_account:flag side?:Viewer text:text preset?:id "
                "ply?:int is_yours:flag}"},
    {"Conversation", "{with:text unread:int last:time text:text is_yours:flag}"},
    {"Review", "{by:text is_account:flag made:time nodes:int positions:[text]}"},
    {"Waiting", "{id:int is_begun:flag wait_s:int|null}"},
    {"Lesson", "{variant:id lesson:text boards:int finished:flag}"},
    {"Visibility", "'private'|'link'|'public'"},
    {"StudyRight", "'read'|'write'|'own'"},
    {"StudyHead", "{id:id name:text owner:text visibility:Visibility right:StudyRight "
                  "version:int created:time changed:time}"},
    {"Study", "{id:id name:text owner:text visibility:Visibility right:StudyRight version:int "
              "created:time changed:time members:[{name:text right:'read'|'write'}] "
              "text:text|null}"},
    {"Error",
     "{error:text message:text ply?:int seq?:int status?:Status remedy?:Remedy *:any}"},
    {"Scope", "'read'|'play'|'invite'|'account'"},
    {"MailKind", "'turn'|'reminder'|'invitation'|'digest'|'event'"},

    /* Games that can be played. */
    {"Variant",
     "{id:id name:text players_name:text inventor:text files:int ranks:int rows:int starts:int "
     "start_names:[text] handicaps:[{id:id name:text}] has_advantage:flag definition:id "
     "is_own:flag summary:text}"},
    {"PublishedGame",
     "{variant:id id:id author:text|null url:text name:text version:int latest:int "
     "definition:id files:int ranks:int rows:int starts:int games:int "
     "remix:{variant:id variant_name:text version:int|null}|null "
     "hidden:'no'|'author'|'moderator' created:time at:time}"},
    {"Start", "{fen:text number:int name:text picture?:text}"},

    {"Position", "{fen?:text turn?:Side check?:flag "
                 "end?:text legal_moves?:[text] "
                 "error?:{in:text index:int position:int message:text}}"},

    /* A game. */
    {"Side", "'white'|'black'"},
    {"Viewer", "'white'|'black'|'none'"},
    {"Status", "'waiting'|'playing'|'finished'|'cancelled'"},
    {"Offer", "'draw'|'advantage-white'|'advantage-black'|'takeback'"},
    {"Clock",
     "{kind:'live'|'days'|'stock'|'none' base_ms?:int increment_ms?:int days?:int spare_ms?:int "
     "grace_ms?:int extra_ms?:int bonus_ms?:int within_ms?:int cap_ms?:int}"},
    {"SideClock",
     "{kind:'live'|'days'|'stock'|'none' base_ms?:int increment_ms?:int days?:int "
     "spare_ms?:int grace_ms?:int extra_ms?:int bonus_ms?:int within_ms?:int cap_ms?:int "
     "left_ms?:int stock_ms?:int is_on_vacation?:flag}"},
    {"Clocks",
     "{white:SideClock black:SideClock running:Side|null is_resting:flag weekend:flag "
     "vacation:flag at:time}"},
    {"Player",
     "{kind:'guest'|'account'|'computer'|'open' name:text level?:int is_online:flag}"},
    {"GameStart", "{number:int|null name:text fen?:text handicap:text|null}"},
    {"Move", "{ply:int text:text san:text at:time spent_ms:int by_line?:flag}"},
    {"PiecePoints", "{type:text letter:text count:int points:int}"},
    {"Points", "{white:[PiecePoints] black:[PiecePoints] white_sum:int black_sum:int}"},
    {"Result", "{white_quarters:int reason:text words:text points:Points|null}"},
    {"Game",
     "{" GAME_HEAD " definition:id tournament?:id clock:Clocks moves:[Move] fen:text ply:int "
     "turn:Side|null legal_moves:[text] status:Status result:Result|null reason?:text link?:text "
     "offers:{white:Offer|null black:Offer|null} rematch:{offered_by:Side|null game:id|null} "
     "seq:int now:time}"},
    {"GameRow",
     "{" GAME_HEAD " is_yours:flag clock:Clock ply:int fen:text|null last_move:text|null "
     "due:time|null turn:Side|null status:Status by?:text color?:Side opponent_clock?:Clock "
     "white_quarters?:int}"},
    {"GameEvent",
     "{now:time white?:Player|flag black?:Player|flag status?:Status clock?:Clocks ply?:int "
     "text?:text san?:text at?:time spent_ms?:int fen?:text by?:Side|null what?:Offer "
     "result?:Result|null reason?:text game?:id|null spectators?:int room?:Room "
     "message?:Message}"},
    {"OwnEvent", "{game?:id invitation?:id variant?:id ply?:int due?:time|null "
                 "white_quarters?:int|null from?:text at:time}"},
    {"GameSetup",
     "{variant:id start?:{number?:int|'random' name?:text fen?:text handicap?:text} "
     "color?:'white'|'black'|'random' opponent:{kind:'computer'|'open'|'link' level?:int} "
     "clock?:Clock opponent_clock?:Clock weekend?:flag vacation?:flag rated?:flag}"},
    {"NewGame", "{id:id url:text link?:text}"},
    {"Done", "{ply:int seq:int status:Status}"},
    {"Seat", "{id:id game:id url:text seq:int}"},

    /* Lists. */
    {"Me", "{kind:'guest'|'account' name:text id:id|null csrf:null games:[GameRow] *:any}"},
    {"Lobby", "{open:[GameRow] playing:[GameRow] counts:{in_lobby:int connected:int}}"},
    {"LobbyEvent", "GameRow"},

    /* Accounts. */
    {"Person", "{kind:'guest'|'account' name:text id:id}"},
    {"Session", "{id:id agent:text created:time seen:time is_current:flag}"},
    {"Token", "{id:id name:text scopes:[Scope] created:time used:time|null}"},
    {"NewToken", "{id:id name:text scopes:[Scope] token:text}"},
    {"App", "{id:id name:text addresses:[text] created:time}"},
    {"Mailbox",
     "{is_there:flag address:text|null is_confirmed:flag refusal:text|null wanted:[MailKind] "
     "digest_hour:int}"},

    /* The archive. */
    {"ArchiveGame", "{" RECORD "}"},
    {"Explorer", "{moves:[{move:text san:text " STATS "}] " STATS
                 " book:[{move:text san:text weight:int white_cp?:int}]}"},
    {"StartStatistics",
     "{" STATS " lengths:[[int]] starts:[{name:text number:int|null " STATS "}]}"},

    /* Tournaments. */
    {"TournamentRow", "{" TOURNAMENT_HEAD "}"},
    {"Tournament",
     "{" TOURNAMENT_HEAD " ends?:time seed?:int "
     "table:[{place:int name:text rank:int rating:int has_left:flag is_struck:flag quarters:int "
     "outcomes:[int] tie_breaks:[text] streak?:int scores?:[int]}] "
     "pairings:[{round:int board:int white:text black:text|null game:id|null state:text "
     "white_quarters:int|null}] "
     "teams?:[{number:int name:text captain:text players:[text] rank:int place:int "
     "match_points:int board_quarters:int won:int drawn:int lost:int}] "
     "matches?:[{round:int home:int guests:int|null home_quarters:int guest_quarters:int "
     "is_over:flag}] next_round?:time "
     "you:{is_in:flag is_organiser:flag games:[id]} version:int now:time}"},
    {"TournamentSetup",
     "{name:text variant:id text?:text "
     "system?:'round-robin'|'swiss'|'knock-out'|'arena'|'exhibition'|'teams' cycles?:int "
     "both_colors?:flag rounds?:int pairing?:text late_rounds?:int half_byes?:int "
     "minutes?:int host?:text host_time?:int time_odds?:int "
     "odds?:[{from:int odds:text}] point_odds?:int "
     "boards?:int teams_max?:int team_pairing?:text series?:id "
     "order?:text seed?:int starts?:'random'|[int] theme?:text clock?:Clock "
     "rated?:flag weekend?:flag vacation?:flag "
     "players_min?:int players_max?:int "
     "entry?:'open'|'invited' guests?:[text] rating_min?:int rating_max?:int closes?:time "
     "begins?:'full'|'date' "
     "pace?:'all'|'rounds' every_ms?:int pause_ms?:int tie_breaks?:[text]}"},
    {"TournamentDone", "{id:id state:text players:int}"},

    /* Problems. */
    {"Problem",
     "{id:id variant:id variant_name:text fen:text aim:'mate'|'stalemate'|'win' moves:int "
     "themes:[text] source:text|null title:text "
     "remark:text author:text|null state:'waiting'|'public'|'refused' verdict:text nodes:int "
     "solved_count:int solved:flag rating:ProblemRating created:time}"},
    {"ProblemRating", "{rating:int deviation:int is_provisional:flag tries:int}"},
    {NULL, NULL},
};

const apo_named_schema *apo_openapi_schemas(void)
{
    return schemas;
}
