// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/preset_file.h"

#include "ui/widgets/background.h"
#include "ui/widgets/text.h"

namespace tunedesk::ui {

namespace {

constexpr std::uint64_t max_bytes = 1u << 20; // the parser's limit
constexpr const char* mark = "\xEF\xBB\xBF";

std::string with_crlf(const std::string& text) {
    std::string result;
    for (const char c : text)
        result.append(c == '\n' ? "\r\n" : std::string(1, c));
    return result;
}

} // namespace

PresetFile::PresetFile(QObject* parent) : QObject(parent) {
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, &PresetFile::look);
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, &PresetFile::look);
}

std::string PresetFile::read(const fs::path& file) {
    std::error_code failed;
    // Reading a FIFO or a device could block forever.
    if (fs::exists(file, failed) && !fs::is_regular_file(file, failed))
        throw Error(ErrorId::preset_file_not_regular, {}, file.string());
    return read_file(file, ErrorId::preset_unreadable, max_bytes);
}

std::string PresetFile::take(const std::string& contents, const fs::path& file) {
    on_disk_ = contents;
    byte_order_mark_ = contents.starts_with(mark);
    crlf_ = contents.find("\r\n") != std::string::npos;
    path_ = file;
    watch();
    return contents.substr(byte_order_mark_ ? 3 : 0);
}

void PresetFile::write(const std::string& text, const fs::path& file, bool force) {
    const std::string stored = (byte_order_mark_ ? mark : "") + (crlf_ ? with_crlf(text) : text);
    const bool must_be_same = !force && file == path_ && !on_disk_.empty();
    being_written_ = stored;
    in_background(
        this,
        [stored, file, must_be_same, before = on_disk_](const CancelToken&) {
            std::error_code ignored;
            if (must_be_same && fs::exists(file, ignored) && read(file) != before) return false;
            write_file_atomically(file, stored);
            return true;
        },
        [this, stored, text, file](bool was_written) {
            being_written_.clear();
            if (!was_written) {
                Q_EMIT changed_outside();
                return;
            }
            on_disk_ = stored;
            const bool moved = file != path_;
            path_ = file;
            watch();
            Q_EMIT written(text, moved);
        },
        [this](const Error& error) {
            being_written_.clear();
            Q_EMIT failed(error);
        });
}

void PresetFile::watch() {
    if (!watcher_.files().isEmpty()) watcher_.removePaths(watcher_.files());
    if (!watcher_.directories().isEmpty()) watcher_.removePaths(watcher_.directories());
    // Also the folder: most programs replace a file instead of writing to it.
    watcher_.addPath(to_qt(fs::absolute(path_).parent_path()));
    watcher_.addPath(to_qt(path_));
}

void PresetFile::look() {
    read_in_background(
        this, [file = path_](const CancelToken&) { return read(file); },
        [this, file = path_](const std::string& contents) {
            // The notification about the program's own write may arrive before the write is reported as done.
            if (file != path_ || contents == on_disk_ || contents == being_written_ || contents == noticed_)
                return;
            noticed_ = contents;
            Q_EMIT changed_outside();
        });
}

} // namespace tunedesk::ui
