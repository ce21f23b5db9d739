/**
 * @file
 * Version, status codes, errors, text in and text out.
 *
 * Text comes in as an #apo_span (a pointer and a length, borrowed during the call) and goes out
 * into an #apo_text (memory of the caller) or an #apo_buffer (memory that grows).
 */
#ifndef APOTHECARY_BASE_H
#define APOTHECARY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Marks what the shared library exports. */
#if defined __GNUC__
#    define APO_API __attribute__((visibility("default")))
#else
#    define APO_API
#endif

/** Incremented by incompatible changes. */
#define APO_VERSION_MAJOR 0
/** Incremented by additions; before 1.0 also by incompatible changes. */
#define APO_VERSION_MINOR 2
/** Incremented by corrections. */
#define APO_VERSION_PATCH 0

#define APO_VERSION_TEXT_OF(number) #number /**< Internal to this header. */
/** Internal to this header. */
#define APO_VERSION_JOIN(major, minor, patch) \
    APO_VERSION_TEXT_OF(major) "." APO_VERSION_TEXT_OF(minor) "." APO_VERSION_TEXT_OF(patch)

/** The version of the headers as text: "0.2.0". */
#define APO_VERSION APO_VERSION_JOIN(APO_VERSION_MAJOR, APO_VERSION_MINOR, APO_VERSION_PATCH)

/** The version of the headers as a number, to compare: 0.2.0 is 200, 1.2.3 is 10203. */
#define APO_VERSION_NUMBER \
    (APO_VERSION_MAJOR * 10000 + APO_VERSION_MINOR * 100 + APO_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the library at run time, as #APO_VERSION; static. Any thread. */
APO_API const char *apo_version(void);

/** The result of a function that can fail. */
typedef enum apo_status {
    APO_OK,            /**< Success; all others are failures. */
    APO_E_MEMORY,      /**< Out of memory. */
    APO_E_SYNTAX,      /**< The text has the wrong form. */
    APO_E_RANGE,       /**< A number is out of range. */
    APO_E_TOO_LARGE,   /**< The input is larger than the limit. */
    APO_E_UNKNOWN,     /**< Nothing has that name. */
    APO_E_UNSUPPORTED, /**< Not possible in this game, or in the present state. */
    APO_E_DEFINITION,  /**< The definition has faults. */
    APO_E_POSITION,    /**< The position is not possible. */
    APO_E_ILLEGAL,     /**< The move is not legal. */
    APO_E_AMBIGUOUS,   /**< More than one move fits. */
    APO_E_OVERFLOW,    /**< More results than fit into the caller's memory. */
    APO_E_IO,          /**< Reading or writing failed. */
    APO_E_FINISHED,    /**< The game is over. */
    APO_E_EXISTS,      /**< It exists already. */
    APO_STATUSES       /**< How many there are. */
} apo_status;

/** The meaning of a status, a short lower-case phrase; static, never NULL. Any thread. */
APO_API const char *apo_status_message(apo_status status);

/** The status as one word for programs: "ok", "too_large"; static, never NULL. Any thread. */
APO_API const char *apo_status_word(apo_status status);

/** An allocator. Where a function takes one, NULL means the C library's malloc. */
typedef struct apo_alloc {
    void *context; /**< Passed to `resize`. */
    /** Like realloc, but size 0 frees the block and returns NULL. */
    void *(*resize)(void *context, void *block, size_t size);
} apo_alloc;

/** A text with its length; borrowed, need not be terminated. */
typedef struct apo_span {
    const char *text; /**< Borrowed; may be NULL if `length` is 0. */
    size_t length;    /**< Bytes. */
} apo_span;

/** A span of a terminated string, which is borrowed; NULL gives the empty span. Any thread. */
APO_API apo_span apo_span_of(const char *string);

/** A text of limited size in the caller's memory. It is always terminated. Text that does not
 * fit is dropped and sets `is_overflowed`. */
typedef struct apo_text {
    char *bytes;        /**< The caller's memory; terminated. */
    size_t size;        /**< Its size in bytes, at least 1: the terminator counts. */
    size_t length;      /**< Bytes written, without the terminator. */
    bool is_overflowed; /**< Something did not fit and was dropped. */
} apo_text;

/** Starts an empty text in `bytes` (borrowed while the text is in use; size at least 1). */
APO_API apo_text apo_text_start(char *bytes, size_t size);

/** Adds a terminated string. */
APO_API void apo_text_add(apo_text *text, const char *string);

/** A text that grows, for output of unknown length. If memory runs out, `is_failed` is set and
 * all further text is dropped, so one check at the end is enough. One thread. */
typedef struct apo_buffer {
    const apo_alloc *alloc; /**< Borrowed; NULL: the default. */
    char *bytes;            /**< Owned; NULL or terminated. */
    size_t length;          /**< Bytes, without the terminator. */
    size_t capacity;        /**< Bytes allocated. */
    bool is_failed;         /**< Memory ran out. */
} apo_buffer;

/** Makes an empty buffer. `alloc` is borrowed until the buffer is cleared. */
APO_API void apo_buffer_init(apo_buffer *buffer, const apo_alloc *alloc);

/** Frees the buffer's memory. The buffer is empty then and can be used again. */
APO_API void apo_buffer_clear(apo_buffer *buffer);

/** What has been written so far; borrowed until the buffer changes. */
APO_API apo_span apo_buffer_span(const apo_buffer *buffer);

/** Sizes of error texts. */
enum {
    APO_ERROR_DETAIL_MAX = 240, /**< Bytes of a sentence: two lines. */
    APO_FAULT_KEY_MAX = 48,     /**< Bytes of a definition's key. */
    APO_FAULTS_MAX = 32         /**< Faults in a list: more than people read at once. */
};

/** What is wrong with a short text (a FEN, a move). Functions that take one allow NULL. */
typedef struct apo_error {
    apo_status status;                 /**< What the function returned. */
    size_t position;                   /**< Byte offset of the offending character. */
    char detail[APO_ERROR_DETAIL_MAX]; /**< A sentence for people, without the position. */
} apo_error;

/** One fault of a definition. */
typedef struct apo_fault {
    uint32_t line;                     /**< From 1; 0: the whole definition. */
    uint32_t column;                   /**< In bytes, from 1; 0: the whole line. */
    char key[APO_FAULT_KEY_MAX];       /**< The key at fault; "" if none. */
    char detail[APO_ERROR_DETAIL_MAX]; /**< A sentence for people. */
    bool is_warning;                   /**< The definition can still be used. */
} apo_fault;

/** All faults of a definition. Functions that take one allow NULL. */
typedef struct apo_fault_list {
    apo_fault faults[APO_FAULTS_MAX]; /**< The first `count` of them are set. */
    size_t count;                     /**< At most #APO_FAULTS_MAX. */
    size_t dropped_count;             /**< Further faults, which did not fit. */
    size_t error_count; /**< Those that are not warnings, dropped ones included. */
} apo_fault_list;

/** Makes an empty list. */
APO_API void apo_fault_list_init(apo_fault_list *list);

#ifdef __cplusplus
}
#endif

#endif
