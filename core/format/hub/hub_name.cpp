// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/hub/hub_name.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>

namespace tunedesk::format {

namespace {

constexpr std::size_t most_name_bytes = 96, most_revision_bytes = 200;

bool is_letter_or_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool is_hub_word(std::string_view word) {
    const auto is_edge = [](char c) { return is_letter_or_digit(c) || c == '_'; };
    const auto is_inner = [&](char c) { return is_edge(c) || c == '-' || c == '.'; };
    return !word.empty() && is_edge(word.front()) && is_edge(word.back()) &&
           std::ranges::all_of(word, is_inner) && word.find("--") == word.npos &&
           word.find("..") == word.npos;
}

} // namespace

bool is_hub_name(std::string_view text) {
    if (text.size() > most_name_bytes || text.ends_with(".git")) return false;
    const std::vector<std::string_view> parts = split(text, '/');
    return parts.size() == 2 && std::ranges::all_of(parts, is_hub_word);
}

bool is_hub_revision(std::string_view text) {
    if (text.empty() || text.size() > most_revision_bytes) return false;
    return std::ranges::all_of(split(text, '/'), [](std::string_view part) {
        return !part.empty() && part.front() != '.' && part.front() != '-' && part.back() != '.' &&
               !part.ends_with(".lock") && part.find("..") == part.npos &&
               std::ranges::all_of(
                   part, [](char c) { return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-'; });
    });
}

bool is_commit(std::string_view text) {
    return text.size() == 40 &&
           std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::string download_command(const HubModel& repository) {
    const std::string verb = repository.kind == HubKind::model ? "model get " : "data get ";
    return verb + repository.name + (repository.revision == "main" ? "" : '@' + repository.revision);
}

HubModel parse_hub_model(std::string_view text) {
    const std::size_t at = text.find('@');
    const std::string_view name = text.substr(0, at);
    const std::string_view revision = at == text.npos ? "main" : text.substr(at + 1);
    if (!is_hub_name(name) || !is_hub_revision(revision))
        throw Error(ErrorId::hub_name_invalid, {shortened(text)});
    return {std::string(name), std::string(revision), HubKind::model};
}

HubModel parse_hub_model(std::string_view text, std::string_view revision) {
    HubModel model = parse_hub_model(text);
    if (revision.empty()) return model;
    if (!is_hub_revision(revision) || text.find('@') != text.npos)
        throw Error(ErrorId::hub_name_invalid, {shortened(std::string(text) + '@' + std::string(revision))});
    model.revision = revision;
    return model;
}

} // namespace tunedesk::format
