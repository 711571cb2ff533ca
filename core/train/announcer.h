#pragma once

#include "event/channel.h"
#include "preset/preset.h"

#include <string>

namespace tunedesk::train {

/// What a rank says of its work, in the words of the journal. Every call takes microseconds.
class Announcer {
public:
    Announcer(event::Channel& channel, bool leads) : channel_(channel), leads_(leads) {}

    /// Progress within a phase: "reading", "tokenizing", "loading", "features", "training", "evaluation",
    /// "saving". It is also the rank's sign of life.
    void progress(const std::string& phase, std::int64_t done, std::int64_t total);
    void info(const std::string& text) { log("info", text); }
    void warn(const std::string& text) { log("warning", text); }
    /// Only rank 0 speaks of what all ranks know.
    void event(event::Type type, Json fields);
    /// The logging step's figures; other ranks than 0 tell their memory alone.
    void step(const event::StepEvent& step);

    event::Channel& channel() { return channel_; }
    std::int64_t current_step = 0;
    std::int64_t collectives = 0; ///< that this rank has entered; said with its progress where it is not 0

private:
    void log(const std::string& level, const std::string& text);
    event::Channel& channel_;
    bool leads_;
    std::string phase_;
};

/// Resident memory now, and its peak, in bytes.
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();

} // namespace tunedesk::train
