/* A tournament's settings, chosen by its organiser and stored with it as text. */
#ifndef APO_SERVER_TOURNAMENT_PLAN_H
#define APO_SERVER_TOURNAMENT_PLAN_H

#include "game/tournament_knockout.h"
#include "game/tournament_swiss.h"
#include "game/tournament_teams.h"
#include "i18n/i18n.h"
#include "net/json_in.h"
#include "server/round/round.h"
#include "server/tournament/odds.h"
#include "server/web/variant_map.h"
#include "store/tournaments.h"

enum {
    APO_TOURNAMENT_STARTS_MAX = 64, /* in a list */
    APO_TOURNAMENT_CIRCLE_MAX = 24, /* players of a round robin: 276 pairs */
    APO_TOURNAMENT_SWISS_ROUNDS_MAX = 20,
    APO_TOURNAMENT_HALF_BYES_MAX = 3, /* of a player */
    APO_TOURNAMENT_MINUTES_MAX = 12 * 60,
    APO_TOURNAMENT_EXHIBITION_MAX = 50, /* players, the organiser included */
    APO_TOURNAMENT_ODDS_MAX = 20,       /* per cent */
    APO_TOURNAMENT_PEOPLE_MAX = 48, /* invited, or removed: they fit on one line of the plan */
    APO_TOURNAMENT_RATING_MAX = 4000,
    APO_TOURNAMENT_THEME_MAX = 640, /* bytes, with the terminator; Alert needs 300 */
    APO_TOURNAMENT_TEXT_MAX = 2048  /* bytes of the organiser's description, with the
                                     * terminator */
};

/* In the order of their numbers in stored plans. */
enum apo_tournament_system {
    APO_TOURNAMENT_CIRCLE, /* a round robin */
    APO_TOURNAMENT_SWISS,
    APO_TOURNAMENT_KNOCKOUT,
    APO_TOURNAMENT_ARENA,
    APO_TOURNAMENT_EXHIBITION, /* the organiser plays everybody at once */
    APO_TOURNAMENT_TEAMS,      /* team matches: a round robin of teams, or a Swiss */
    APO_TOURNAMENT_SYSTEMS
};

enum apo_tournament_host {
    APO_TOURNAMENT_HOST_WHITE,
    APO_TOURNAMENT_HOST_BLACK,
    APO_TOURNAMENT_HOST_ALTERNATE, /* White on the first board, Black on the second ... */
    APO_TOURNAMENT_HOSTS
};

enum apo_tournament_order {
    APO_TOURNAMENT_BY_RATING,
    APO_TOURNAMENT_BY_LOT,
    APO_TOURNAMENT_BY_ENTRY, /* order of joining */
    APO_TOURNAMENT_ORDERS
};

/* Ids of persons. */
typedef struct apo_tournament_people {
    unsigned count;
    char ids[APO_TOURNAMENT_PEOPLE_MAX][APO_STORE_ID_MAX];
} apo_tournament_people;

