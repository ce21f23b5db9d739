/* The five games, one table each, in the order of rules 3 to 5. */
#include "slow_inside.h"

#include <string.h>

/* clang-format off */
#define LEAP(a, b) {POWER_LEAP, a, b, MAY_BOTH}
#define MLEAP(a, b) {POWER_LEAP, a, b, MAY_MOVE}
#define ROOK {POWER_RIDE, 1, 0, MAY_BOTH}
#define MROOK {POWER_RIDE, 1, 0, MAY_MOVE}
#define BISHOP {POWER_RIDE, 1, 1, MAY_BOTH}
#define KNIGHTRIDER {POWER_RIDE, 2, 1, MAY_BOTH}
#define HOP {POWER_HOP, 0, 0, MAY_CAPTURE}
#define BENT(a, b) {POWER_BENT, a, b, MAY_BOTH}
#define VULTURE {POWER_VULTURE, 0, 0, MAY_BOTH}
#define PAWN {POWER_PAWN, 0, 0, MAY_BOTH}
#define BEROLINA {POWER_BEROLINA, 0, 0, MAY_BOTH}
#define CHECKER {POWER_CHECKER, 0, 0, MAY_BOTH}
#define NOTHING {POWER_NONE, 0, 0, 0}

/* The letters of Betza that rules.md uses. */
#define W LEAP(1, 0)
#define F LEAP(1, 1)
#define D LEAP(2, 0)
#define N LEAP(2, 1)
#define A LEAP(2, 2)
#define H LEAP(3, 0)
#define L LEAP(3, 1)
#define Z LEAP(3, 2)
#define mW MLEAP(1, 0)
#define mF MLEAP(1, 1)
#define mA MLEAP(2, 2)
#define mH MLEAP(3, 0)
#define mL MLEAP(3, 1)
#define mZ MLEAP(3, 2)
#define mG MLEAP(3, 3)

