// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/run_files.h"

#include "base/hash.h"
#include "event/event.h"

#include <algorithm>
#include <fmt/format.h>
#include <sys/stat.h>

namespace tunedesk::run {

namespace {

constexpr std::uint64_t most_kept_bytes = 32u << 20;
constexpr std::size_t piece_bytes = 256u << 10;

std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// End of a piece of at most `piece_bytes`, not inside a character.
std::size_t piece_end(const std::string& text, std::size_t begin) {
    std::size_t end = std::min(begin + piece_bytes, text.size());
    for (int i = 0; i < 3 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80; ++i)
        --end;
    return end;
}

bool is_known(const std::string& name) {
    return std::find(RunFiles::names().begin(), RunFiles::names().end(), name) != RunFiles::names().end();
}

} // namespace

const std::vector<std::string>& RunFiles::names() {
    static const std::vector<std::string> all = {"preset.yaml",   "environment.json", "exit.json",
                                                 "report.json",   "report.txt",       "metrics.csv",
                                                 "confusion.csv", "predictions.csv"};
    return all;
}

RunFiles::RunFiles(const event::RunFolder& folder) : root_(folder.root) {
    std::string all;
    for (const std::string& name : names()) {
        struct stat status {};
        if (::stat((root_ / name).c_str(), &status) != 0 || !S_ISREG(status.st_mode) ||
            static_cast<std::uint64_t>(status.st_size) > most_kept_bytes)
            continue;
        // Curves are sent with the journal's events; a growing table is no reason for another request.
        if (name != "metrics.csv")
            all += fmt::format("{} {} {}.{:09}\n", name, status.st_size, status.st_mtim.tv_sec,
                               status.st_mtim.tv_nsec);
        present_.push_back(name);
    }
    stamp_ = content_hash(all);
}

void RunFiles::print(const std::function<bool(const std::string&)>& print) const {
    if (!print(dumped({{"type", "Files"}, {"names", present_}}))) return;
    for (const std::string& name : present_) {
        std::string text;
        try {
            text = read_file(root_ / name, ErrorId::file_unreadable, most_kept_bytes);
        } catch (const Error&) {
            continue; // deleted in the meantime: the next stamp shows it
        }
        for (std::size_t begin = 0, end = 0; end < text.size() || begin == 0; begin = end) {
            end = piece_end(text, begin);
            const Json piece = {{"type", "File"},
                                {"name", name},
                                {"last", end == text.size()},
                                {"text", text.substr(begin, end - begin)}};
            if (!print(dumped(piece))) return;
            if (end == text.size()) break;
        }
    }
    print(dumped({{"type", "FilesDone"}, {"stamp", stamp_}}));
}

bool RunFilesReceiver::take(const std::string& line) {
    if (!line.starts_with("{\"type\":\"File")) return false;
    const Json json =
        parse_json(line, "a line about files", ErrorId::files_line_invalid, {2 * event::max_event_bytes, 16});
    const std::string type = json.is_object() ? text_field(json, "type") : std::string();
    if (type == "Files")
        begin(json);
    else if (type == "File")
        add(json);
    else if (type == "FilesDone")
        commit(json);
    else
        return false;
    return true;
}

void RunFilesReceiver::begin(const Json& line) {
    files_.clear();
    const auto names = line.find("names");
    if (names == line.end() || !names->is_array()) return;
    for (const Json& name : *names)
        if (name.is_string() && is_known(name.get<std::string>())) files_[name.get<std::string>()];
}

void RunFilesReceiver::add(const Json& line) {
    const auto file = files_.find(text_field(line, "name"));
    if (file == files_.end()) return;
    const std::string piece = text_field(line, "text");
    if (file->second.size() + piece.size() <= most_kept_bytes) file->second += piece;
}

void RunFilesReceiver::commit(const Json& line) {
    for (const std::string& name : RunFiles::names()) {
        std::error_code failed;
        const auto file = files_.find(name);
        if (file == files_.end())
            fs::remove(folder_ / name, failed);
        else
            write_private_file(folder_ / name, file->second);
    }
    files_.clear();
    stamp_ = text_field(line, "stamp");
}

std::string RunFilesReceiver::take_stamp() {
    return std::exchange(stamp_, {});
}

} // namespace tunedesk::run
