#include "ui/preset/form/preset_document.h"

#include "preset/yaml/edit.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QPlainTextDocumentLayout>
#include <QTextCursor>
#include <QTimer>
#include <utility>

namespace tunedesk::ui {

namespace {

constexpr std::uint64_t max_bytes = 1u << 20; // as the parser allows
constexpr qint64 joined_milliseconds = 1500;  // edits of one key closer than this undo together
constexpr QChar paragraph(QChar::ParagraphSeparator);

std::string with_crlf(const std::string& text) {
    std::string result;
    for (const char c : text)
        result.append(c == '\n' ? "\r\n" : std::string(1, c));
    return result;
}

std::string read_contents(const fs::path& file) {
    std::error_code failed;
    // A FIFO or a device could keep the reader waiting for ever.
    if (fs::exists(file, failed) && !fs::is_regular_file(file, failed))
        throw Error(ErrorId::preset_file_not_regular, {}, file.string());
    return read_file(file, ErrorId::preset_unreadable, max_bytes);
}

} // namespace

PresetDocument::PresetDocument(QObject* parent) : QObject(parent) {
    document_.setDocumentLayout(new QPlainTextDocumentLayout(&document_));
    connect(&document_, &QTextDocument::contentsChanged, this, [this] {
        // Qt's own flag stays set after edits that were joined are taken back.
        if (is_open_) document_.setModified(text() != saved_text_);
        Q_EMIT text_changed();
        read_text();
    });
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, &PresetDocument::look_at_file);
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, &PresetDocument::look_at_file);
}

std::string PresetDocument::text() const {
    // toPlainText() would turn no-break spaces into spaces.
    return document_.toRawText().replace(paragraph, QLatin1Char('\n')).toStdString();
}

void PresetDocument::open(const fs::path& file) {
    read_in_background(
        this, [file](const Wanted&) { return read_contents(file); },
        [this, file](const std::string& contents) { take_contents(contents, file); },
        [this](const Error& error) { Q_EMIT failed(error); });
}

void PresetDocument::take_contents(const std::string& contents, const fs::path& file) {
    on_disk_ = contents;
    byte_order_mark_ = contents.starts_with("\xEF\xBB\xBF");
    crlf_ = contents.find("\r\n") != std::string::npos;
    if (file != file_) last_good_ = std::make_shared<Reading>(); // another preset's says nothing of this one
    file_ = file;
    last_key_ = nullptr;
    is_open_ = true;
    const QByteArray text = QByteArray::fromStdString(contents.substr(byte_order_mark_ ? 3 : 0));
    document_.setPlainText(QString::fromUtf8(text));
    saved_text_ = this->text();
    document_.setModified(false);
    watch();
    Q_EMIT opened();
}

void PresetDocument::set_text(const QString& text, const fs::path& file) {
    take_contents(text.toStdString(), file);
    on_disk_.clear();
    saved_text_.clear();
    document_.setModified(true);
}

void PresetDocument::restore(const QString& text, const fs::path& file) {
    read_in_background(
        this, [file](const Wanted&) { return read_contents(file); },
        [this, text, file](const std::string& contents) {
            take_contents(contents, file);
            QTextCursor cursor(&document_);
            cursor.select(QTextCursor::Document);
            cursor.insertText(text);
        },
        [this, text, file](const Error&) { set_text(text, file); });
}

void PresetDocument::reload() {
    read_in_background(
        this, [file = file_](const Wanted&) { return read_contents(file); },
        [this](const std::string& contents) {
            on_disk_ = contents;
            QTextCursor cursor(&document_);
            cursor.select(QTextCursor::Document);
            const std::size_t mark = contents.starts_with("\xEF\xBB\xBF") ? 3 : 0;
            cursor.insertText(QString::fromStdString(contents.substr(mark)));
            saved_text_ = text();
            document_.setModified(false);
            watch();
        },
        [this](const Error& error) { Q_EMIT failed(error); });
}

void PresetDocument::save(bool force) {
    if (is_open_) write(text(), file_, force);
}

void PresetDocument::save_as(const fs::path& file) {
    write(text(), file, true);
}

