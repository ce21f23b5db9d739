#include "server/round/event.h"

static const char *const words[APO_EVENT_KINDS] = {
#define APO_EVENT_WORD(name, word) [APO_EVENT_##name] = (word),
    APO_EVENT_LIST(APO_EVENT_WORD)
#undef APO_EVENT_WORD
};

static const char *const offers[APO_OFFERS] = {
    [APO_OFFER_DRAW] = "draw",
    [APO_OFFER_ADVANTAGE_WHITE] = "advantage-white",
    [APO_OFFER_ADVANTAGE_BLACK] = "advantage-black",
    [APO_OFFER_TAKEBACK] = "takeback",
};

const char *apo_event_word(enum apo_event_kind kind)
{
    return words[kind];
}

enum apo_event_kind apo_event_find(apo_span word)
{
    return (enum apo_event_kind)apo_span_index(word, words, APO_EVENT_KINDS);
}

const char *apo_offer_word(enum apo_offer offer)
{
    return offers[offer];
}

enum apo_offer apo_offer_find(apo_span word)
{
    unsigned offer = apo_span_index(word, offers, APO_OFFERS);
    return offer < APO_OFFERS ? (enum apo_offer)offer : APO_OFFER_NONE;
}
