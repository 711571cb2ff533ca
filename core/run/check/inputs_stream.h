// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "run/check/check_inputs.h"

#include <string>
#include <string_view>

namespace tunedesk::run {

/// The protocol by which `tunedesk inspect` reports its findings: lines of JSON. The last line is followed by
/// the lengths of the training rows as 32-bit numbers in this machine's byte order.

/// A finding as `check --json` and the messages below give it: {id, split, file, count, message, blocks,
/// mend, labels, twin_split, twin_file, rows: [[line, column, sentence or "", twin_line, fault or null],
/// ...]}; a fault is {id, values}.
Json finding_json(const data::Finding& finding);
/// Reads the object of finding_json(). Throws Error 3141 for an unknown kind, and exceptions of Json for a
/// missing member or one of another type.
data::Finding finding_from_json(const Json& json);

/// A line with the progress of tokenizing, in rows.
std::string progress_line(std::uint64_t done, std::uint64_t total);

/// A message with the findings so far, or with all of them (`complete`).
std::string inputs_message(const CheckedInputs& inputs, bool complete);

/// Parses the messages as their bytes arrive. take() throws Error 2063 for invalid bytes. Thread rule: one
/// thread.
class InputsReader {
public:
    void take(std::string_view bytes);

    std::uint64_t done = 0, total = 0; ///< rows tokenized of the current file
    bool is_complete = false;
    CheckedInputs inputs; ///< without the configuration, which the receiver loads itself
    int heard = 0;        ///< number of messages with findings

private:
    void take_line(std::string_view line);

    std::string buffer_;
    std::uint64_t missing_lengths_ = 0; ///< bytes
};

} // namespace tunedesk::run
