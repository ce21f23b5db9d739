/* Commands that answer questions about positions: one given by the operands, or one per line of
 * standard input, on several threads and in order. */
#ifndef APO_CLI_IO_QUESTIONS_H
#define APO_CLI_IO_QUESTIONS_H

#include "base/json.h"
#include "cli/call/command.h"
#include "cli/io/opened.h"

enum {
    APO_QUESTION_WORDS_MAX = 4096,   /* after the FEN */
    APO_QUESTION_BYTES_MAX = 1 << 20 /* a line of standard input */
};

/* Why a question has no answer: a text and the error in it. */
typedef struct apo_problem {
    const char *what; /* "FEN", "move" */
    apo_span text;    /* borrowed; err.position is an offset in it */
    apo_error err;
} apo_problem;

typedef struct apo_question {
    const apo_call *call;
    const void *context; /* what the command has read from its options; shared by all threads */
    apo_position *pos;   /* may be changed */
    const apo_span *words; /* what follows the FEN */
    size_t word_count;
    bool is_batch;   /* one of many: no progress, no threads of its own */
    apo_buffer *out; /* the answer, without the last line end */
    bool is_no;      /* set where the answer is "no": the exit status of a single question */
    apo_problem problem; /* set where there is no answer */
} apo_question;

/* Writes the answer; false: `problem` says why there is none. Called by several threads at once
 * in a batch. */
typedef bool (*apo_question_handler)(apo_question *question);

/* How a command answers. */
typedef struct apo_asking {
    apo_question_handler answer;
    /* Checks the options once, for this game; may be NULL. It reports failures on stderr
     * itself. */
    enum apo_exit (*prepare)(void *context, const apo_call *call, const apo_variant *var);
    void *context;
    int words;           /* that follow the FEN: a number, or APO_OPERANDS_REST */
    const char *missing; /* the name of the word that must be there; NULL: none */
    bool has_lines; /* an answer can have several lines; an empty line then separates answers */
} apo_asking;

/* The option of commands that answer questions. */
#define APO_THREADS_OPTION                                                           \
    {                                                                                \
        "threads", "N", NULL,                                                        \
            "With the FEN -: answer with N threads; default one for each processor." \
    }

/* Answers the question in the operands of `call` (VARIANT FEN WORDS...). If the FEN is "-",
 * answers each line of standard input: FEN WORDS..., followed by the words among the operands.
 * If a line has tabs, they separate the FEN and the words, which may then contain spaces. A
 * line that cannot be answered gets "error: ..." (with --json
 * {"error":...,"in":...,"column":...}) instead, and makes the exit status APO_EXIT_NO. The
 * command has the options "json" and "threads". */
enum apo_exit apo_questions_answer(const apo_call *call, const apo_asking *asking);

/* Sets the question's problem from a status; returns false. */
bool apo_question_fail(apo_question *question, const char *what, apo_status status);

/* Reads a move in any notation; false: the question's problem is set. */
bool apo_question_move(apo_question *question, apo_move *out, apo_span text);

/* Writes an answer that is one text; with --json an object with it as `member`. */
void apo_question_answer(apo_question *question, const char *member, const char *text);

#endif
