#include "data/tokenize/tokenizer.h"

#include "base/error.h"
#include "data/files/byte_class.h"
#include "data/tokenize/normalizer.h"
#include "data/tokenize/tokenizer_added.h"
#include "data/tokenize/tokenizer_file.h"
#include "data/tokenize/tokenizer_memo.h"
#include "data/tokenize/unicode.h"
#include "data/tokenize/wordpiece.h"

#include <algorithm>
#include <atomic>
#include <limits>

namespace tunedesk::data {

namespace {

std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> serial{0};
    return ++serial;
}

} // namespace

struct Tokenizer::Data {
    explicit Data(TokenizerFile from);

    /// Appends the ids of a text without special tokens. May stop once it has appended `limit`.
    void encode_text(std::string_view text, std::size_t limit, std::vector<std::int32_t>& ids) const;
    /// How many encode_text() would append.
    std::size_t count_text(std::string_view text) const;

    Normalizer normalizer;
    WordPiece model;
    AddedTokens raw_tokens, normal_tokens;
    std::vector<TemplatePart> single, pair;
    std::size_t special_count[2] = {};    ///< of single, pair
    std::vector<WordPiece::Piece> tokens; ///< ascending by id; of equal ids the last counts
    std::int32_t pad_id = 0, vocab_size = 0;
    std::string identity;
    std::int32_t punctuation_id[128] = {};
    std::uint64_t serial = next_serial(); ///< whose words a thread's memo holds

private:
    struct Scratch {
        std::string normal;
        WordMemo memo;
    };
    static Scratch& scratch() {
        thread_local Scratch own;
        return own;
    }
    /// Text in its normal form: words and single punctuation characters.
    void encode_normal(std::string_view text, std::vector<std::int32_t>& ids) const;
    void encode_raw(std::string_view text, std::size_t stop, std::vector<std::int32_t>& ids) const;
    /// Walks through a text: mark(character) for punctuation, run(word, readable bytes) for what is
    /// normalised as a whole. Either returns false to stop.
    template <typename Mark, typename Run>
    void walk(std::string_view text, Mark mark, Run run) const;
    void encode_run(std::string_view run, std::size_t readable, Scratch& own,
                    std::vector<std::int32_t>& ids) const;
};

