// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/follow/stream_status.h"

#include "base/hash.h"
#include "event/event.h"

#include <fcntl.h>
#include <unistd.h>

namespace tunedesk::run {

namespace {

constexpr const char* type_name = "Told";

} // namespace

bool StreamStatus::is_same_as(const StreamStatus& other) const {
    const auto end = [](const StreamStatus& status) {
        return status.exit ? status.exit->time + status.exit->line : "none";
    };
    return is_live == other.is_live && is_complete == other.is_complete && journal == other.journal &&
           end(*this) == end(other);
}

Json to_json(const StreamStatus& status) {
    return {{"type", type_name},      {"tunedesk", status.tunedesk},
            {"run", status.run},      {"journal", status.journal},
            {"live", status.is_live}, {"complete", status.is_complete},
            {"seq", status.seq},      {"exit", status.exit ? event::to_json(*status.exit) : Json()}};
}

std::string to_line(const StreamStatus& status) {
    return to_json(status).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<StreamStatus> stream_status_from(const std::string& line) {
    if (line.find("\"Told\"") == std::string::npos) return std::nullopt;
    const Json json =
        parse_json(line, "a line of attach", ErrorId::attach_line_invalid, {event::max_event_bytes, 16});
    if (!json.is_object() || text_field(json, "type") != type_name) return std::nullopt;
    StreamStatus status;
    status.tunedesk = text_field(json, "tunedesk");
    status.run = text_field(json, "run");
    status.journal = text_field(json, "journal");
    status.seq = static_cast<std::uint64_t>(std::max<std::int64_t>(0, whole_field(json, "seq")));
    const auto is_set = [&](const char* name) {
        const auto flag = json.find(name);
        return flag != json.end() && flag->is_boolean() && flag->get<bool>();
    };
    status.is_live = is_set("live");
    status.is_complete = is_set("complete");
    if (const auto exit = json.find("exit"); exit != json.end() && exit->is_object())
        status.exit = event::exit_record_from(*exit);
    return status;
}

std::string journal_identity(const event::RunFolder& folder) {
    const FileDescriptor file(::open(folder.journal().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file) return {};
    char bytes[4096];
    const ssize_t n = ::read(file.get(), bytes, sizeof bytes);
    const std::string_view text(bytes, static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos && text.size() < sizeof bytes) return {}; // still being written
    return content_hash(text.substr(0, end));
}

} // namespace tunedesk::run
