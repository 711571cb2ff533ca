#pragma once

#include "base/files/file.h"
#include "data/tokenize/normalizer.h"
#include "data/tokenize/wordpiece.h"

#include <cstdint>
#include <string>
#include <string_view>
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

/// What the files of a tokenizer say, checked: all ids are below `vocab_size`, the templates hold each text
/// once and their type ids are zeros followed by ones.
struct TokenizerFile {
    Normalizer::Options normalizer;
    /// The normal form of added tokens: tokenizer.json's own, since transformers puts tokenizer_config.json's
    /// over `normalizer` only after it has read them.
    Normalizer::Options token_normalizer;
    std::vector<WordPiece::Piece> vocab;
    std::string prefix = "##";
    std::int32_t unknown_id = 0;
    std::size_t max_chars_per_word = 100;
    std::vector<AddedToken> added;
    std::vector<TemplatePart> single, pair;
    std::int32_t pad_id = 0;
    std::int32_t vocab_size = 0; ///< the largest id + 1
    std::string identity;        ///< content hash of everything above
};

/// Reads `text`, the contents of a tokenizer.json; `where` names it in errors. Throws Error 4201 (damaged,
/// with the place) or 4202 (of another kind, naming it).
TokenizerFile parse_tokenizer_json(std::string_view text, const std::string& where);

/// Reads FOLDER/tokenizer.json, else FOLDER/vocab.txt and FOLDER/tokenizer_config.json. Throws Error 4200
/// where neither is there, 4311 for a link that leads out of the folder, else as above.
TokenizerFile read_tokenizer(const fs::path& folder);

} // namespace tunedesk::data
