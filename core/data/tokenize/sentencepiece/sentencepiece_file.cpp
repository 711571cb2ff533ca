#include "data/tokenize/sentencepiece/sentencepiece_file.h"

#include "data/pretokenize/splitter_file.h"
#include "data/tokenize/byte_level_file.h"
#include "data/unicode/unicode.h"

#include <fmt/format.h>
#include <functional>

namespace tunedesk::data {

namespace {

constexpr std::size_t most_steps = 8, longest_text = 64;

/// Calls read(part) for a part of `type` itself, or for each in a Sequence's list.
void for_each_part(const TokenizerNode& node, const char* list,
                   const std::function<void(const TokenizerNode&)>& read) {
    if (node.is_null()) return;
    if (node.type() != "Sequence") return read(node);
    const TokenizerNode parts = node.at(list);
    if (parts.array_size() > most_steps) other_kind(fmt::format("{} of many parts", list), node.where());
    for (std::size_t i = 0; i < parts.array_size(); ++i)
        read(parts.at(i));
}

const std::string& short_text(const TokenizerNode& node) {
    if (node.text().size() > longest_text)
        node.damaged(fmt::format("a text of more than {} bytes", longest_text));
    return node.text();
}

TextStep read_step(const TokenizerNode& node) {
    if (node.type() == "Prepend") return {{}, short_text(node.at("prepend"))};
    if (node.type() != "Replace")
        other_kind("BPE with byte_fallback and normalizer " + node.type() +
                       "; Prepend and Replace are supported",
                   node.where());
    const TokenizerNode pattern = node.at("pattern");
    if (!pattern.has("String"))
        other_kind("a normalizer that replaces a regular expression", pattern.where());
    const std::string& text = short_text(pattern.at("String"));
    if (text.empty()) pattern.damaged("an empty pattern");
    return {text, short_text(node.at("content"))};
}

Metaspace read_metaspace(const TokenizerNode& node) {
    Metaspace metaspace;
    metaspace.replacement = node.at("replacement").text();
    std::size_t end = 0;
    if (metaspace.replacement.empty() ||
        (unicode::next(metaspace.replacement, end), end != metaspace.replacement.size()))
        node.at("replacement").damaged("not one character");
    metaspace.splits = node.flag("split", true);
    // Files of before 2024 say add_prefix_space instead.
    const std::string scheme = node.has("prepend_scheme")            ? node.at("prepend_scheme").text()
                               : node.flag("add_prefix_space", true) ? "always"
                                                                     : "never";
    metaspace.prepend = scheme == "first"   ? Metaspace::Prepend::first
                        : scheme == "never" ? Metaspace::Prepend::never
                                            : Metaspace::Prepend::always;
    if (metaspace.prepend == Metaspace::Prepend::always && scheme != "always")
        node.damaged("an unknown prepend_scheme");
    return metaspace;
}

/// A text whose spaces are replaced is not split at spaces.
bool never_splits(const TokenizerNode& node, const std::vector<TextStep>& normalizer) {
    if (node.type() != "Split" || !node.at("pattern").has("String") || node.flag("invert", false))
        return false;
    return !normalizer.empty() && normalizer.back().pattern == " " &&
           normalizer.back().content.find(' ') == std::string::npos &&
           node.at("pattern").at("String").text().find(' ') != std::string::npos;
}

void read_pre_tokenizer_parts(const TokenizerNode& node, SentencePieceSettings& settings) {
    for_each_part(node, "pretokenizers", [&](const TokenizerNode& part) {
        if (part.type() == "Metaspace" && !settings.metaspace && settings.splitters.empty()) {
            settings.metaspace = read_metaspace(part);
            return;
        }
        if (!is_splitter(part.type()))
            other_kind("BPE with byte_fallback and pre-tokenizer " + part.type() +
                           "; Metaspace and then splits are supported",
                       part.where());
        Splitter splitter = read_splitter(part);
        if (settings.metaspace || !never_splits(part, settings.normalizer))
            settings.splitters.push_back(std::move(splitter));
    });
}

SpaceDecoding read_decoder(const TokenizerNode& node) {
    SpaceDecoding decoding;
    for_each_part(node, "decoders", [&](const TokenizerNode& part) {
        const std::string type = part.type();
        if (type == "ByteFallback" || type == "Fuse") return;
        if (type == "Metaspace") {
            const Metaspace metaspace = read_metaspace(part);
            decoding.space = metaspace.replacement;
            decoding.leading = metaspace.prepend == Metaspace::Prepend::never ? 0 : 1;
        } else if (type == "Replace" && part.at("pattern").has("String") &&
                   part.at("content").text() == " ") {
            decoding.space = short_text(part.at("pattern").at("String"));
        } else if (type == "Strip" && part.at("content").text() == " " && part.at("stop").number() == 0) {
            decoding.leading = static_cast<std::size_t>(part.at("start").number());
        } else {
            other_kind("BPE with byte_fallback and decoder " + type, part.where());
        }
    });
    if (decoding.space.empty()) node.damaged("an empty pattern");
    return decoding;
}

CharacterFallback read_fallback(const TokenizerNode& model, const Vocabulary& vocabulary) {
    CharacterFallback fallback;
    for (unsigned byte = 0; byte < 256; ++byte)
        fallback.byte_ids[byte] =
            vocabulary.find(fmt::format("<0x{:02X}>", byte)).value_or(CharacterFallback::no_token);
    fallback.fuses_unknown = model.flag("fuse_unk", false);
    if (!model.has("unk_token") || model.at("unk_token").is_null()) return fallback;
    const TokenizerNode unknown = model.at("unk_token");
    const auto id = vocabulary.find(unknown.text());
    if (!id) unknown.damaged(fmt::format("the vocabulary lacks \"{:.64}\"", unknown.text()));
    fallback.unknown_id = *id;
    return fallback;
}

} // namespace

bool is_sentencepiece(const TokenizerNode& model, const TokenizerNode& splitter) {
    if (!is_bpe(model) || !model.flag("byte_fallback", false)) return false;
    bool is_byte_level = false;
    for_each_part(splitter, "pretokenizers",
                  [&](const TokenizerNode& part) { is_byte_level |= part.type() == "ByteLevel"; });
    return !is_byte_level;
}

SentencePieceSettings read_sentencepiece(const TokenizerNode& model, const TokenizerNode& normalizer,
                                         const TokenizerNode& splitter, const TokenizerNode& decoder,
                                         Vocabulary& vocabulary) {
    SentencePieceSettings settings;
    check_bpe_settings(model);
    for_each_part(normalizer, "normalizers",
                  [&](const TokenizerNode& part) { settings.normalizer.push_back(read_step(part)); });
    read_pre_tokenizer_parts(splitter, settings);
    settings.decoding = read_decoder(decoder);
    settings.ignore_merges = model.flag("ignore_merges", false);
    read_bpe_vocabulary(model.at("vocab"), vocabulary);
    settings.fallback = read_fallback(model, vocabulary);
    settings.merges = read_bpe_merges(model.at("merges"), vocabulary);
    return settings;
}

} // namespace tunedesk::data
