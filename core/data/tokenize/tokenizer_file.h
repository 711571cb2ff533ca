// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "data/pretokenize/splitter.h"
#include "data/tokenize/byte_level_bpe.h"
#include "data/tokenize/offset_trim.h"
#include "data/tokenize/sentencepiece/sentencepiece_settings.h"
#include "data/tokenize/token_model.h"
#include "data/tokenize/unigram/unigram_settings.h"
#include "data/unicode/normalizer.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tunedesk::data {

/// A token that is found in the text before it is split into words.
struct AddedToken {
    std::string content;
    std::int32_t id = 0;
    bool single_word = false, lstrip = false, rstrip = false;
    bool normalized = false; ///< is looked for in the normal form of the text
    bool special = false;
};

/// Part of the template that puts one or two texts together.
struct TemplatePart {
    enum class Kind { special, first_text, second_text } kind = Kind::special;
    std::vector<std::int32_t> ids; ///< of a special part
    std::uint8_t type_id = 0;
};

struct WordPieceSettings {
    Normalizer::Options normalizer;
    std::string prefix = "##"; ///< of pieces inside a word
    std::int32_t unknown_id = 0;
    std::size_t max_chars_per_word = 100;
};

struct ByteLevelSettings {
    std::array<std::int32_t, 256> byte_ids{};              ///< of the tokens of one byte
    std::vector<BpeMerge> merges;                          ///< in the order of their ranks
    bool add_prefix_space = false;                         ///< before text that does not begin with one
    std::vector<Splitter> splitters = {WordPattern::gpt2}; ///< of text, each further
    bool ignore_merges = false;                            ///< a word of the vocabulary is one token
    bool composes = false;                                 ///< texts are read in NFC
    bool is_sequence = false; ///< tokenizer.json has several pre-tokenizers: settings beside it change none
};

struct WordLevelSettings {
    struct Replacement {
        std::string pattern, content; ///< texts, the pattern not empty
    };
    bool lowercase = false; ///< before the replacements
    std::vector<Replacement> replacements;
    std::int32_t unknown_id = 0;
};

/// The contents of a tokenizer's files, checked: all ids are below `vocab_size`, the templates hold each text
/// once and their type ids are zeros followed by ones.
struct TokenizerFile {
    std::variant<WordPieceSettings, ByteLevelSettings, WordLevelSettings, SentencePieceSettings,
                 UnigramSettings>
        kind;
    /// The normal form of added tokens, where the kind has one: tokenizer.json's own, since transformers puts
    /// tokenizer_config.json's over `kind` only after it has read them.
    std::optional<Normalizer::Options> token_normalizer;
    std::vector<VocabularyPiece> vocab;
    std::vector<AddedToken> added;
    std::vector<TemplatePart> single, pair;
    std::optional<OffsetTrim> trim; ///< of spans
    std::int32_t pad_id = 0;
    std::int32_t vocab_size = 0; ///< the largest id + 1
    std::string identity;        ///< content hash of everything that decides ids
};

/// Reads `text`, the contents of a tokenizer.json; `where` names it in errors. Throws Error 4201 (damaged,
/// with the place) or 4202 (of another kind, naming it).
TokenizerFile parse_tokenizer_json(std::string_view text, const std::string& where);

/// Reads FOLDER/tokenizer.json, else vocab.txt, else vocab.json and merges.txt, each with
/// tokenizer_config.json where it is there. Throws Error 4206 if none is there, 4200 if one cannot be read,
/// 4313 for a link that leads out of the folder, else as above.
TokenizerFile read_tokenizer(const fs::path& folder);

} // namespace tunedesk::data
