// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::event {

/// What a number of a rank or of a block is at most; a file that says more is damaged.
constexpr int most_ranks = 1 << 20, most_blocks = 1 << 20;

/// A collective as one rank called it.
struct CollectiveCall {
    std::string op;            ///< by the names of parallel::CollectiveOp; "" if the rank had called none
    std::string ranks;         ///< of its group: "0, 1", "0-7", "0-6:2"
    std::int64_t sequence = 0; ///< of the group's calls, from 1
    std::int64_t bytes = 0;    ///< of the rank's tensor; 0 of a text
    int block = -1;            ///< of the model, or the bucket of a gradient sum; -1: none

    bool operator==(const CollectiveCall&) const = default;
};

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
    CollectiveCall call = {};                 ///< of `rank`: where it is behind, its last one
    CollectiveCall other_call = {};           ///< of `other_rank`
    std::string host = {}, other_host = {};   ///< of the ranks, in a run over several nodes; or ""

    bool operator==(const Diagnosis&) const = default;
};

/// "rank 1 did not enter the gradient sum, which rank 0 did (step 9)".
Phrase phrase_of(const Diagnosis& diagnosis);

/// The calls of both ranks, of each that has one: "rank 1: sum 15 of 4096 bytes, ranks 0-2, block 3".
std::vector<Phrase> phrases_of_calls(const Diagnosis& diagnosis);
/// In English: the phrase, and the calls in parentheses.
std::string sentence_of(const Diagnosis& diagnosis);

/// {"kind", "rank", "other_rank", "collective", "other_collective", "step"}, and where there are any "host"
/// and "other_host", "call" and "other_call": {"op", "ranks", "sequence", "bytes", "block"}.
Json to_json(const Diagnosis& diagnosis);
/// Of an object's member "diagnosis"; std::nullopt if it has none, or a damaged one.
std::optional<Diagnosis> diagnosis_of(const Json& object);

} // namespace tunedesk::event
