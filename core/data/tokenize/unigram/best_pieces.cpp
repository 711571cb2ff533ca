// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/unigram/best_pieces.h"

#include <algorithm>

namespace tunedesk::data {

namespace {

constexpr double unknown_penalty = 10;
constexpr std::size_t kept_nodes = 1u << 14; ///< size of a thread's scratch memory kept for the next word

std::size_t character_length(char lead) {
    const auto byte = static_cast<unsigned char>(lead);
    return byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
}

} // namespace

BestPieces::BestPieces(const UnigramSettings& settings, std::span<const VocabularyPiece> vocab)
    : scores_(settings.scores), unknown_id_(settings.unknown_id),
      unknown_score_(std::ranges::min(settings.scores) - unknown_penalty), byte_ids_(settings.byte_ids) {
    std::vector<ByteTrie::Key> keys;
    keys.reserve(vocab.size());
    for (const VocabularyPiece& piece : vocab)
        if (!piece.text.empty()) keys.push_back({piece.text, piece.id});
    pieces_ = ByteTrie(std::move(keys));
}

void BestPieces::find_best(std::string_view word, std::vector<Node>& nodes) const {
    nodes.assign(word.size() + 1, Node{});
    for (std::size_t begin = 0; begin < word.size();) {
        const std::size_t length = character_length(word[begin]);
        const double before = nodes[begin].score;
        const auto offer = [&](std::size_t size, double score, std::int32_t id) {
            Node& node = nodes[begin + size];
            if (node.begin == Node::none || score > node.score)
                node = {score, static_cast<std::uint32_t>(begin), id};
        };
        bool is_piece = false;
        pieces_.for_each_prefix(word.substr(begin), [&](std::size_t size, std::int32_t id) {
            offer(size, scores_[static_cast<std::size_t>(id)] + before, id);
            is_piece |= size == length;
        });
        if (!is_piece) offer(length, unknown_score_ + before, unknown_id_);
        begin += length;
    }
}

void BestPieces::add_unknown(std::string_view word, ByteSpan span, std::vector<std::int32_t>& ids,
                             std::vector<ByteSpan>* spans) const {
    const auto add = [&](std::int32_t id) {
        ids.push_back(id);
        if (spans) spans->push_back(span);
    };
    const std::string_view text = word.substr(span.begin, span.end - span.begin);
    if (const ByteTrie::Match whole = pieces_.longest(text); whole.length == text.size())
        return add(whole.value);
    const auto byte_id = [&](char byte) { return (*byte_ids_)[static_cast<unsigned char>(byte)]; };
    if (!byte_ids_ || std::ranges::any_of(text, [&](char byte) { return byte_id(byte) < 0; }))
        return add(unknown_id_);
    for (const char byte : text)
        add(byte_id(byte));
}

void BestPieces::tokenize(std::string_view word, std::vector<std::int32_t>& ids,
                          std::vector<ByteSpan>* spans) const {
    thread_local std::vector<Node> nodes;
    thread_local std::vector<std::uint32_t> ends; // of the pieces, the last first
    find_best(word, nodes);
    ends.clear();
    for (auto end = static_cast<std::uint32_t>(word.size()); end > 0; end = nodes[end].begin)
        ends.push_back(end);
    for (std::size_t i = ends.size(); i-- > 0;) {
        ByteSpan span{nodes[ends[i]].begin, ends[i]};
        const std::int32_t id = nodes[span.end].id;
        if (id != unknown_id_) {
            ids.push_back(id);
            if (spans) spans->push_back(span);
            continue;
        }
        for (; i > 0 && nodes[ends[i - 1]].id == unknown_id_; --i)
            span.end = ends[i - 1];
        add_unknown(word, span, ids, spans);
    }
    if (nodes.capacity() > kept_nodes) nodes = {};
}

} // namespace tunedesk::data
