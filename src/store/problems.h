/* Problems, and the people who solved them, in the store. */
#ifndef APO_STORE_PROBLEMS_H
#define APO_STORE_PROBLEMS_H

#include "store/games.h"

enum {
    APO_STORE_AIM_MAX = 12, /* with the terminator, as all of these */
    APO_STORE_TITLE_MAX = 128,
    APO_STORE_REMARK_MAX = 1024,
    APO_STORE_POSITION_MAX = 1900,
    APO_STORE_VERDICT_MAX = 16,
    APO_STORE_KEYS_MAX = 512,
    APO_STORE_LINE_MAX = 160,
    APO_STORE_THEMES_MAX = 96,
    APO_STORE_SOURCE_MAX = 40
};

enum apo_store_problem_state {
    APO_STORE_PROBLEM_WAITING, /* waiting to be checked */
    APO_STORE_PROBLEM_PUBLIC,
    APO_STORE_PROBLEM_REFUSED
};

typedef struct apo_store_problem {
    char id[APO_STORE_ID_MAX];
    char author[APO_STORE_ID_MAX]; /* "" for those shipped with the server */
    char key[APO_STORE_KEY_MAX];   /* of the creating request; "" */
    char variant[APO_STORE_VARIANT_MAX];
    char fen[APO_STORE_POSITION_MAX];
    char aim[APO_STORE_AIM_MAX];
    unsigned moves;
    char title[APO_STORE_TITLE_MAX], remark[APO_STORE_REMARK_MAX];
    enum apo_store_problem_state state;
    char verdict[APO_STORE_VERDICT_MAX]; /* the checker's */
    char keys[APO_STORE_KEYS_MAX];       /* first moves, separated by blanks */
    int64_t nodes;                       /* positions searched by the checker */
    char line[APO_STORE_LINE_MAX];       /* the solution, separated by blanks; "" unless the aim
                                          * is to win */
    char themes[APO_STORE_THEMES_MAX];   /* words, each with a blank before and after it */
    char source[APO_STORE_SOURCE_MAX];   /* the game it is from, if it was mined; "" */
    unsigned ply;                        /* half-moves of that game before the position */
    unsigned solved_count;
    int64_t created_ms;
    double rating, deviation, volatility; /* read only: see store/problem_tries.h */
    unsigned tries;                       /* that have changed it */
} apo_store_problem;

/* A filter for lists; "" and 0: anything. */
typedef struct apo_store_problem_filter {
    const char *variant, *aim, *theme;
    unsigned moves;
    const char *unsolved_by; /* a person; "": solved ones too */
    /* the last one of the previous page; NULL: from the newest */
    const apo_store_problem *before;
} apo_store_problem_filter;

void apo_store_add_problem(apo_store_batch *batch, const apo_store_problem *problem);

/* The same; if there is one with its id already, only the time when it was made changes, and
 * with it its place in lists. */
void apo_store_stock_problem(apo_store_batch *batch, const apo_store_problem *problem);

/* Sets state, verdict, keys and nodes of a waiting one; otherwise the batch fails with
 * APO_E_UNKNOWN. */
void apo_store_set_problem(apo_store_batch *batch, const apo_store_problem *problem);

/* Records that somebody has solved it; counted once. */
void apo_store_solve_problem(apo_store_batch *batch, const char *problem, const char *person,
                             int64_t at_ms);

apo_status apo_store_find_problem(apo_store *store, apo_store_problem *out, apo_span id);
apo_status apo_store_find_problem_key(apo_store *store, apo_store_problem *out, apo_span author,
                                      apo_span key);

/* The public problem of a day, counted from 1970: every problem has its day before one is
 * repeated, unless problems are added meanwhile. */
apo_status apo_store_find_daily_problem(apo_store *store, apo_store_problem *out, int64_t day);

/* Which problem is offered next. */
typedef struct apo_store_problem_query {
    const char *variant; /* "": any */
    const char *but;     /* not this one */
    const char *person;  /* excludes their own problems and those they solved; "": nobody's */
    bool may_be_tried;   /* also problems that the person has tried without success */
    int lowest, highest; /* its rating */
    unsigned random;     /* chooses among those that fit */
} apo_store_problem_query;

/* A public problem that fits. */
apo_status apo_store_find_next_problem(apo_store *store, apo_store_problem *out,
                                       const apo_store_problem_query *query);

/* True if the person has solved it. */
bool apo_store_has_solved(apo_store *store, apo_span problem, apo_span person);

typedef bool apo_store_problem_row(void *context, const apo_store_problem *problem);

/* Public ones, the newest first. */
apo_status apo_store_list_problems(apo_store *store, const apo_store_problem_filter *filter,
                                   unsigned limit, apo_store_problem_row *row, void *context);

/* All problems of an author, the newest first. */
apo_status apo_store_list_own_problems(apo_store *store, apo_span author, unsigned limit,
                                       apo_store_problem_row *row, void *context);

#endif
