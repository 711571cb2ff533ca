#include "event/diagnosis.h"

#include "base/text.h"

#include <algorithm>
#include <iterator>

namespace tunedesk::event {

namespace {

constexpr std::string_view kind_names[] = {"behind", "parted", "inside", "threw"};

} // namespace

Phrase phrase_of(const Diagnosis& diagnosis) {
    const std::string rank = std::to_string(diagnosis.rank), other = std::to_string(diagnosis.other_rank),
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

Json to_json(const Diagnosis& diagnosis) {
    return Json{{"kind", kind_names[static_cast<std::size_t>(diagnosis.kind)]},
                {"rank", diagnosis.rank},
                {"other_rank", diagnosis.other_rank},
                {"collective", diagnosis.collective},
                {"other_collective", diagnosis.other_collective},
                {"step", diagnosis.step}};
}

std::optional<Diagnosis> diagnosis_of(const Json& object) {
    const auto found = object.find("diagnosis");
    if (found == object.end() || !found->is_object()) return std::nullopt;
    const auto kind = std::ranges::find(kind_names, text_field(*found, "kind"));
    if (kind == std::end(kind_names)) return std::nullopt;
    Diagnosis diagnosis;
    diagnosis.kind = static_cast<Diagnosis::Kind>(kind - kind_names);
    diagnosis.rank = static_cast<int>(std::clamp<std::int64_t>(whole_field(*found, "rank", -1), -1, 1 << 20));
    diagnosis.other_rank =
        static_cast<int>(std::clamp<std::int64_t>(whole_field(*found, "other_rank", -1), -1, 1 << 20));
    diagnosis.collective = shortened(text_field(*found, "collective"));
    diagnosis.other_collective = shortened(text_field(*found, "other_collective"));
    diagnosis.step = std::max<std::int64_t>(0, whole_field(*found, "step"));
    return diagnosis;
}

} // namespace tunedesk::event
