// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

#include <optional>
#include <string>

namespace tunedesk::run {

/// The state of a run that `attach --json --follow` prints between its events, as `{"type":"Told", ...}` (the
/// name that programs of every version read): at the start, at each change, and every few seconds, so that
/// both ends notice when the other is gone.
struct StreamStatus {
    std::string tunedesk;                  ///< the version of the program that prints it
    std::string run;                       ///< the run's folder there
    std::string journal;                   ///< journal_identity(); changes if the folder holds a new run
    bool is_live = false;                  ///< supervised now
    bool is_complete = false;              ///< not live, and the whole journal was printed
    std::uint64_t seq = 0;                 ///< of the last event printed; before the first, the seq before it
    std::optional<event::ExitRecord> exit; ///< of the run's last end, if it is not live

    bool is_same_as(const StreamStatus& other) const;
};

Json to_json(const StreamStatus& status);
std::string to_line(const StreamStatus& status); ///< without a line end
/// std::nullopt if the line is another. Throws Error 7049 for one that is damaged.
std::optional<StreamStatus> stream_status_from(const std::string& line);

/// Identifies a run folder's journal by its first line; empty if there is none yet.
std::string journal_identity(const event::RunFolder& folder);

} // namespace tunedesk::run
