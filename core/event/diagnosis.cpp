// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/diagnosis.h"

#include "base/text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tunedesk::event {

namespace {

constexpr std::string_view kind_names[] = {"behind", "parted", "inside", "threw"};

int small_field(const Json& object, const char* name, int most) {
    return static_cast<int>(std::clamp<std::int64_t>(whole_field(object, name, -1), -1, most));
}

CollectiveCall call_of(const Json& object, const char* name) {
    CollectiveCall call;
    const auto found = object.find(name);
    if (found == object.end() || !found->is_object()) return call;
    call.op = shortened(text_field(*found, "op"));
    call.ranks = shortened(text_field(*found, "ranks"));
    call.sequence = std::max<std::int64_t>(0, whole_field(*found, "sequence"));
    call.bytes = std::max<std::int64_t>(0, whole_field(*found, "bytes"));
    call.block = small_field(*found, "block", most_blocks);
    return call;
}

/// "1", or "1 (node-b)".
std::string rank_text(int rank, const std::string& host) {
    return host.empty() ? std::to_string(rank) : std::to_string(rank) + " (" + host + ")";
}

} // namespace

Phrase phrase_of(const Diagnosis& diagnosis) {
    const std::string rank = rank_text(diagnosis.rank, diagnosis.host),
                      other = rank_text(diagnosis.other_rank, diagnosis.other_host),
                      step = std::to_string(diagnosis.step);
    switch (diagnosis.kind) {
    case Diagnosis::Kind::behind:
        return Phrase(PhraseId::stall_behind, {rank, diagnosis.collective, other, step});
    case Diagnosis::Kind::parted:
        return Phrase(PhraseId::stall_parted,
                      {rank, diagnosis.collective, other, diagnosis.other_collective, step});
    case Diagnosis::Kind::inside:
        if (diagnosis.rank < 0) return Phrase(PhraseId::stall_inside, {diagnosis.collective, step});
        return Phrase(PhraseId::stall_waited_for, {rank, diagnosis.collective, step});
    case Diagnosis::Kind::threw:
        break;
    }
    return Phrase(PhraseId::stall_threw, {rank, diagnosis.collective, step});
}

std::vector<Phrase> phrases_of_calls(const Diagnosis& diagnosis) {
    std::vector<Phrase> phrases;
    const auto add = [&](int rank, const CollectiveCall& call) {
        if (call.op.empty()) return;
        phrases.emplace_back(PhraseId::stall_call,
                             std::vector<std::string>{std::to_string(rank), call.op,
                                                      std::to_string(call.sequence),
                                                      std::to_string(call.bytes), call.ranks,
                                                      call.block < 0 ? "-" : std::to_string(call.block)});
    };
    add(diagnosis.rank, diagnosis.call);
    add(diagnosis.other_rank, diagnosis.other_call);
    return phrases;
}

std::string sentence_of(const Diagnosis& diagnosis) {
    std::string calls;
    for (const Phrase& call : phrases_of_calls(diagnosis))
        calls += (calls.empty() ? " (" : "; ") + sentence(call);
    return sentence(phrase_of(diagnosis)) + (calls.empty() ? "" : calls + ")");
}

Json to_json(const Diagnosis& diagnosis) {
    Json json{{"kind", kind_names[static_cast<std::size_t>(diagnosis.kind)]},
              {"rank", diagnosis.rank},
              {"other_rank", diagnosis.other_rank},
              {"collective", diagnosis.collective},
              {"other_collective", diagnosis.other_collective},
              {"step", diagnosis.step}};
    for (const auto& [name, host] :
         {std::pair("host", &diagnosis.host), {"other_host", &diagnosis.other_host}})
        if (!host->empty()) json[name] = *host;
    for (const auto& [name, call] :
         {std::pair("call", &diagnosis.call), {"other_call", &diagnosis.other_call}})
        if (!call->op.empty())
            json[name] = {{"op", call->op},
                          {"ranks", call->ranks},
                          {"sequence", call->sequence},
                          {"bytes", call->bytes},
                          {"block", call->block}};
    return json;
}

std::optional<Diagnosis> diagnosis_of(const Json& object) {
    const auto found = object.find("diagnosis");
    if (found == object.end() || !found->is_object()) return std::nullopt;
    const auto kind = std::ranges::find(kind_names, text_field(*found, "kind"));
    if (kind == std::end(kind_names)) return std::nullopt;
    Diagnosis diagnosis;
    diagnosis.kind = static_cast<Diagnosis::Kind>(kind - kind_names);
    diagnosis.rank = small_field(*found, "rank", most_ranks);
    diagnosis.other_rank = small_field(*found, "other_rank", most_ranks);
    diagnosis.collective = shortened(text_field(*found, "collective"));
    diagnosis.other_collective = shortened(text_field(*found, "other_collective"));
    diagnosis.step = std::max<std::int64_t>(0, whole_field(*found, "step"));
    diagnosis.host = shortened(text_field(*found, "host"));
    diagnosis.other_host = shortened(text_field(*found, "other_host"));
    diagnosis.call = call_of(*found, "call");
    diagnosis.other_call = call_of(*found, "other_call");
    return diagnosis;
}

} // namespace tunedesk::event
