// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/file.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <string>

namespace tunedesk::ui {

/// The file of a preset: its contents as last read or written, with line ends and byte order mark, and a
/// watch for changes by other programs. Read and written on another thread; used on the window's thread.
class PresetFile : public QObject {
    Q_OBJECT

public:
    explicit PresetFile(QObject* parent = nullptr);

    /// Throws an Error where there is no such regular file, or a larger one than the parser allows.
    static std::string read(const fs::path& file);

    const fs::path& path() const { return path_; }
    /// Watches `file`, which holds `contents`; returns its text, in UTF-8 with LF or CRLF.
    std::string take(const std::string& contents, const fs::path& file);
    /// Marks the contents given to take() as not in the file, so that they are written whatever it holds.
    void forget_contents() { on_disk_.clear(); }
    /// Writes a text with LF; written() follows, or failed(), or changed_outside() where another program
    /// changed the file and `force` is not set.
    void write(const std::string& text, const fs::path& file, bool force);

Q_SIGNALS:
    /// `moved`: whether path() has changed.
    void written(const std::string& text, bool moved);
    void changed_outside();
    void failed(const tunedesk::Error& error);

private:
    void watch();
    void look();

    fs::path path_;
    bool crlf_ = false, byte_order_mark_ = false;
    std::string on_disk_;       ///< contents as last read or written
    std::string being_written_; ///< contents that this object is writing now
    std::string noticed_;       ///< contents of another program that changed_outside() was emitted for
    QFileSystemWatcher watcher_;
};

} // namespace tunedesk::ui
