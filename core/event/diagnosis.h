#pragma once

#include "base/phrase.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tunedesk::event {

/// Which rank a run's ranks could not continue without, by the collectives that each had entered.
struct Diagnosis {
    enum class Kind {
        behind, ///< `rank` has not entered `collective`, which `other_rank` has
        parted, ///< `rank` called `collective` where `other_rank` called `other_collective`
        inside, ///< all ranks are in `collective`; `rank` is the one that the others wait for, or -1
        threw,  ///< an exception ended `rank`, whose last collective was `collective`
    };
    Kind kind = Kind::behind;
    int rank = -1, other_rank = -1;
    std::string collective, other_collective; ///< by the names of parallel::Purpose
    std::int64_t step = 0;                    ///< of `collective`; 0 before the first

    bool operator==(const Diagnosis&) const = default;
};

/// "rank 1 did not enter the gradient sum, which rank 0 did (step 9)".
Phrase phrase_of(const Diagnosis& diagnosis);

/// {"kind", "rank", "other_rank", "collective", "other_collective", "step"}.
Json to_json(const Diagnosis& diagnosis);
/// Of an object's member "diagnosis"; nothing where it has none, or a damaged one.
std::optional<Diagnosis> diagnosis_of(const Json& object);

} // namespace tunedesk::event