Tokenizer::Data::Data(TokenizerFile from)
    : normalizer(from.normalizer), model(from.vocab, from.prefix, from.unknown_id, from.max_chars_per_word),
      single(std::move(from.single)), pair(std::move(from.pair)), pad_id(from.pad_id),
      vocab_size(from.vocab_size), identity(std::move(from.identity)) {
    for (const auto* parts : {&single, &pair})
        for (const TemplatePart& part : *parts)
            special_count[parts == &pair] += part.ids.size();
    const Normalizer token_normalizer(from.token_normalizer);
    std::vector<AddedToken> raw, normal;
    std::vector<std::string> raw_contents, normal_contents;
    for (AddedToken& token : from.added) {
        if (!token.normalized) {
            raw_contents.push_back(token.content);
            raw.push_back(token);
            continue;
        }
        std::string content;
        token_normalizer.normalize(token.content, content);
        if (content.empty())
            throw Error(4201, "damaged tokenizer: nothing is left of an added token in its normal form",
                        token.content);
        normal_contents.push_back(std::move(content));
        normal.push_back(token);
    }
    raw_tokens = AddedTokens(std::move(raw), std::move(raw_contents));
    normal_tokens = AddedTokens(std::move(normal), std::move(normal_contents));
    tokens = std::move(from.vocab);
    for (AddedToken& token : from.added)
        tokens.push_back({std::move(token.content), token.id});
    std::stable_sort(tokens.begin(), tokens.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    std::vector<std::int32_t> ids;
    for (char c = '!'; c < 0x7F; ++c)
        if (class_of(c) == ByteClass::punctuation) {
            ids.clear();
            model.tokenize({&c, 1}, ids);
            punctuation_id[static_cast<int>(c)] = ids[0];
        }
}

void Tokenizer::Data::encode_normal(std::string_view text, std::vector<std::int32_t>& ids) const {
    std::size_t word = 0;
    const auto end_word = [&](std::size_t end) {
        if (end > word) model.tokenize(text.substr(word, end - word), ids);
    };
    for (std::size_t position = 0; position < text.size();) {
        const std::size_t start = position;
        const char32_t c = unicode::next(text, position);
        const bool punctuation = unicode::is_punctuation(c);
        if (!punctuation && !unicode::is_white_space(c)) continue;
        end_word(start);
        if (punctuation) model.tokenize(text.substr(start, position - start), ids);
        word = position;
    }
    end_word(text.size());
}

void Tokenizer::Data::encode_run(std::string_view run, std::size_t readable, Scratch& own,
                                 std::vector<std::int32_t>& ids) const {
    WordMemo::Entry* const entry = own.memo.find(run, readable);
    if (entry && entry->count == 1) {
        ids.push_back(entry->ids[0]);
        return;
    }
    if (entry && entry->count > 0) {
        ids.insert(ids.end(), entry->ids, entry->ids + entry->count);
        return;
    }
    own.normal.clear();
    normalizer.normalize(run, own.normal);
    const std::size_t begin = ids.size();
    encode_normal(own.normal, ids);
    if (entry) own.memo.fill(*entry, run, std::span(ids).subspan(begin));
}

template <typename Mark, typename Run>
void Tokenizer::Data::walk(std::string_view text, Mark mark, Run run) const {
    for (std::size_t position = 0; position < text.size();) {
        switch (class_of(text[position])) {
        case ByteClass::space:
            ++position;
            continue;
        case ByteClass::punctuation:
            // What stands beside it cannot change it: it is no mark and ends a run of marks.
            if (!mark(text[position++])) return;
            continue;
        default:
            break;
        }
        const std::size_t begin = position;
        position += letters_at(text.substr(begin));
        while (position < text.size() && class_of(text[position]) >= ByteClass::word)
            ++position;
        if (!run(text.substr(begin, position - begin), text.size() - begin)) return;
    }
}

void Tokenizer::Data::encode_raw(std::string_view text, std::size_t stop,
                                 std::vector<std::int32_t>& ids) const {
    Scratch& own = scratch();
    own.memo.serve(serial);
    if (ids.size() >= stop) return;
    walk(
        text,
        [&](char c) {
            ids.push_back(punctuation_id[static_cast<int>(c)]);
            return ids.size() < stop;
        },
        [&](std::string_view run, std::size_t readable) {
            encode_run(run, readable, own, ids);
            return ids.size() < stop;
        });
}

std::size_t Tokenizer::Data::count_text(std::string_view text) const {
    thread_local std::vector<std::int32_t> ids;
    ids.clear();
    if (!normal_tokens.empty()) {
        encode_text(text, std::numeric_limits<std::size_t>::max(), ids);
        return ids.size();
    }
    Scratch& own = scratch();
    own.memo.serve(serial);
    std::size_t count = 0;
    const auto piece = [&](std::string_view part) {
        walk(
            part,
            [&](char) {
                ++count;
                return true;
            },
            [&](std::string_view run, std::size_t readable) {
                const WordMemo::Entry* const entry = own.memo.find(run, readable);
                if (entry && entry->count > 0) {
                    count += entry->count;
                } else {
                    ids.clear();
                    encode_run(run, readable, own, ids);
                    count += ids.size();
                }
                return true;
            });
        return true;
    };
    raw_tokens.split(text, piece, [&](std::int32_t) {
        ++count;
        return true;
    });
    return count;
}

void Tokenizer::Data::encode_text(std::string_view text, std::size_t limit,
                                  std::vector<std::int32_t>& ids) const {
    const std::size_t size = ids.size();
    const std::size_t stop = limit < std::numeric_limits<std::size_t>::max() - size
                                 ? size + limit
                                 : std::numeric_limits<std::size_t>::max();
    const auto token = [&](std::int32_t id) {
        ids.push_back(id);
        return ids.size() < stop;
    };
    const auto piece = [&](std::string_view part) {
        if (normal_tokens.empty()) {
            encode_raw(part, stop, ids);
            return ids.size() < stop;
        }
        std::string normal;
        normalizer.normalize(part, normal);
        const auto normal_piece = [&](std::string_view inner) {
            encode_normal(inner, ids);
            return ids.size() < stop;
        };
        normal_tokens.split(normal, normal_piece, token);
        return ids.size() < stop;
    };
    if (stop == size) return;
    raw_tokens.split(text, piece, token);
}

Tokenizer Tokenizer::load(const fs::path& folder) {
    return Tokenizer(std::make_unique<Data>(read_tokenizer(folder)));
}

Tokenizer Tokenizer::parse(std::string_view tokenizer_json, const std::string& where) {
    return Tokenizer(std::make_unique<Data>(parse_tokenizer_json(tokenizer_json, where)));
}

namespace {

/// How many ids of each text stay: the longer is cut first, down to halves of the room.
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

void append_cut(const std::vector<std::int32_t>& from, std::size_t count, bool cut_left,
                std::vector<std::int32_t>& ids) {
    const auto begin = from.begin() + (cut_left ? static_cast<std::ptrdiff_t>(from.size() - count) : 0);
    ids.insert(ids.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
}

} // namespace

std::size_t Tokenizer::encode(std::string_view text, std::string_view pair_text, bool has_pair,
                              std::size_t max_length, bool truncate_left, std::vector<std::int32_t>& ids,
                              std::size_t& type_one, bool* cut) const {
    const std::size_t begin = ids.size();
    const std::size_t specials = data_->special_count[has_pair];
    const std::size_t room = max_length > specials ? max_length - specials : 0;
    constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
    thread_local std::vector<std::int32_t> first, second;
    first.clear();
    second.clear();
    data_->encode_text(text, has_pair || truncate_left ? no_limit : room + 1, first);
    if (has_pair) data_->encode_text(pair_text, no_limit, second);
    std::size_t first_count = first.size(), second_count = second.size();
    if (has_pair)
        cut_longest_first(room, first_count, second_count);
    else
        first_count = std::min(first_count, room);

    if (cut) *cut = first_count < first.size() || second_count < second.size();
    type_one = 0;
    for (const TemplatePart& part : has_pair ? data_->pair : data_->single) {
        const std::size_t before = ids.size();
        if (part.kind == TemplatePart::Kind::special)
            ids.insert(ids.end(), part.ids.begin(), part.ids.end());
        else if (part.kind == TemplatePart::Kind::first_text)
            append_cut(first, first_count, truncate_left, ids);
        else
            append_cut(second, second_count, truncate_left, ids);
        if (part.type_id == 1) type_one += ids.size() - before;
    }
    return ids.size() - begin;
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
    const auto& tokens = data_->tokens;
    const auto after =
        std::upper_bound(tokens.begin(), tokens.end(), id,
                         [](std::int32_t value, const auto& piece) { return value < piece.id; });
    return after != tokens.begin() && (after - 1)->id == id ? (after - 1)->text : std::string();
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
