// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/sentencepiece/sentencepiece_file.h"

#include "data/pretokenize/splitter_file.h"
#include "data/tokenize/byte_level_file.h"
#include "data/tokenize/normal/normal_step_file.h"
#include "data/tokenize/sentencepiece/metaspace_file.h"

#include <fmt/format.h>

namespace tunedesk::data {

namespace {

TextStep read_step(const TokenizerNode& node) {
    if (node.type() != "Prepend" && node.type() != "Replace")
        other_kind("BPE with byte_fallback and normalizer " + node.type() +
                       "; Prepend and Replace are supported",
                   node.where());
    return read_text_step(node);
}

/// If spaces are replaced, the text is not split at spaces.
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

CharacterFallback read_fallback(const TokenizerNode& model, const Vocabulary& vocabulary) {
    CharacterFallback fallback;
    fallback.byte_ids = fallback_byte_ids(vocabulary);
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
    settings.decoding = read_space_decoding(decoder, "BPE with byte_fallback");
    settings.ignore_merges = model.flag("ignore_merges", false);
    read_bpe_vocabulary(model.at("vocab"), vocabulary);
    settings.fallback = read_fallback(model, vocabulary);
    settings.merges = read_bpe_merges(model.at("merges"), vocabulary);
    return settings;
}

} // namespace tunedesk::data
