// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/chat/encoded_conversation.h"

#include "base/error.h"

namespace tunedesk::data {

EncodedConversation encode(const Conversation& conversation, bool asks, const ChatTemplate& form,
                           const Tokenizer& tokenizer) {
    if (!tokenizer.gives_spans()) throw Error(ErrorId::spans_missing);
    std::string text;
    std::vector<ByteSpan> answers; // ascending
    for (const ChatTemplate::Piece& piece : form.render(conversation, asks)) {
        const auto begin = static_cast<std::uint32_t>(text.size());
        text += piece.text;
        if (piece.is_answer) answers.push_back({begin, static_cast<std::uint32_t>(text.size())});
    }
    EncodedConversation encoded;
    std::vector<ByteSpan> spans;
    tokenizer.encode_plain(text, encoded.ids, spans);
    encoded.learned.reserve(encoded.ids.size());
    auto answer = answers.begin();
    for (const ByteSpan& span : spans) {
        while (answer != answers.end() && answer->end <= span.begin)
            ++answer;
        encoded.learned.push_back(answer != answers.end() && answer->begin <= span.begin);
    }
    return encoded;
}

} // namespace tunedesk::data
