// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/words/word_level_file.h"

#include <fmt/format.h>

namespace tunedesk::data {

namespace {

constexpr std::size_t most_replacements = 32, most_content = 64;

void read_step(const TokenizerNode& node, WordLevelSettings& settings) {
    if (node.type() == "Lowercase") {
        if (settings.lowercase || !settings.replacements.empty())
            other_kind("WordLevel whose normalizer replaces before Lowercase", node.where());
        settings.lowercase = true;
        return;
    }
    if (node.type() != "Replace") other_kind("WordLevel with normalizer " + node.type(), node.where());
    const TokenizerNode pattern = node.at("pattern");
    if (!pattern.has("String")) other_kind("WordLevel that replaces a regular expression", pattern.where());
    if (pattern.at("String").text().empty()) pattern.damaged("an empty pattern");
    if (node.at("content").text().size() > most_content)
        node.damaged(fmt::format("a replacement of more than {} bytes", most_content));
    settings.replacements.push_back({pattern.at("String").text(), node.at("content").text()});
}

} // namespace

bool is_word_level(const TokenizerNode& model) {
    return model.has("type") && model.type() == "WordLevel";
}

WordLevelSettings read_word_level(const TokenizerNode& model, const TokenizerNode& normalizer,
                                  const TokenizerNode& splitter, Vocabulary& vocabulary) {
    WordLevelSettings settings;
    vocabulary.read(model.at("vocab"));
    const TokenizerNode unknown = model.at("unk_token");
    const auto id = vocabulary.find(unknown.text());
    if (!id) unknown.damaged(fmt::format("the vocabulary lacks \"{}\"", unknown.text()));
    settings.unknown_id = *id;
    if (!normalizer.is_null() && normalizer.type() == "Sequence") {
        const TokenizerNode steps = normalizer.at("normalizers");
        if (steps.array_size() > most_replacements)
            other_kind(fmt::format("WordLevel with {} normalizers", steps.array_size()), steps.where());
        for (std::size_t i = 0; i < steps.array_size(); ++i)
            read_step(steps.at(i), settings);
    } else if (!normalizer.is_null()) {
        read_step(normalizer, settings);
    }
    if (splitter.is_null() || splitter.type() != "WhitespaceSplit")
        other_kind("WordLevel with pre-tokenizer " + (splitter.is_null() ? "null" : splitter.type()) +
                       "; WhitespaceSplit is supported",
                   splitter.where());
    return settings;
}

WordLevelSettings basic_english() {
    return {true,
            {{"'", " '  "},
             {"\"", ""},
             {".", " . "},
             {"<br />", " "},
             {",", " , "},
             {"(", " ( "},
             {")", " ) "},
             {"!", " ! "},
             {"?", " ? "},
             {";", " "},
             {":", " "}},
            0};
}

std::string word_level_json(const WordLevelSettings& settings, std::span<const std::string> words) {
    Json steps = Json::array();
    if (settings.lowercase) steps.push_back({{"type", "Lowercase"}});
    for (const WordLevelSettings::Replacement& replacement : settings.replacements)
        steps.push_back({{"type", "Replace"},
                         {"pattern", {{"String", replacement.pattern}}},
                         {"content", replacement.content}});
    Json vocabulary = Json::object();
    for (std::size_t id = 0; id < words.size(); ++id)
        vocabulary[words[id]] = id;
    const Json file = {
        {"version", "1.0"},
        {"truncation", nullptr},
        {"padding", nullptr},
        {"added_tokens", Json::array()},
        {"normalizer", {{"type", "Sequence"}, {"normalizers", std::move(steps)}}},
        {"pre_tokenizer", {{"type", "WhitespaceSplit"}}},
        {"post_processor", nullptr},
        {"decoder", nullptr},
        {"model", {{"type", "WordLevel"}, {"vocab", std::move(vocabulary)}, {"unk_token", unknown_word}}}};
    return file.dump(1) + "\n";
}

} // namespace tunedesk::data
