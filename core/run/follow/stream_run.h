// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace tunedesk::run {

/// Source range and destination of a stream.
struct StreamOptions {
    std::uint64_t from_seq = 1;
    /// Also stream the small files, if RunFiles::stamp() differs from this; std::nullopt: no files.
    std::optional<std::string> files_stamp;
    std::function<bool(const std::string&)> print; ///< gets whole lines; false once the reader has closed
    std::function<bool()> enough;
};

/// Streams a run to a remote reader until the reader closes: the journal's lines, then live events, including
/// Progress and Heartbeat (of each rank and phase the latest, ten times a second), interleaved with
/// StreamStatus lines. The stream stays open when the run ends, and continues when it is resumed. Blocks; any
/// thread. Throws Error 5004 if the journal cannot be read.
void stream_run(const event::RunFolder& folder, const StreamOptions& how);

/// The same for the list of runs: `{"type":"List","tunedesk":...,"runs":[...]}` when the list changes, and
/// one without "runs" every few seconds, until `print` returns false or enough() true.
void stream_list(const std::function<bool(const std::string&)>& print, const std::function<bool()>& enough);

} // namespace tunedesk::run