typedef struct apo_tournament_plan {
    enum apo_tournament_system system;
    unsigned cycles; /* of a round robin: 1 or 2 */
    unsigned boards; /* of each match, in a team event */
    unsigned teams_max;
    uint32_t locked;     /* of a team event: bit N - 1 for team N; see apo_team_is_locked */
    bool is_team_circle; /* teams play a round robin; else a Swiss */
    bool has_both;       /* two games of each pair, one with each colour */
    unsigned rounds;     /* for a Swiss: the wanted number; once begun, the real number for all
                          * systems */
    enum apo_swiss_way way;
    unsigned late_rounds;          /* of a Swiss: people may join until this many have begun */
    unsigned half_byes;            /* of a Swiss: how many a player may ask for */
    unsigned minutes;              /* of an arena: how long games begin */
    enum apo_tournament_host host; /* the organiser's colour in an exhibition */
    unsigned host_time; /* of an exhibition: their time as a percentage of the others' */
    unsigned odds; /* per cent of time that 100 points of rating cost the stronger player */
    apo_tournament_odds handicaps; /* by the difference of ratings */
    unsigned point_odds; /* quarters that 100 points of rating below the best are worth */
    apo_tournament_people resting; /* who has asked for a bye in the next round */
    enum apo_tournament_order order;
    uint32_t seed;
    /* one for each round, then from the first again */
    unsigned starts[APO_TOURNAMENT_STARTS_MAX];
    unsigned start_count;                 /* 0: at random */
    char theme[APO_TOURNAMENT_THEME_MAX]; /* FEN: all games begin there instead; "": none */
    apo_time_control clock;
    bool is_rated;
    bool has_weekend, has_vacation; /* correspondence clocks are paused then */
    unsigned players_min, players_max;
    bool is_by_invitation;                  /* only guests may take part */
    unsigned rating_min, rating_max;        /* of those who are not guests; 0: no bound */
    apo_tournament_people guests, expelled; /* see server/tournament/entry.h */
    uint32_t closes_s;   /* since 1970: joining closes and the tournament begins; then: has
                          * begun */
    bool begins_full;    /* it begins at once when all places are taken */
    bool is_all_at_once; /* in a round robin: all rounds begin together */
    uint32_t every_s;    /* shortest time between the beginnings of two rounds */
    uint32_t pause_s; /* shortest time from the end of one round to the beginning of the next */
    enum apo_tournament_break breaks[APO_TOURNAMENT_BREAKS];
    unsigned break_count;
    char text[APO_TOURNAMENT_TEXT_MAX]; /* one paragraph */
    /* Of a published game: the version that is played in all rounds; "": the server's own. */
    char definition[APO_TOKEN_DIGEST_TEXT];
    bool is_unplayable; /* called off because that version cannot be loaded any more */
} apo_tournament_plan;

/* Writes it as text for the store; the second reads it. Errors, `out` undefined:
 * APO_E_SYNTAX. */
void apo_tournament_plan_write(apo_buffer *out, const apo_tournament_plan *plan);
apo_status apo_tournament_plan_read(apo_tournament_plan *out, apo_span text);

/* Names of the members of a request for a new tournament. */
#define APO_TOURNAMENT_NAMES                                                       \
    "key name text variant system cycles both_colors rounds pairing late_rounds"   \
    " half_byes series boards teams_max team_pairing order minutes host host_time" \
    " time_odds odds point_odds seed starts theme clock rated"                     \
    " weekend vacation players_min players_max entry guests rating_min rating_max" \
    " closes begins pace every_ms pause_ms tie_breaks"

/* Reads the request; `var` is its game. On failure `err` says what is wrong, for people.
 * Errors: APO_E_SYNTAX, APO_E_RANGE. */
apo_status apo_tournament_plan_ask(apo_tournament_plan *out, const apo_json_value *body,
                                   const apo_variant *var, int64_t now_ms, apo_error *err);

/* Adds the plan's members to the present JSON object. */
void apo_tournament_plan_view(apo_buffer *out, const apo_tournament_plan *plan);

/* "Swiss, 5 rounds"; "Round robin, two cycles, both colours". */
void apo_tournament_plan_words(apo_buffer *out, const apo_i18n *i18n,
                               const apo_tournament_plan *plan);

/* The name of a tie-break. */
const char *apo_tournament_plan_break(const apo_i18n *i18n, enum apo_tournament_break which);

bool apo_tournament_plan_is_live(const apo_tournament_plan *plan);

/* False if none of its games can be rated: all begin from a set position, or in all of them the
 * clocks differ. Where only some pairs get odds, the others' games are rated. */
bool apo_tournament_plan_is_rated(const apo_tournament_plan *plan);

/* The clock of a player in a game: `rating_gap` is their rating less the opponent's. */
apo_time_control apo_tournament_plan_clock(const apo_tournament_plan *plan, bool is_host,
                                           int rating_gap);

/* The start number of a round, for a game with `count` starts. */
unsigned apo_tournament_plan_start(const apo_tournament_plan *plan, unsigned round,
                                   unsigned count);

/* How many rounds a tournament with that many players (or teams) has; 0: an arena, which counts
 * waves. */
unsigned apo_tournament_plan_rounds(const apo_tournament_plan *plan, unsigned players);

#endif
