// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/journal/tensorboard.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/protobuf.h"
#include "event/evaluation.h"
#include "event/journal/repeat_filter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <unistd.h>

namespace tunedesk::event {

namespace {

constexpr std::array<std::uint32_t, 256> make_table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit)
            value = value >> 1 ^ (value & 1 ? 0x82F63B78u : 0u); // the polynomial, bits reversed
        table[byte] = value;
    }
    return table;
}

constexpr auto crc_table = make_table();

using protobuf::put_bytes;
using protobuf::put_fixed;
using protobuf::put_key;
using protobuf::put_whole;

template <typename Unsigned>
Unsigned fixed_at(std::string_view bytes) {
    Unsigned value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i)
        value |= static_cast<Unsigned>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return value;
}

std::string event_message(double wall_time, std::int64_t step) {
    std::string out;
    put_key(out, 1, protobuf::Kind::fixed64);
    put_fixed(out, std::bit_cast<std::uint64_t>(wall_time));
    if (step != 0) put_whole(out, 2, step); // protobuf omits zeros
    return out;
}

std::string host_in_file_name() {
    char name[HOST_NAME_MAX + 1] = {};
    if (::gethostname(name, sizeof name - 1) != 0 || !*name) return "localhost";
    std::string text = name;
    std::replace(text.begin(), text.end(), '/', '_');
    return text;
}

/// The event file that a reader would read last, or an empty path. Removes temporary files of killed writers,
/// which readers would take for event files.
fs::path last_event_file(const fs::path& folder) {
    fs::path last;
    std::vector<fs::path> temporaries;
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
        const std::string name = it->path().filename().string();
        if (name.find("tfevents") == std::string::npos || !it->is_regular_file(failed)) continue;
        if (name.find(".tmp") != std::string::npos)
            temporaries.push_back(it->path());
        else
            last = std::max(last, it->path());
    }
    for (const fs::path& path : temporaries)
        fs::remove(path, failed);
    return last;
}

/// A name that sorts after `path`: ".0001", or the next such number.
fs::path name_after(const fs::path& path) {
    constexpr std::size_t digits = 4;
    const std::string extension = path.extension().string(),
                      number = extension.substr(extension.empty() ? 0 : 1);
    if (number.size() == digits && number != "9999" &&
        number.find_first_not_of("0123456789") == std::string::npos)
        return fs::path(path).replace_extension(fmt::format(".{:04}", std::stoi(number) + 1));
    return path.string() + ".0001";
}

/// The step in a payload written by event_message().
std::int64_t step_of_payload(std::string_view payload) {
    constexpr std::size_t time_bytes = 9; // key and fixed64
    std::uint64_t step = 0;
    std::size_t at = time_bytes;
    if (payload.size() <= at || payload[at] != 2 << 3) return 0;
    for (int shift = 0; ++at < payload.size() && shift < 64; shift += 7) {
        step |= static_cast<std::uint64_t>(payload[at] & 0x7F) << shift;
        if ((payload[at] & 0x80) == 0) break;
    }
    return static_cast<std::int64_t>(step);
}

/// The complete records in a file's text with steps before `step`.
std::string records_before(std::string_view file, std::int64_t step) {
    constexpr std::size_t head = 12, tail = 4;
    std::string kept;
    for (std::string_view rest = file.substr(0, tfrecord_extent(file).bytes); !rest.empty();) {
        const auto length = fixed_at<std::uint64_t>(rest);
        const std::size_t size = head + length + tail;
        if (step_of_payload(rest.substr(head, length)) < step) kept += rest.substr(0, size);
        rest.remove_prefix(size);
    }
    return kept;
}

} // namespace

std::uint32_t crc32c(std::string_view text) {
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const char c : text)
        crc = crc >> 8 ^ crc_table[(crc ^ static_cast<unsigned char>(c)) & 0xFF];
    return ~crc;
}

std::uint32_t masked_crc32c(std::string_view text) {
    const std::uint32_t crc = crc32c(text);
    return (crc >> 15 | crc << 17) + 0xA282EAD8u;
}

std::string tfrecord(std::string_view payload) {
    std::string record;
    put_fixed(record, static_cast<std::uint64_t>(payload.size()));
    put_fixed(record, masked_crc32c(record));
    record += payload;
    put_fixed(record, masked_crc32c(payload));
    return record;
}

TfRecordExtent tfrecord_extent(std::string_view file) {
    constexpr std::size_t head = 12, tail = 4;
    TfRecordExtent extent;
    for (;;) {
        const std::string_view rest = file.substr(extent.bytes);
        if (rest.size() < head) return extent;
        const auto length = fixed_at<std::uint64_t>(rest);
        if (masked_crc32c(rest.substr(0, 8)) != fixed_at<std::uint32_t>(rest.substr(8)))
            return {extent.bytes, false};
        if (rest.size() - head < tail || rest.size() - head - tail < length) return extent;
        if (masked_crc32c(rest.substr(head, length)) != fixed_at<std::uint32_t>(rest.substr(head + length)))
            return {extent.bytes, false};
        extent.bytes += head + length + tail;
    }
}