void PresetDocument::write(const std::string& contents, const fs::path& file, bool force) {
    const std::string stored =
        (byte_order_mark_ ? "\xEF\xBB\xBF" : "") + (crlf_ ? with_crlf(contents) : contents);
    const bool must_be_same = !force && file == file_ && !on_disk_.empty();
    being_written_ = stored;
    in_background(
        this,
        [stored, file, must_be_same, before = on_disk_](const Wanted&) {
            std::error_code ignored;
            if (must_be_same && fs::exists(file, ignored) && read_contents(file) != before) return false;
            write_file_atomically(file, stored);
            return true;
        },
        [this, stored, contents, file](bool written) {
            being_written_.clear();
            if (!written) {
                Q_EMIT changed_outside();
                return;
            }
            on_disk_ = stored;
            const bool moved = file != file_;
            file_ = file;
            saved_text_ = contents;
            document_.setModified(text() != contents);
            watch();
            if (moved) read_text();
            Q_EMIT saved(to_qt(file));
        },
        [this](const Error& error) {
            being_written_.clear();
            Q_EMIT failed(error);
        });
}

void PresetDocument::watch() {
    if (!watcher_.files().isEmpty()) watcher_.removePaths(watcher_.files());
    if (!watcher_.directories().isEmpty()) watcher_.removePaths(watcher_.directories());
    // The folder too: most programs replace a file instead of writing into it.
    watcher_.addPath(to_qt(fs::absolute(file_).parent_path()));
    watcher_.addPath(to_qt(file_));
}

void PresetDocument::look_at_file() {
    read_in_background(
        this, [file = file_](const Wanted&) { return read_contents(file); },
        [this, file = file_](const std::string& contents) {
            // Our own file may be seen before the write that made it has said that it is done.
            if (file != file_ || contents == on_disk_ || contents == being_written_ || contents == noticed_)
                return;
            noticed_ = contents;
            Q_EMIT changed_outside();
        });
}

void PresetDocument::read_text() {
    if (!is_open_ || is_reading_) return; // the one under way is followed by another
    is_reading_ = true;
    read_in_background(
        this,
        [text = text(), file = file_](const Wanted&) {
            return std::make_shared<const Reading>(read_preset(text, file));
        },
        [this, revision = document_.revision()](const std::shared_ptr<const Reading>& reading) {
            is_reading_ = false;
            if (revision != document_.revision()) {
                read_text();
                return;
            }
            reading_ = reading;
            if (reading->readable) last_good_ = reading;
            read_revision_ = revision;
            Q_EMIT read();
        },
        [this, revision = document_.revision()](const Error& error) {
            is_reading_ = false;
            if (revision != document_.revision()) read_text();
            Q_EMIT failed(error);
        });
}

void PresetDocument::apply(const preset::Key& key, std::size_t offset, std::size_t removed,
                           const std::string& inserted) {
    const std::string before = text();
    const auto position = [&](std::size_t bytes) {
        return static_cast<int>(QString::fromUtf8(before.data(), static_cast<qsizetype>(bytes)).size());
    };
    QTextCursor cursor(&document_);
    const bool belongs_together =
        is_same_turn_ || (last_key_ == &key && since_last_.elapsed() < joined_milliseconds);
    const bool joins = last_key_ && last_revision_ == document_.revision() && belongs_together;
    if (joins)
        cursor.joinPreviousEditBlock();
    else
        cursor.beginEditBlock();
    cursor.setPosition(position(offset));
    cursor.setPosition(position(offset + removed), QTextCursor::KeepAnchor);
    cursor.insertText(to_qt(inserted));
    cursor.endEditBlock();
    last_key_ = &key;
    last_revision_ = document_.revision();
    since_last_.start();
    if (!std::exchange(is_same_turn_, true)) QTimer::singleShot(0, this, [this] { is_same_turn_ = false; });
}

QString PresetDocument::set_key(const preset::Key& key, const std::string& value) {
    try {
        const preset::TextEdit edit = preset::edit_value(text(), key, value);
        if (edit.changes()) apply(key, edit.offset, edit.removed, edit.inserted);
        return {};
    } catch (const Error& error) {
        return error_sentence(error);
    }
}

QString PresetDocument::reset_key(const preset::Key& key) {
    try {
        const preset::TextEdit edit = preset::edit_removal(text(), key);
        if (edit.changes()) apply(key, edit.offset, edit.removed, edit.inserted);
        last_key_ = nullptr;
        return {};
    } catch (const Error& error) {
        return error_sentence(error);
    }
}

} // namespace tunedesk::ui
