// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "data/tokenize/token_model.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// The special tokens around a single text in a row.
struct RowFrame {
    std::vector<std::int32_t> before, behind;
    std::size_t type_one = 0;   ///< number of them with type id 1
    std::uint8_t text_type = 0; ///< type id of the text's tokens
};

/// WordPiece as in BERT, byte-level BPE as in RoBERTa and GPT-2, BPE with byte fallback as in Llama 2 and
/// Gemma, Unigram as in XLM-RoBERTa and T5, or whole words: ids, type ids, offsets and truncation equal those
/// of Hugging Face `tokenizers` 0.22.2. Immutable after loading; encode() may be called from several threads
/// concurrently.
class Tokenizer {
public:
    /// Reads FOLDER/tokenizer.json, else vocab.txt, or vocab.json and merges.txt, each with
    /// tokenizer_config.json. Truncation and padding inside tokenizer.json are ignored. Throws Error 42xx:
    /// missing, damaged, or of another kind (naming it).
    static Tokenizer load(const fs::path& folder);
    /// The same from the text of a tokenizer.json; `where` names it in errors.
    static Tokenizer parse(std::string_view tokenizer_json, const std::string& where);

    /// Appends the row's ids to `ids` and returns their number; `type_one` is set to the number of trailing
    /// ids with type id 1 (the second text and its [SEP]). max_length includes special tokens, which are
    /// never truncated; pairs are truncated longest first, and `cut` is set if so. Invalid UTF-8
    /// bytes are read as U+FFFD, which BERT's cleaning removes.
    std::size_t encode(std::string_view text, std::string_view pair, bool has_pair, std::size_t max_length,
                       bool truncate_left, std::vector<std::int32_t>& ids, std::size_t& type_one,
                       bool* cut = nullptr) const;

    /// The same with the bytes of its text that each id represents, as in `tokenizers`: {0, 0} for special
    /// tokens. Requires gives_spans() and texts below 4 GiB.
    std::size_t encode_with_spans(std::string_view text, std::string_view pair, bool has_pair,
                                  std::size_t max_length, bool truncate_left, std::vector<std::int32_t>& ids,
                                  std::vector<ByteSpan>& spans, std::size_t& type_one) const;
    /// Appends the tokens of a text alone, without special ones, and the bytes that each stands for. Needs
    /// gives_spans().
    void encode_plain(std::string_view text, std::vector<std::int32_t>& ids,
                      std::vector<ByteSpan>& spans) const;
    /// Appends the tokens of one word of a list of words, without special tokens, as `tokenizers` encodes
    /// pre-tokenized texts: like a separate text, with the leading space of byte-level BPE.
    void encode_word(std::string_view word, std::vector<std::int32_t>& ids) const;
    RowFrame row_frame() const;
    /// Whether encoding can return spans: BPE and Unigram can, WordPiece cannot.
    bool gives_spans() const;

    /// Number of ids that encode() would return without truncation, special tokens included; does not store
    /// them.
    std::size_t length(std::string_view text, std::string_view pair, bool has_pair) const;

    /// The largest id + 1, which is the size of the embedding table. All ids of encode() are smaller.
    std::size_t vocab_size() const;
    /// Number of special tokens of a row; max_length must not be smaller.
    std::size_t special_tokens(bool has_pair) const;
    /// Number of type ids in a row's template: 1, or 2 if any part has type id 1.
    std::size_t type_count(bool has_pair) const;
    std::string token(std::int32_t id) const;
    /// The bytes that a token represents; a character may be divided between several tokens.
    std::string bytes(std::int32_t id) const;
    /// The most leading spaces that decoding removes because encoding inserted them; see TokenText.
    std::size_t leading_spaces() const;
    /// Whether it is an added token that represents no text, such as those that begin and end a message.
    bool is_special(std::int32_t id) const;
    std::int32_t pad_id() const;
    /// Hash of everything that determines the ids, for cache keys.
    const std::string& identity() const;

    Tokenizer(Tokenizer&&) noexcept;
    Tokenizer& operator=(Tokenizer&&) noexcept;
    ~Tokenizer();

private:
    struct Data;
    struct Row;
    std::size_t encode_row(const Row& row, std::vector<std::int32_t>& ids, std::vector<ByteSpan>* spans,
                           std::size_t& type_one, bool* cut) const;
    explicit Tokenizer(std::unique_ptr<Data> data);
    std::unique_ptr<Data> data_;
};

} // namespace tunedesk::data
