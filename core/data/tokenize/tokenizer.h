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

/// The special tokens around a text that is alone in its row.
struct RowFrame {
    std::vector<std::int32_t> before, behind;
    std::size_t type_one = 0;   ///< how many of them have type id 1
    std::uint8_t text_type = 0; ///< type id of the text's tokens
};

/// WordPiece as BERT uses it, byte-level BPE as RoBERTa and GPT-2 do, BPE with byte fallback as Llama 2 and
/// Gemma do, Unigram as XLM-RoBERTa and T5 do, or whole words: ids, type ids, offsets and truncation equal to
/// Hugging Face `tokenizers` 0.22.2.
/// Immutable after load; encode() may be called from many threads at once.
class Tokenizer {
public:
    /// Reads FOLDER/tokenizer.json, else vocab.txt, or vocab.json and merges.txt, each with
    /// tokenizer_config.json. Truncation and padding inside tokenizer.json are ignored. Throws Error 42xx:
    /// missing, damaged, or of another kind (naming it).
    static Tokenizer load(const fs::path& folder);
    /// The same from the text of a tokenizer.json; `where` names it in errors.
    static Tokenizer parse(std::string_view tokenizer_json, const std::string& where);

    /// Appends the row's ids to `ids` and returns how many; `type_one` becomes how many of the last of them
    /// have type id 1 (the second text and its [SEP]). max_length counts special tokens, which are never cut;
    /// pairs are cut longest first, and `cut` says whether it was. Bytes that are not UTF-8 read as U+FFFD,
    /// which the cleaning of BERT removes.
    std::size_t encode(std::string_view text, std::string_view pair, bool has_pair, std::size_t max_length,
                       bool truncate_left, std::vector<std::int32_t>& ids, std::size_t& type_one,
                       bool* cut = nullptr) const;

    /// The same with the bytes of its text that each id stands for, as `tokenizers` gives them: {0, 0} for
    /// special tokens. Needs gives_spans(), and texts below 4 GiB.
    std::size_t encode_with_spans(std::string_view text, std::string_view pair, bool has_pair,
                                  std::size_t max_length, bool truncate_left, std::vector<std::int32_t>& ids,
                                  std::vector<ByteSpan>& spans, std::size_t& type_one) const;
    /// Appends the tokens of a text alone, without special ones, and the bytes that each stands for. Needs
    /// gives_spans().
    void encode_plain(std::string_view text, std::vector<std::int32_t>& ids,
                      std::vector<ByteSpan>& spans) const;
    /// Appends the tokens of one word of a list of words, without special ones, as `tokenizers` encodes
    /// pre-tokenized texts: as a text by itself, with the space before it that byte-level BPE has before
    /// words.
    void encode_word(std::string_view word, std::vector<std::int32_t>& ids) const;
    RowFrame row_frame() const;
    /// Whether the kind keeps the bytes of its tokens: BPE and Unigram do, WordPiece does not.
    bool gives_spans() const;

    /// How many ids encode() would give without a limit, special tokens included; it keeps none of them.
    std::size_t length(std::string_view text, std::string_view pair, bool has_pair) const;

    /// The largest id + 1: the rows that an embedding needs. Every id that encode() gives is below it.
    std::size_t vocab_size() const;
    /// Special tokens that a row gets; max_length must not be smaller.
    std::size_t special_tokens(bool has_pair) const;
    /// Type ids that a row's template uses: 1, or 2 where any part of it has type id 1.
    std::size_t type_count(bool has_pair) const;
    std::string token(std::int32_t id) const;
    /// The bytes that it stands for in a text; a character's may be divided between several tokens.
    std::string bytes(std::int32_t id) const;
    /// Spaces that the bytes of a text's first tokens begin with and the text does not, at most; see
    /// TokenText.
    std::size_t leading_spaces() const;
    /// One of the added tokens that are no text, as those that begin and end a message.
    bool is_special(std::int32_t id) const;
    std::int32_t pad_id() const;
    /// Hash of everything that decides the ids, for cache keys.
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