std::string file_version_event(double wall_time) {
    std::string out = event_message(wall_time, 0);
    put_bytes(out, 3, "brain.Event:2");
    return out;
}

std::string session_start_event(double wall_time, std::int64_t step) {
    std::string log;
    put_whole(log, 1, 1); // SessionLog.START
    std::string out = event_message(wall_time, step);
    put_bytes(out, 7, log);
    return out;
}

std::string scalars_event(double wall_time, std::int64_t step,
                          const std::vector<std::pair<std::string, float>>& scalars) {
    std::string summary;
    for (const auto& [tag, scalar] : scalars) {
        std::string value;
        put_bytes(value, 1, tag);
        put_key(value, 2, protobuf::Kind::fixed32);
        put_fixed(value, std::bit_cast<std::uint32_t>(scalar));
        put_bytes(summary, 1, value);
    }
    std::string out = event_message(wall_time, step);
    put_bytes(out, 5, summary);
    return out;
}

TensorBoardFile::TensorBoardFile(const RunFolder& folder) : root_(folder.root) {
    make_folders(folder.tensorboard(), ErrorId::folder_not_created);
    fs::path path = last_event_file(folder.tensorboard());
    TfRecordExtent extent;
    if (!path.empty()) {
        const MappedFile map(path, ErrorId::tensorboard_unreadable);
        extent = tfrecord_extent(map.text());
        // Readers stop at damaged data: the next file by name continues.
        if (!extent.rest_is_torn) path += ".1";
    } else {
        path =
            folder.tensorboard() / fmt::format("events.out.tfevents.{:010d}.{}",
                                               static_cast<std::int64_t>(utc_seconds()), host_in_file_name());
    }
    file_ = std::make_unique<AppendFile>(root_, path.lexically_relative(root_));
    if (extent.rest_is_torn && extent.bytes < file_->size()) file_->cut(extent.bytes);
    if (file_->size() == 0) owed_ = tfrecord(file_version_event(utc_seconds()));
    if (!owed_.empty()) write({});
}

bool TensorBoardFile::write(std::string_view payload) {
    if (!file_->append(payload.empty() ? owed_ : owed_ + tfrecord(payload))) return false;
    owed_.clear();
    return true;
}

bool TensorBoardFile::append(const Event& event) {
    const auto step = step_of(event);
    if (!step || (event.type != Type::Step && event.type != Type::Eval)) return true;
    std::vector<std::pair<std::string, float>> scalars;
    if (event.type == Type::Eval) {
        const auto split = event.fields.find("split");
        if (split == event.fields.end() || !split->is_string()) return true;
        for (const auto& [name, value] : metrics_of(event))
            scalars.emplace_back(split->get<std::string>() + "/" + name, static_cast<float>(value));
    } else {
        for (const char* name : {"loss", "accuracy", "learning_rate", "grad_norm", "step_seconds"}) {
            if (!event.fields.contains(name)) continue;
            const double value = number(event.fields, name, std::numeric_limits<double>::quiet_NaN());
            if (std::isnan(value) && std::string_view(name) == "grad_norm") continue;
            scalars.emplace_back(std::string("train/") + name, static_cast<float>(value));
        }
    }
    return scalars.empty() || write(scalars_event(event.t, *step, scalars));
}

bool TensorBoardFile::start_session(double wall_time, std::int64_t step) {
    if (const std::string kept = kept_before(step); !kept.empty()) replace(wall_time, kept);
    owed_ += tfrecord(session_start_event(wall_time, step));
    return write({});
}

/// The records before `step`, which later ones will follow; "" if there are none, or if the file cannot be
/// read: then it remains, as in replace().
std::string TensorBoardFile::kept_before(std::int64_t step) const try {
    const MappedFile map(file_->path(), ErrorId::tensorboard_unreadable);
    std::string kept = records_before(map.text(), step);
    return kept.size() == map.text().size() ? std::string() : kept;
} catch (const Error&) {
    return {};
}

/// Replaces the file by one with another name: current readers of the old one read the new one from its
/// beginning, where a session's start discards earlier data. On failure the old one remains, and readers that
/// support sessions discard the steps that are undone.
void TensorBoardFile::replace(double wall_time, const std::string& records) try {
    const fs::path old = file_->path(), path = name_after(old);
    write_file_atomically(path, tfrecord(file_version_event(wall_time)) +
                                    tfrecord(session_start_event(wall_time, 0)) + records);
    file_ = std::make_unique<AppendFile>(root_, path.lexically_relative(root_));
    std::error_code ignored;
    fs::remove(old, ignored);
} catch (const Error&) {
}

} // namespace tunedesk::event
