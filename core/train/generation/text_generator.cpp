// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/generation/text_generator.h"

#include "base/clock.h"
#include "base/error.h"
#include "data/tokenize/token_text.h"
#include "model/generation/generator.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::train {

namespace {

/// The bytes before a character that is unfinished at the end.
std::size_t whole_characters(std::string_view bytes) {
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, bytes.size()); ++back) {
        const auto byte = static_cast<unsigned char>(bytes[bytes.size() - back]);
        if ((byte & 0xC0) == 0x80) continue;
        const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
        return length > back ? bytes.size() - back : bytes.size();
    }
    return bytes.size();
}

/// The text of the tokens so far: it holds back a character's part and what may yet
/// become a stop string.
class TextStream {
public:
    TextStream(const std::vector<std::string>& stops, const HearText& hear) : stops_(stops), hear_(hear) {}

    /// False: the text is to end.
    bool add(const std::string& bytes) {
        held_ += bytes;
        for (const std::string& stop : stops_)
            if (const std::size_t at = held_.find(stop); at < stop_at_) {
                stop_at_ = at;
                has_stopped_ = true;
            }
        if (has_stopped_) {
            held_.resize(stop_at_);
            return false;
        }
        return say(sendable());
    }

    /// What is held back at the end.
    void finish() {
        if (!held_.empty()) say(held_.size());
    }

    bool has_stopped() const { return has_stopped_; }
    std::string take_text() { return std::move(text_); }

private:
    std::size_t sendable() const {
        std::size_t end = whole_characters(held_);
        for (const std::string& stop : stops_)
            for (std::size_t length = std::min(stop.size() - 1, held_.size()); length > 0; --length)
                if (std::string_view(held_).ends_with(std::string_view(stop).substr(0, length))) {
                    end = std::min(end, held_.size() - length);
                    break;
                }
        return end;
    }

    bool say(std::size_t count) {
        if (count == 0) return hear_({}); // the listener may have enough
        const std::string piece = held_.substr(0, count);
        held_.erase(0, count);
        text_ += piece;
        return hear_(piece);
    }

    const std::vector<std::string>& stops_;
    const HearText& hear_;
    std::string held_, text_;
    std::size_t stop_at_ = std::string::npos;
    bool has_stopped_ = false;
};

} // namespace

task::Generation generate(const model::Network& network, std::int64_t positions, const TextForm& form,
                          Prompt prompt, const task::GenerationSpec& spec, const HearText& hear) {
    const auto count = static_cast<std::int64_t>(prompt.ids.size());
    if (count == 0 || count >= positions)
        throw Error(ErrorId::prompt_too_long, {fmt::to_string(count), fmt::to_string(positions)});
    task::Generation result;
    result.prompt_tokens = count;
    TextStream stream(spec.stop_strings, hear);
    data::TokenText text(form.tokenizer, prompt.begins_text);
    bool wanted = true;
    double first = 0;
    model::Generator generator(network, std::min(positions, count + spec.max_new_tokens));
    generator.continue_text(prompt.ids, spec.max_new_tokens, form.end_tokens, spec.sampling,
                            [&](std::int32_t token) {
                                if (first == 0) first = monotonic_seconds();
                                wanted = stream.add(text.add(token));
                                return wanted;
                            });
    stream.finish();
    result.seconds = first > 0 ? monotonic_seconds() - first : 0;
    result.tokens = static_cast<std::int64_t>(prompt.ids.size()) - count;
    const bool has_ended =
        result.tokens > 0 && std::ranges::find(form.end_tokens, prompt.ids.back()) != form.end_tokens.end();
    result.end = stream.has_stopped() ? task::GenerationEnd::stop_string
                 : !wanted            ? task::GenerationEnd::interrupted
                 : has_ended          ? task::GenerationEnd::end_token
                                      : task::GenerationEnd::length;
    result.text = stream.take_text();
    return result;
}

} // namespace tunedesk::train
