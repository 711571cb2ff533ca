// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/unigram/unigram_file.h"

#include "data/pretokenize/splitter_file.h"
#include "data/tokenize/normal/normal_step_file.h"
#include "data/tokenize/sentencepiece/metaspace_file.h"

#include <fmt/format.h>

namespace tunedesk::data {

namespace {

/// Adds each [piece, score] of `vocab`; the id is the index.
std::vector<double> read_pieces(const TokenizerNode& node, Vocabulary& vocabulary) {
    const std::size_t count = node.array_size();
    if (count >= Vocabulary::id_limit) node.damaged("too many tokens");
    std::vector<double> scores;
    scores.reserve(count);
    vocabulary.reserve(count);
    for (const Json& item : node.json()) {
        const std::size_t id = scores.size();
        const auto where = [&] { return fmt::format("{}[{}]", node.where(), id); };
        if (!item.is_array() || item.size() != 2 || !item[0].is_string() || !item[1].is_number())
            damaged_tokenizer("not a piece and its score", where());
        const auto& text = item[0].get_ref<const std::string&>();
        if (vocabulary.find(text))
            other_kind(fmt::format("Unigram with two pieces \"{:.64}\"", text), where());
        if (!vocabulary.add(text, static_cast<std::int32_t>(id)))
            damaged_tokenizer(fmt::format("the vocabulary is too large, or a token longer than {} bytes",
                                          Vocabulary::token_limit),
                              where());
        scores.push_back(item[1].get<double>());
    }
    return scores;
}

void read_pre_tokenizers(const TokenizerNode& node, UnigramSettings& settings) {
    for_each_part(node, "pretokenizers", [&](const TokenizerNode& part) {
        if (part.type() == "Metaspace" && !settings.metaspace)
            settings.metaspace = read_metaspace(part);
        else if (is_splitter(part.type()))
            (settings.metaspace ? settings.later_splitters : settings.splitters)
                .push_back(read_splitter(part));
        else
            other_kind("Unigram with pre-tokenizer " + part.type() +
                           "; one Metaspace and splits are supported",
                       part.where());
    });
}

} // namespace

bool is_unigram(const TokenizerNode& model) {
    return model.has("type") ? model.type() == "Unigram"
                             : model.has("vocab") && model.at("vocab").json().is_array();
}

UnigramSettings read_unigram(const TokenizerNode& model, const TokenizerNode& normalizer,
                             const TokenizerNode& splitter, const TokenizerNode& decoder,
                             Vocabulary& vocabulary) {
    UnigramSettings settings;
    for_each_part(normalizer, "normalizers", [&](const TokenizerNode& part) {
        settings.steps.push_back(read_normal_step(part, "Unigram"));
    });
    read_pre_tokenizers(splitter, settings);
    settings.decoding = read_space_decoding(decoder, "Unigram");
    settings.scores = read_pieces(model.at("vocab"), vocabulary);
    if (!model.has("unk_id") || model.at("unk_id").is_null())
        other_kind("Unigram without an unknown token (unk_id)", model.where());
    settings.unknown_id = model.at("unk_id").id();
    if (static_cast<std::size_t>(settings.unknown_id) >= settings.scores.size())
        model.at("unk_id").damaged("not the id of a token");
    if (model.flag("byte_fallback", false)) settings.byte_ids = fallback_byte_ids(vocabulary);
    return settings;
}

} // namespace tunedesk::data
