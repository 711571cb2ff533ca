// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::event {

/// Upper limits of a rank and of a block index; a record with a larger number is damaged.
constexpr int most_ranks = 1 << 20, most_blocks = 1 << 20;

/// A collective as one rank called it.
struct CollectiveCall {
    std::string op;            ///< name of a parallel::CollectiveOp; "" if the rank has called none
    std::string ranks;         ///< members of its group: "0, 1", "0-7", "0-6:2"
    std::int64_t sequence = 0; ///< number of the call within its group, from 1
    std::int64_t bytes = 0;    ///< size of the rank's tensor; 0 for a text
    int block = -1;            ///< block of the model, or bucket of a gradient sum; -1: none

    bool operator==(const CollectiveCall&) const = default;
};

/// The rank that held up the others, found by comparing the collectives that each rank had entered.
struct Diagnosis {
    enum class Kind {
        behind, ///< `rank` has not entered `collective`, which `other_rank` has
        parted, ///< `rank` called `collective` where `other_rank` called `other_collective`
        inside, ///< all ranks are in `collective`; `rank` is the one that the others wait for, or -1
        threw,  ///< an exception ended `rank`, whose last collective was `collective`
    };
    Kind kind = Kind::behind;
    int rank = -1, other_rank = -1;
    std::string collective, other_collective; ///< names of parallel::Purpose
    std::int64_t step = 0;                    ///< training step of `collective`; 0 before the first step
    CollectiveCall call = {};                 ///< the call of `rank`; its last one if it is behind
    CollectiveCall other_call = {};           ///< the call of `other_rank`
    std::string host = {}, other_host = {};   ///< hosts of both ranks in a run over several nodes, else ""

    bool operator==(const Diagnosis&) const = default;
};

/// "rank 1 did not enter the gradient sum, which rank 0 did (step 9)".
Phrase phrase_of(const Diagnosis& diagnosis);

/// One phrase per rank whose call is known: "rank 1: sum 15 of 4096 bytes, ranks 0-2, block 3".
std::vector<Phrase> phrases_of_calls(const Diagnosis& diagnosis);
/// The diagnosis in English: phrase_of(), then phrases_of_calls() in parentheses.
std::string sentence_of(const Diagnosis& diagnosis);

/// {"kind", "rank", "other_rank", "collective", "other_collective", "step"}, and, if known, "host" and
/// "other_host", "call" and "other_call": {"op", "ranks", "sequence", "bytes", "block"}.
Json to_json(const Diagnosis& diagnosis);
/// Reads an object's member "diagnosis"; std::nullopt if it is missing or damaged.
std::optional<Diagnosis> diagnosis_of(const Json& object);

} // namespace tunedesk::event
