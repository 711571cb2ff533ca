// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/generation/text_form.h"

#include "arch/adapter_folder.h"
#include "arch/generation_config.h"
#include "base/error.h"
#include "data/chat/encoded_conversation.h"

#include <algorithm>
#include <limits>

namespace tunedesk::train {

TextForm TextForm::load(const fs::path& folder) {
    const fs::path of_tokenizer = arch::tokenizer_folder(folder);
    TextForm form{data::Tokenizer::load(of_tokenizer), {}, {}, arch::end_tokens(folder)};
    try {
        form.chat = data::ChatTemplate::load(of_tokenizer);
    } catch (const Error& error) {
        form.no_chat = error;
    }
    if (form.end_tokens.empty()) form.end_tokens = arch::end_tokens(of_tokenizer);
    if (form.chat && form.tokenizer.gives_spans()) {
        std::vector<std::int32_t> ids;
        std::vector<data::ByteSpan> spans;
        form.tokenizer.encode_plain(form.chat->answer_end(), ids, spans);
        if (ids.size() == 1 && std::ranges::find(form.end_tokens, ids[0]) == form.end_tokens.end())
            form.end_tokens.push_back(ids[0]);
    }
    return form;
}

Prompt TextForm::prompt(const std::string& text) const {
    Prompt prompt;
    std::size_t type_one = 0;
    tokenizer.encode(text, {}, false, std::numeric_limits<int>::max(), false, prompt.ids, type_one);
    return prompt;
}

Prompt TextForm::prompt(const data::Conversation& conversation) const {
    if (!chat) throw *no_chat;
    return {data::encode(conversation, /*asks=*/true, *chat, tokenizer).ids, true};
}

} // namespace tunedesk::train