static const slow_game games[] = {
    /* rules 3: Grand Apothecary Chess-Alert */
    {
        .id = "alert",
        .size = 12,
        .has_brouhaha = true,
        .has_joker = true,
        .has_reserve = true,
        .has_points = true,
        .average_is_weak = true,
        .move_limit = 150,
        .multi_from_first = 1,
        .multi_from_last = 5,
        .multi_to = 6,
        .promotions = {"BNZGW", "RJYFO", "QVUMI"},
        .king_file = 'g',
        .castlings =
            {
                {'R', 'k', 'i', 'h'}, /* short rook */
                {'R', 'b', 'e', 'f'},
                {'R', 'k', 'j', 'i'}, /* long rook */
                {'R', 'b', 'd', 'e'},
                {'Z', 'l', 'j', 'i'}, /* short cannon */
                {'Z', 'a', 'd', 'e'},
                {'Z', 'l', 'k', 'j'}, /* long cannon */
                {'Z', 'a', 'c', 'd'},
            },
        .pieces =
            {
                {'K', CLASS_NONE, 0, {W, F}},
                {'Q', CLASS_HEAVY, 9, {ROOK, BISHOP}},
                {'V', CLASS_HEAVY, 9, {ROOK, KNIGHTRIDER}},
                {'U', CLASS_HEAVY, 9, {BISHOP, KNIGHTRIDER}},
                {'M', CLASS_HEAVY, 9, {ROOK, HOP, F}},
                {'I', CLASS_HEAVY, 9, {BISHOP, VULTURE, mH}},
                {'F', CLASS_AVERAGE, 6, {VULTURE, mH}},
                {'R', CLASS_AVERAGE, 6, {ROOK}},
                {'Y', CLASS_AVERAGE, 6, {KNIGHTRIDER}},
                {'O', CLASS_AVERAGE, 6, {BENT(2, 0)}},
                {'J', CLASS_NONE, 0, {NOTHING}},
                {'B', CLASS_LIGHT, 3, {BISHOP}},
                {'N', CLASS_LIGHT, 3, {N, mL}},
                {'Z', CLASS_LIGHT, 3, {MROOK, HOP}},
                {'W', CLASS_LIGHT, 3, {W, Z}},
                {'G', CLASS_LIGHT, 3, {F, D, H}},
                {'P', CLASS_NONE, 1, {PAWN}},
                {'X', CLASS_NONE, 1, {BEROLINA}},
            },
    },
    /* rules 4.1: Apothecary Chess-Modern */
    {
        .id = "modern",
        .size = 10,
        .has_brouhaha = true,
        .has_joker = true,
        .has_reserve = true,
        .has_kings_jump = true,
        .has_points = true,
        .move_limit = 100,
        .multi_from_first = 3,
        .multi_from_last = 3,
        .multi_to = 5,
        .promotions = {"BNCW", "RSJ", "QDG"},
        .king_file = 'f',
        .pieces =
            {
                {'K', CLASS_NONE, 0, {W, F}},
                {'Q', CLASS_HEAVY, 9, {ROOK, BISHOP}},
                {'D', CLASS_HEAVY, 9, {BENT(1, 1)}},
                {'G', CLASS_HEAVY, 9, {BENT(1, 0)}},
                {'R', CLASS_AVERAGE, 6, {ROOK}},
                {'S', CLASS_AVERAGE, 6, {BISHOP, Z}},
                {'J', CLASS_NONE, 0, {NOTHING}},
                {'B', CLASS_LIGHT, 3, {BISHOP}},
                {'N', CLASS_LIGHT, 3, {N, mH, mA}},
                {'C', CLASS_LIGHT, 3, {W, A, D}},
                {'W', CLASS_LIGHT, 3, {F, L}},
                {'P', CLASS_NONE, 1, {PAWN}},
            },
    },
    /* rules 4.2: Apothecary Chess-Classic (and classic:brouhaha-joker, which only sets up
     * otherwise) */
    {
        .id = "classic",
        .size = 10,
        .has_brouhaha = true,
        .has_joker = true,
        .has_reserve = true,
        .has_kings_jump = true,
        .has_launch = true,
        .has_points = true,
        .pawn_grows = true,
        .move_limit = 100,
        .multi_from_first = 3,
        .multi_from_last = 3,
        .multi_to = 5,
        .promotions = {"BNEM", "RJ", "QCA"},
        .king_file = 'f',
        .pieces =
            {
                {'K', CLASS_NONE, 0, {W, F}},
                {'Q', CLASS_HEAVY, 9, {ROOK, BISHOP}},
                {'C', CLASS_HEAVY, 9, {ROOK, N}},
                {'A', CLASS_HEAVY, 9, {BISHOP, N}},
                {'R', CLASS_AVERAGE, 6, {ROOK}},
                {'J', CLASS_NONE, 0, {NOTHING}},
                {'B', CLASS_LIGHT, 3, {BISHOP}},
                {'N', CLASS_LIGHT, 3, {N, mZ}},
                {'E', CLASS_LIGHT, 3, {F, A, H}},
                {'M', CLASS_LIGHT, 3, {W, L}},
                {'P', CLASS_NONE, 1, {PAWN}},
            },
    },
    /* rules 4.3: Apothecary Chess 2 */
    {
        .id = "apothecary2",
        .size = 10,
        .has_brouhaha = true,
        .has_joker = true,
        .has_launch = true,
        .has_brouhaha_powers = true,
        .has_points = true,
        .pawn_grows = true,
        .move_limit = 100,
        .multi_from_first = 3,
        .multi_from_last = 3,
        .multi_to = 5,
        .promotions = {"BNEZL", "R", "QCA"},
        .king_file = 'f',
        .pieces =
            {
                {'K', CLASS_NONE, 0, {W, F}},
                {'Q', CLASS_HEAVY, 9, {ROOK, BISHOP}},
                {'C', CLASS_HEAVY, 9, {ROOK, N}},
                {'A', CLASS_HEAVY, 9, {BISHOP, N}},
                {'R', CLASS_AVERAGE, 6, {ROOK}},
                {'J', CLASS_NONE, 0, {NOTHING}},
                {'B', CLASS_LIGHT, 3, {BISHOP}},
                {'N', CLASS_LIGHT, 3, {N, mG}},
                {'E', CLASS_LIGHT, 3, {F, A, mH}},
                {'Z', CLASS_LIGHT, 3, {Z, mF}},
                {'L', CLASS_LIGHT, 3, {L, mW}},
                {'P', CLASS_NONE, 1, {PAWN}},
            },
    },
    /* rules 5: Prequel Chess */
    {
        .id = "prequel",
        .size = 12,
        .move_limit = 50,
        .multi_from_first = 2,
        .multi_from_last = 2,
        .multi_to = 4,
        .promotions = {"", "", "QEARBNL"},
        .king_file = 'g',
        .castlings = {{'R', 'l', 'j', 'i'}, {'R', 'a', 'd', 'e'}},
        .pieces =
            {
                {'K', CLASS_NONE, 0, {W, F}},
                {'Q', CLASS_NONE, 0, {ROOK, BISHOP}},
                {'R', CLASS_NONE, 0, {ROOK}},
                {'B', CLASS_NONE, 0, {BISHOP}},
                {'N', CLASS_NONE, 0, {N}},
                {'A', CLASS_NONE, 0, {BISHOP, N}},
                {'E', CLASS_NONE, 0, {ROOK, N}},
                {'L', CLASS_NONE, 0, {L}},
                {'P', CLASS_NONE, 0, {PAWN}},
                {'C', CLASS_NONE, 0, {CHECKER}},
            },
    },
};

/* clang-format on */

const slow_game *slow_find_game(const char *variant_id)
{
    size_t length = strcspn(variant_id, ":");
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        if (strlen(games[i].id) == length && strncmp(games[i].id, variant_id, length) == 0) {
            return &games[i];
        }
    }
    return NULL;
}

const slow_piece *slow_find_piece(const slow_game *game, char letter)
{
    for (const slow_piece *piece = game->pieces; piece->letter != 0; piece++) {
        if (piece->letter == letter) {
            return piece;
        }
    }
    return NULL;
}
