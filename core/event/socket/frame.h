// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::event {

constexpr std::uint32_t max_frame_bytes = 1u << 20;

/// A frame: the payload's length as 4 bytes (little endian), then the payload. Throws Error 7002 if the
/// payload is larger than max_frame_bytes.
std::string make_frame(std::string_view payload);

/// Assembles payloads from a byte stream. After a length above max_frame_bytes the reader stays invalid, and
/// the connection must be closed.
class FrameReader {
public:
    /// The payloads that these bytes complete, in order; a payload may be empty. Throws Error 7031 on an
    /// oversized length (payloads completed by the same bytes are lost with it), 7030 on every call after.
    std::vector<std::string> feed(std::string_view bytes);

private:
    std::string buffer_;
    bool broken_ = false;
};

// Messages on the socket beside events. All are JSON objects with "type":
//   worker -> supervisor: {"type":"Sync","rank_seq":N}        is everything up to my event N on disk?
//                         {"type":"Relayed","rank":R,"frame":TEXT}  rank 0's: an event of a rank elsewhere
//                         {"type":"Left","rank":R,"goodbye":B}      that rank's connection has ended
//   supervisor -> worker: {"type":"Synced","rank_seq":N}      yes, or the journal has a counted gap
//                         {"type":"Command","command":C}
//   viewer -> supervisor: {"type":"Attach","from_seq":N}      send all events from N on, then live ones
//                         {"type":"Command","command":C}      stop | pause | continue | checkpoint | kill
//                         {"type":"Ping"}
//   supervisor -> viewer: event lines, {"type":"Reply","ok":B,"id":I,"values":[...],"text":T}
// A worker's first frame is its Hello with "token" (the environment's TUNEDESK_TOKEN).

enum class Command { none = 0, stop = 1, pause = 2, continue_run = 3, checkpoint = 4, kill = 5 };
/// "stop", "pause", "continue", "checkpoint", "kill"; none for any other text.
Command command_of(std::string_view name);
std::string name_of(Command command);

} // namespace tunedesk::event
