#include "server/study/comment.h"

#include "base/text.h"
#include "store/talk.h"

bool apo_study_has_comments(const apo_store_study *study)
{
    return study->visibility != APO_STORE_STUDY_PRIVATE;
}

apo_comments_place apo_study_comments_place(char page[APO_STUDY_PATH_MAX],
                                            const apo_store_study *study)
{
    apo_text text = apo_text_start(page, APO_STUDY_PATH_MAX);
    apo_text_add(&text, "/study/");
    apo_text_add(&text, study->id);
    return (apo_comments_place){.kind = APO_TALK_STUDY,
                                .id = apo_span_of(study->id),
                                .page = page,
                                .owner = study->owner,
                                .kind_of_notice = APO_NOTICE_STUDY_COMMENT,
                                .title = study->name};
}

void apo_study_drop_comments(apo_store_batch *batch, const char *study)
{
    char conversation[APO_STORE_KEY_MAX];
    apo_conversation_of_game(conversation, APO_TALK_STUDY, apo_span_of(study));
    apo_store_drop_messages(batch, conversation);
}
