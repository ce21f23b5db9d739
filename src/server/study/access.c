#include "server/study/access.h"

#include "server/web/person.h"
#include "server/web/visitor.h"

const char *const apo_study_access_words[APO_STUDY_ACCESSES] = {"none", "read", "write", "own"};
const char *const apo_study_visibility_words[APO_STORE_VISIBILITIES] = {"private", "link",
                                                                        "public"};

enum apo_study_access apo_study_access_of(apo_store *store, const apo_store_study *study,
                                          apo_span person)
{
    bool may_write;
    if (apo_span_is(person, study->owner))
        return APO_STUDY_OWN;
    if (person.length > 0 &&
        apo_store_find_member(store, &may_write, apo_span_of(study->id), person) == APO_OK)
        return may_write ? APO_STUDY_WRITE : APO_STUDY_READ;
    return study->visibility == APO_STORE_STUDY_PRIVATE ? APO_STUDY_NONE : APO_STUDY_READ;
}

bool apo_study_is_hidden(apo_store *store, const apo_store_study *study, apo_span reader,
                         bool is_public)
{
    apo_store_person owner;
    if (apo_person_is_hidden(store, reader, study->owner))
        return true;
    return is_public &&
           apo_store_find_person(store, &owner, apo_span_of(study->owner)) == APO_OK &&
           (owner.standing & APO_STANDING_MUTED) != 0;
}

bool apo_study_asked(apo_app *app, apo_http_request *req, apo_store_study *out,
                     enum apo_study_access *access)
{
    if (apo_store_find_study(app->store, out, apo_http_param(req, "id")) != APO_OK)
        return false;
    *access = apo_study_access_of(app->store, out, apo_visitor_account_id(app, req));
    return *access != APO_STUDY_NONE;
}
