// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/byte_level_file.h"

#include "data/pretokenize/splitter_file.h"
#include "data/unicode/byte_alphabet.h"
#include "data/unicode/unicode.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::data {

namespace {

constexpr std::size_t most_splits = 8;

/// Reads ByteLevel, or a Sequence of splits that ends with it.
void read_pre_tokenizer(const TokenizerNode& node, ByteLevelSettings& settings) {
    const bool is_sequence = !node.is_null() && node.type() == "Sequence";
    if (!is_sequence && (node.is_null() || node.type() != "ByteLevel"))
        other_kind("BPE with pre-tokenizer " + (node.is_null() ? "null" : node.type()) +
                       "; byte-level BPE with ByteLevel is supported",
                   node.where());
    settings.splitters.clear();
    std::size_t splits = 0;
    if (is_sequence) {
        splits = node.at("pretokenizers").array_size();
        if (splits == 0 || splits > most_splits)
            other_kind("a pre-tokenizer of no or many parts", node.where());
        --splits;
    }
    for (std::size_t i = 0; i < splits; ++i) {
        const TokenizerNode step = node.at("pretokenizers").at(i);
        if (!is_splitter(step.type())) other_kind("BPE with pre-tokenizer " + step.type(), step.where());
        settings.splitters.push_back(read_splitter(step));
    }
    const TokenizerNode last = is_sequence ? node.at("pretokenizers").at(splits) : node;
    if (last.type() != "ByteLevel")
        other_kind("BPE with a pre-tokenizer Sequence that does not end with ByteLevel", last.where());
    settings.add_prefix_space = last.at("add_prefix_space").flag();
    settings.is_sequence = is_sequence;
    if (splits > 0 && settings.add_prefix_space)
        other_kind("BPE that puts a space before each part of a text", last.where());
    if (last.flag("use_regex", true)) settings.splitters.push_back(WordPattern::gpt2);
}

/// Whether the normalizer is NFC; it may be null.
bool read_composition(const TokenizerNode& node) {
    if (node.is_null()) return false;
    if (node.type() == "NFC") return true;
    const bool is_sequence = node.type() == "Sequence";
    if (is_sequence && node.at("normalizers").array_size() == 0) return false;
    if (is_sequence && node.at("normalizers").array_size() == 1)
        return read_composition(node.at("normalizers").at(std::size_t{0}));
    other_kind("BPE with normalizer " + node.type() + "; byte-level BPE with NFC or without one is supported",
               node.where());
}

} // namespace

bool is_bpe(const TokenizerNode& model) {
    return model.has("type") ? model.type() == "BPE" : model.has("merges");
}

void read_bpe_vocabulary(const TokenizerNode& node, Vocabulary& vocabulary) {
    vocabulary.read(node);
    if (const auto twice = vocabulary.repeated_id())
        node.damaged(fmt::format("the id {} is given twice", *twice));
}

std::array<std::int32_t, 256> byte_ids_of(const Vocabulary& vocabulary, const std::string& where,
                                          bool drops_others) {
    const auto may_lack = [&](unsigned byte) { return drops_others && (byte < 0x20 || byte > 0x7E); };
    std::array<std::int32_t, 256> ids{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        std::string text;
        unicode::append(text, byte_alphabet::character_of(static_cast<unsigned char>(byte)));
        const auto id = vocabulary.find(text);
        if (!id && !may_lack(byte))
            other_kind(
                fmt::format("BPE whose vocabulary lacks \"{}\", the token of byte 0x{:02X}; byte-level "
                            "BPE with tokens for all 256 bytes is supported",
                            text, byte),
                where);
        ids[byte] = id.value_or(ByteLevelBpe::no_token);
    }
    return ids;
}

BpeMerge merge_of(std::string_view left, std::string_view right, const Vocabulary& vocabulary,
                  const std::function<std::string()>& where) {
    const auto id = [&](const std::string& token) {
        const auto found = vocabulary.find(token);
        if (!found)
            damaged_tokenizer(
                fmt::format("the vocabulary lacks \"{:.64}\", which a merge names or makes", token), where());
        return *found;
    };
    std::string both(left);
    const std::int32_t left_id = id(both), right_id = id(std::string(right));
    both += right;
    return {left_id, right_id, id(both)};
}

void check_bpe_settings(const TokenizerNode& model) {
    for (const char* key : {"continuing_subword_prefix", "end_of_word_suffix"})
        if (model.has(key) && !model.at(key).is_null() && !model.at(key).text().empty())
            other_kind(fmt::format("BPE with {} \"{}\"", key, model.at(key).text()), model.where());
    if (model.has("dropout") && !model.at("dropout").is_null() && model.at("dropout").json() != 0)
        other_kind("BPE with dropout", model.where());
}

std::vector<BpeMerge> read_bpe_merges(const TokenizerNode& node, const Vocabulary& vocabulary) {
    std::vector<BpeMerge> merges;
    merges.reserve(node.array_size());
    for (const Json& item : node.json()) {
        const auto place = [&] { return fmt::format("{}[{}]", node.where(), &item - &node.json()[0]); };
        if (item.is_string()) {
            const auto& text = item.get_ref<const std::string&>();
            if (text.starts_with("#version")) continue;
            const std::size_t space = text.find(' ');
            if (space == std::string::npos || text.find(' ', space + 1) != std::string::npos)
                damaged_tokenizer("a merge is not two tokens with a space between them", place());
            const std::string_view both = text;
            merges.push_back(merge_of(both.substr(0, space), both.substr(space + 1), vocabulary, place));
        } else if (item.is_array() && item.size() == 2 && item[0].is_string() && item[1].is_string()) {
            merges.push_back(merge_of(item[0].get_ref<const std::string&>(),
                                      item[1].get_ref<const std::string&>(), vocabulary, place));
        } else {
            damaged_tokenizer("a merge is neither a text nor a pair of texts", place());
        }
    }
    return merges;
}

ByteLevelSettings read_byte_level(const TokenizerNode& model, const TokenizerNode& normalizer,
                                  const TokenizerNode& splitter, Vocabulary& vocabulary) {
    ByteLevelSettings settings;
    check_bpe_settings(model);
    if (model.flag("byte_fallback", false))
        other_kind("BPE with byte_fallback behind ByteLevel; byte-level BPE without it is supported",
                   model.where());
    settings.composes = read_composition(normalizer);
    read_pre_tokenizer(splitter, settings);
    settings.ignore_merges = model.flag("ignore_merges", false);
    read_bpe_vocabulary(model.at("vocab"), vocabulary);
    // Without an unknown token the library omits bytes without a token.
    const bool drops_others = !model.has("unk_token") || model.at("unk_token").is_null();
    settings.byte_ids = byte_ids_of(vocabulary, model.at("vocab").where(), drops_others);
    settings.merges = read_bpe_merges(model.at("merges"), vocabulary);
    return settings;
}

} // namespace tunedesk::data
