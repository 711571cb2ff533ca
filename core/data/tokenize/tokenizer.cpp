// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/tokenizer.h"

#include "base/error.h"
#include "base/phrase.h"
#include "data/tokenize/byte_level_model.h"
#include "data/tokenize/sentencepiece/sentencepiece_model.h"
#include "data/tokenize/tokenizer_added.h"
#include "data/tokenize/tokenizer_file.h"
#include "data/tokenize/tokenizer_template.h"
#include "data/tokenize/unigram/unigram_model.h"
#include "data/tokenize/wordpiece.h"
#include "data/tokenize/wordpiece_model.h"
#include "data/tokenize/words/word_level_model.h"

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>

namespace tunedesk::data {

namespace {

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

std::unique_ptr<TokenModel> make_model(const WordPieceSettings& settings, const TokenizerFile& file) {
    return std::make_unique<WordPieceModel>(
        settings.normalizer,
        WordPiece(file.vocab, settings.prefix, settings.unknown_id, settings.max_chars_per_word));
}

std::unique_ptr<TokenModel> make_model(const ByteLevelSettings& settings, const TokenizerFile& file) {
    return std::make_unique<ByteLevelModel>(settings, file.vocab);
}

std::unique_ptr<TokenModel> make_model(const SentencePieceSettings& settings, const TokenizerFile& file) {
    return std::make_unique<SentencePieceModel>(settings, file.vocab);
}

std::unique_ptr<TokenModel> make_model(const UnigramSettings& settings, const TokenizerFile& file) {
    return std::make_unique<UnigramModel>(settings, file.vocab);
}

std::unique_ptr<TokenModel> make_model(const WordLevelSettings& settings, const TokenizerFile& file) {
    return std::make_unique<WordLevelModel>(settings, file.vocab);
}

} // namespace

struct Tokenizer::Data {
    explicit Data(TokenizerFile from);

    /// Appends the tokens of a text, without special tokens. May stop when the sink is full.
    void encode_text(std::string_view text, TokenSink& sink) const;
    /// The same for text without added tokens, except those that are searched for in its normal form.
    void encode_between_tokens(std::string_view text, std::size_t offset, TokenSink& sink) const;
    /// Number of tokens that encode_text() would append.
    std::size_t count_text(std::string_view text) const;
    /// The vocabulary's text for an id; empty if it has none.
    std::string_view token(std::int32_t id) const;

