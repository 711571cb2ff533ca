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

/// A token that is matched before the text is split into words.
struct AddedToken {
    std::string content;
    std::int32_t id = 0;
    bool single_word = false, lstrip = false, rstrip = false;
    bool normalized = false; ///< matched in the normal form of the text
    bool special = false;
};

/// Part of the template that combines one or two texts.
struct TemplatePart {
    enum class Kind { special, first_text, second_text } kind = Kind::special;
    std::vector<std::int32_t> ids; ///< for a special part
    std::uint8_t type_id = 0;
};

struct WordPieceSettings {
    Normalizer::Options normalizer;
    std::string prefix = "##"; ///< prefix of pieces inside a word
    std::int32_t unknown_id = 0;
    std::size_t max_chars_per_word = 100;
};

struct ByteLevelSettings {
    std::array<std::int32_t, 256> byte_ids{}; ///< tokens of single bytes
    std::vector<BpeMerge> merges;             ///< in the order of their ranks
    bool add_prefix_space = false;            ///< inserts a space before text that does not begin with one
    std::vector<Splitter> splitters = {WordPattern::gpt2}; ///< applied in this order
    bool ignore_merges = false;                            ///< a word of the vocabulary is always one token
    bool composes = false;                                 ///< texts are normalized to NFC
    /// tokenizer.json has several pre-tokenizers; then settings of other files do not change them
    bool is_sequence = false;
};

struct WordLevelSettings {
    struct Replacement {
        std::string pattern, content; ///< literal texts; the pattern is not empty
    };
    bool lowercase = false; ///< applied before the replacements
    std::vector<Replacement> replacements;
    std::int32_t unknown_id = 0;
};

/// The validated contents of a tokenizer's files: all ids are below `vocab_size`; the templates contain each
/// text once, and their type ids are zeros followed by ones.
struct TokenizerFile {
    std::variant<WordPieceSettings, ByteLevelSettings, WordLevelSettings, SentencePieceSettings,
                 UnigramSettings>
        kind;
    /// The normalizer of added tokens, if the kind has one: that of tokenizer.json, because transformers
    /// overrides `kind` with tokenizer_config.json only after reading them.
    std::optional<Normalizer::Options> token_normalizer;
    std::vector<VocabularyPiece> vocab;
    std::vector<AddedToken> added;
    std::vector<TemplatePart> single, pair;
    std::optional<OffsetTrim> trim; ///< trimming of spans
    std::int32_t pad_id = 0;
    std::int32_t vocab_size = 0; ///< the largest id + 1
    std::string identity;        ///< content hash of everything that determines ids
};

/// Parses the contents of a tokenizer.json; `where` is its name in errors. Throws Error 4201 (damaged, with
/// the place) or 4202 (unsupported kind, which it names).
TokenizerFile parse_tokenizer_json(std::string_view text, const std::string& where);

/// Reads FOLDER/tokenizer.json, else vocab.txt, else vocab.json and merges.txt, each with
/// tokenizer_config.json if it exists. Throws Error 4206 if none exists, 4200 if one cannot be read, 4313 for
/// a link that leads out of the folder, and the errors of parse_tokenizer_json().
TokenizerFile read_tokenizer(const fs::path& folder);

} // namespace tunedesk::data
