/* Tells when something that was removed from a table may be freed. Requests and pieces of work
 * already under way may have found it there and use it until they end. Each of them belongs to
 * the turn in which it begins. A new turn begins when everything from the turn before the last
 * has ended, so after two more turns everything under way now has ended. Loop's thread. */
#ifndef APO_NET_TURNS_H
#define APO_NET_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero at the start. */
typedef struct apo_turns {
    uint64_t turn;
    size_t inside[2]; /* of the present turn and the last, by turn % 2 */
} apo_turns;

/* Something begins, and ends: pass the result of the first to the second. */
uint64_t apo_turns_enter(apo_turns *turns);
void apo_turns_leave(apo_turns *turns, uint64_t turn);

/* Call the first when the thing is out of the table; later, the second tells whether everything
 * that was under way then has ended. */
uint64_t apo_turns_mark(const apo_turns *turns);
bool apo_turns_have_passed(apo_turns *turns, uint64_t mark);

#endif
