// SPDX-License-Identifier: GPL-3.0-or-later
// A chat model's template, as tokenizer_config.json or by itself, with a conversation; and a row's messages.
#include "base/json.h"
#include "data/chat/chat_template.h"
#include "data/unicode/composition.h"

#include "fuzz/replay.h"

using namespace tunedesk;

namespace {

/// What is read of the text as a template, and as messages.
int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const data::Conversation said{{"user", "a"}, {"assistant", "b"}};
    const fs::path file = fuzz::file_with(data, size, "chat/tokenizer_config.json");
    for (const bool whole : {false, true})
        try {
            const data::ChatTemplate chat = whole ? data::ChatTemplate::load(file.parent_path())
                                                  : data::ChatTemplate::parse(text, "<b>", "<e>", "template");
            if (chat.render(said, false).empty()) throw std::logic_error("nothing was said");
        } catch (const Error& error) {
            if (error.id() < 4200 || error.id() > 4289) throw;
        }
    if (const auto messages = data::parse_messages(text, /*answered=*/false))
        for (const data::Message& message : *messages)
            if (message.role.empty()) throw std::logic_error("a message of no role");
    const data::unicode::Composed composed = data::unicode::composed(text, 0);
    if (composed.origins.size() != composed.text.size()) throw std::logic_error("bytes of no origin");
    return 0;
}

} // namespace

class ChatFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("chat", 1000, fuzz_one, {Grammar::json}); }
};

QTEST_GUILESS_MAIN(ChatFuzz)
#include "chat_fuzz.moc"