    std::unique_ptr<TokenModel> model;
    AddedTokens raw_tokens, normal_tokens;
    std::vector<TemplatePart> single, pair;
    std::size_t special_count[2] = {};     ///< for single texts and pairs
    std::set<std::int32_t> added, special; ///< ids of added tokens, and of the special ones among them
    std::vector<VocabularyPiece> tokens;   ///< ascending by id; of equal ids the last one is used
    std::optional<OffsetTrim> trim;
    std::int32_t pad_id = 0, vocab_size = 0;
    std::string identity;
};

Tokenizer::Data::Data(TokenizerFile from)
    : model(std::visit([&](const auto& settings) { return make_model(settings, from); }, from.kind)),
      single(std::move(from.single)), pair(std::move(from.pair)), trim(from.trim), pad_id(from.pad_id),
      vocab_size(from.vocab_size), identity(std::move(from.identity)) {
    for (const auto* parts : {&single, &pair})
        for (const TemplatePart& part : *parts)
            special_count[parts == &pair] += part.ids.size();
    std::optional<Normalizer> token_normalizer;
    if (from.token_normalizer) token_normalizer.emplace(*from.token_normalizer);
    const auto normal_form = [&](const std::string& content) {
        NormalText normal;
        if (token_normalizer)
            token_normalizer->normalize(content, normal.storage);
        else
            model->normal_form(content, 0, false, normal);
        return token_normalizer ? std::move(normal.storage) : std::string(normal.text);
    };
    std::vector<AddedToken> raw, normal;
    std::vector<std::string> raw_contents, normal_contents;
    for (AddedToken& token : from.added) {
        if (!token.normalized) {
            raw_contents.push_back(token.content);
            raw.push_back(token);
            continue;
        }
        std::string content = normal_form(token.content);
        if (content.empty())
            throw Error(ErrorId::tokenizer_damaged,
                        {TUNEDESK_TRANSLATABLE("ErrorDetail", "an added token is empty after normalization")},
                        token.content);
        normal_contents.push_back(std::move(content));
        normal.push_back(token);
    }
    raw_tokens = AddedTokens(std::move(raw), std::move(raw_contents));
    normal_tokens = AddedTokens(std::move(normal), std::move(normal_contents));
    tokens = std::move(from.vocab);
    for (AddedToken& token : from.added) {
        added.insert(token.id);
        if (token.special) special.insert(token.id);
        tokens.push_back({std::move(token.content), token.id});
    }
    std::stable_sort(tokens.begin(), tokens.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
}

void Tokenizer::Data::encode_between_tokens(std::string_view text, std::size_t offset,
                                            TokenSink& sink) const {
    NormalText normal;
    model->normal_form(text, offset, sink.spans != nullptr, normal);
    const bool has_origins = !normal.origins.empty();
    const std::size_t first_span = sink.spans ? sink.spans->size() : 0;
    const std::size_t base = has_origins ? 0 : offset; // otherwise spans refer to the normal form
    normal_tokens.split(
        normal.text,
        [&](std::string_view part) {
            const auto at = static_cast<std::size_t>(part.data() - normal.text.data());
            const bool begins_row = (has_origins ? normal.origins[at].begin : offset + at) == 0;
            model->encode_normal(part, base + at, begins_row, sink);
            return !sink.full();
        },
        [&](std::int32_t id, ByteSpan span) {
            const auto shift = static_cast<std::uint32_t>(base);
            sink.add(id, {span.begin + shift, span.end + shift});
            return !sink.full();
        });
    if (!sink.spans || !has_origins) return;
    for (std::size_t i = first_span; i < sink.spans->size(); ++i)
        if (ByteSpan& span = (*sink.spans)[i]; span.begin < span.end)
            span = {normal.origins[span.begin].begin, normal.origins[span.end - 1].end};
}

void Tokenizer::Data::encode_text(std::string_view text, TokenSink& sink) const {
    if (sink.full()) return;
    const auto piece = [&](std::string_view part) {
        const auto offset = static_cast<std::size_t>(part.data() - text.data());
        if (normal_tokens.empty()) {
            model->encode(part, offset, sink);
            return !sink.full();
        }
        encode_between_tokens(part, offset, sink);
        return !sink.full();
    };
    raw_tokens.split(text, piece, [&](std::int32_t id, ByteSpan span) {
        sink.add(id, span);
        return !sink.full();
    });
}

std::size_t Tokenizer::Data::count_text(std::string_view text) const {
    if (!normal_tokens.empty()) {
        thread_local std::vector<std::int32_t> ids;
        ids.clear();
        TokenSink sink{ids};
        encode_text(text, sink);
        return ids.size();
    }
    std::size_t count = 0;
    raw_tokens.split(
        text,
        [&](std::string_view part) {
            count += model->count(part, static_cast<std::size_t>(part.data() - text.data()));
            return true;
        },
        [&](std::int32_t, ByteSpan) {
            ++count;
            return true;
        });
    return count;
}

std::string_view Tokenizer::Data::token(std::int32_t id) const {
    const auto after =
        std::upper_bound(tokens.begin(), tokens.end(), id,
                         [](std::int32_t value, const auto& piece) { return value < piece.id; });
    return after != tokens.begin() && (after - 1)->id == id ? std::string_view((after - 1)->text)
                                                            : std::string_view();
}

Tokenizer Tokenizer::load(const fs::path& folder) {
    return Tokenizer(std::make_unique<Data>(read_tokenizer(folder)));
}

Tokenizer Tokenizer::parse(std::string_view tokenizer_json, const std::string& where) {
    return Tokenizer(std::make_unique<Data>(parse_tokenizer_json(tokenizer_json, where)));
}

namespace {

/// How many ids of each text are kept: the longer text is truncated first, down to half of the room.
void cut_longest_first(std::size_t room, std::size_t& first, std::size_t& second) {
    if (first + second <= room) return;
    const bool swapped = first > second;
    std::size_t shorter = std::min(first, second);
    std::size_t longer = shorter > room ? shorter : std::max(shorter, room - shorter);
    if (shorter + longer > room) {
        shorter = room / 2;
        longer = shorter + room % 2;
    }
    first = swapped ? longer : shorter;
    second = swapped ? shorter : longer;
}

/// The tokens of one text, and their truncation.
struct TextTokens {
    std::vector<std::int32_t> ids;
    std::vector<ByteSpan> spans;
    std::vector<bool> is_added; ///< only if spans are requested

    void clear() {
        ids.clear();
        spans.clear();
        is_added.clear();
    }
    /// Keeps `count` tokens; truncates at one end.
    void cut(std::size_t count, bool cut_left) {
        const auto keep = [&](auto& list) {
            if (list.size() <= count) return;
            if (cut_left) list.erase(list.begin(), list.end() - static_cast<std::ptrdiff_t>(count));
            list.resize(count);
        };
        keep(ids);
        keep(spans);
        keep(is_added);
    }
};

} // namespace

/// The texts of one row and their maximum length.
struct Tokenizer::Row {
    std::string_view text, pair;
    bool has_pair;
    std::size_t max_length;
    bool truncate_left;
};

std::size_t Tokenizer::encode_row(const Row& row, std::vector<std::int32_t>& ids,
                                  std::vector<ByteSpan>* spans, std::size_t& type_one, bool* cut) const {
    const std::size_t begin = ids.size();
    const std::size_t specials = data_->special_count[row.has_pair];
    const std::size_t room = row.max_length > specials ? row.max_length - specials : 0;
    thread_local TextTokens first, second;
    const auto encode_text = [&](std::string_view text, std::size_t stop, TextTokens& tokens) {
        tokens.clear();
        std::vector<std::size_t> added;
        TokenSink sink{tokens.ids, nullptr, nullptr, stop};
        if (spans) {
            sink.spans = &tokens.spans;
            sink.added = &added;
        }
        data_->encode_text(text, sink);
        if (spans) tokens.is_added.resize(tokens.ids.size());
        for (const std::size_t index : added)
            tokens.is_added[index] = true;
    };
    encode_text(row.text, row.has_pair || row.truncate_left || room == no_limit ? no_limit : room + 1, first);
    encode_text(row.has_pair ? row.pair : std::string_view(), no_limit, second);
    std::size_t first_count = first.ids.size(), second_count = second.ids.size();
    if (row.has_pair)
        cut_longest_first(room, first_count, second_count);
    else
        first_count = std::min(first_count, room);

    if (cut) *cut = first_count < first.ids.size() || second_count < second.ids.size();
    first.cut(first_count, row.truncate_left);
    second.cut(second_count, row.truncate_left);
    // The text of an added token is its match, including stripped white space.
    const auto trim = [&](std::string_view text, TextTokens& tokens) {
        trim_spans(*data_->trim, text, tokens.spans, [&](std::size_t i) {
            const ByteSpan span = tokens.spans[i];
            return tokens.is_added[i] ? text.substr(span.begin, span.end - span.begin)
                                      : data_->token(tokens.ids[i]);
        });
    };
    if (spans && data_->trim) {
        trim(row.text, first);
        trim(row.pair, second);
    }
    type_one = 0;
    for (const TemplatePart& part : row.has_pair ? data_->pair : data_->single) {
        const std::size_t before = ids.size();
        const TextTokens* const tokens = part.kind == TemplatePart::Kind::special      ? nullptr
                                         : part.kind == TemplatePart::Kind::first_text ? &first
                                                                                       : &second;
        const auto& added = tokens ? tokens->ids : part.ids;
        ids.insert(ids.end(), added.begin(), added.end());
        if (spans && tokens) spans->insert(spans->end(), tokens->spans.begin(), tokens->spans.end());
        if (spans && !tokens) spans->resize(spans->size() + added.size());
        if (part.type_id == 1) type_one += ids.size() - before;
    }
    return ids.size() - begin;
}

std::size_t Tokenizer::encode(std::string_view text, std::string_view pair, bool has_pair,
                              std::size_t max_length, bool truncate_left, std::vector<std::int32_t>& ids,
                              std::size_t& type_one, bool* cut) const {
    return encode_row({text, pair, has_pair, max_length, truncate_left}, ids, nullptr, type_one, cut);
}

std::size_t Tokenizer::encode_with_spans(std::string_view text, std::string_view pair, bool has_pair,
                                         std::size_t max_length, bool truncate_left,
                                         std::vector<std::int32_t>& ids, std::vector<ByteSpan>& spans,
                                         std::size_t& type_one) const {
    if (!gives_spans()) throw std::logic_error("this kind of tokenizer gives no spans");
    return encode_row({text, pair, has_pair, max_length, truncate_left}, ids, &spans, type_one, nullptr);
}

void Tokenizer::encode_plain(std::string_view text, std::vector<std::int32_t>& ids,
                             std::vector<ByteSpan>& spans) const {
    if (!gives_spans()) throw std::logic_error("this kind of tokenizer gives no spans");
    TokenSink sink{ids, &spans};
    data_->encode_text(text, sink);
}

void Tokenizer::encode_word(std::string_view word, std::vector<std::int32_t>& ids) const {
    TokenSink sink{ids};
    sink.is_word = true;
    data_->encode_text(word, sink);
}

RowFrame Tokenizer::row_frame() const {
    return frame_of(data_->single);
}

bool Tokenizer::gives_spans() const {
    return data_->model->gives_spans();
}

std::size_t Tokenizer::length(std::string_view text, std::string_view pair, bool has_pair) const {
    const std::size_t first = data_->count_text(text), second = has_pair ? data_->count_text(pair) : 0;
    std::size_t count = 0;
    for (const TemplatePart& part : has_pair ? data_->pair : data_->single)
        count += part.kind == TemplatePart::Kind::special      ? part.ids.size()
                 : part.kind == TemplatePart::Kind::first_text ? first
                                                               : second;
    return count;
}

std::size_t Tokenizer::vocab_size() const {
    return static_cast<std::size_t>(data_->vocab_size);
}

std::size_t Tokenizer::special_tokens(bool has_pair) const {
    return data_->special_count[has_pair];
}

std::size_t Tokenizer::type_count(bool has_pair) const {
    const auto& parts = has_pair ? data_->pair : data_->single;
    const bool second =
        std::any_of(parts.begin(), parts.end(), [](const TemplatePart& part) { return part.type_id == 1; });
    return second ? 2 : 1;
}

std::string Tokenizer::token(std::int32_t id) const {
    return std::string(data_->token(id));
}

std::string Tokenizer::bytes(std::int32_t id) const {
    const std::string_view token = data_->token(id);
    return data_->added.contains(id) ? std::string(token) : data_->model->bytes_of(token);
}

std::size_t Tokenizer::leading_spaces() const {
    return data_->model->leading_spaces();
}

bool Tokenizer::is_special(std::int32_t id) const {
    return data_->special.contains(id);
}

std::int32_t Tokenizer::pad_id() const {
    return data_->pad_id;
}

const std::string& Tokenizer::identity() const {
    return data_->identity;
}

Tokenizer::Tokenizer(std::unique_ptr<Data> data) : data_(std::move(data)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

} // namespace tunedesk::data
