// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "run/check/check_inputs.h"

#include <string>
#include <string_view>

namespace tunedesk::run {

/// The protocol by which a process that reads a preset's files reports what it found: lines of JSON, the last
/// one with the lengths of the training rows behind it as 32-bit numbers of this machine.

/// A finding as `check --json` and the messages below give it: {id, split, file, count, message, blocks,
/// mend, labels, twin_split, twin_file, rows: [[line, column, sentence or "", twin_line, fault or null],
/// ...]}; a fault is {id, values}.
Json finding_json(const data::Finding& finding);
/// The finding of what finding_json() made. Throws Error 3141 for a kind that it does not know, and Json's
/// exceptions where a member lacks or is of another type.
data::Finding finding_from_json(const Json& json);

/// A line about how far the tokenizing is.
std::string progress_line(std::uint64_t done, std::uint64_t total);

/// What has been found so far, or at the end (`complete`) all of it.
std::string inputs_message(const CheckedInputs& inputs, bool complete);

/// Puts the messages together again as the bytes arrive. Bytes that are none throw Error 2063. One
/// thread.
class InputsReader {
public:
    void take(std::string_view bytes);

    std::uint64_t done = 0, total = 0; ///< rows tokenized of the file in work
    bool is_complete = false;
    CheckedInputs inputs; ///< without the configuration, which its reader loads itself
    int heard = 0;        ///< messages about the inputs

private:
    void take_line(std::string_view line);

    std::string buffer_;
    std::uint64_t missing_lengths_ = 0; ///< bytes
};

} // namespace tunedesk::run
