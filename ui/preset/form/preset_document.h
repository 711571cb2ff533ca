#pragma once

#include "base/error.h"
#include "base/files/file.h"
#include "ui/preset/form/parsed_preset.h"
#include "ui/widgets/background.h"

#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTextDocument>
#include <memory>

namespace tunedesk::ui {

/// The YAML text of one preset file, the only source of its values, and its parsed contents. Forms and the
/// text editor change the same QTextDocument, so there is one undo stack. Files are read, written and parsed
/// off the window's thread; after an edit parsed() follows within a few milliseconds. Lives on the window's
/// thread.
class PresetDocument : public QObject {
    Q_OBJECT

public:
    explicit PresetDocument(QObject* parent = nullptr);

    QTextDocument* document() { return &document_; }
    const fs::path& file() const { return file_; }
    bool is_open() const { return is_open_; }
    bool is_modified() const { return document_.isModified(); }
    /// As it would be saved, in UTF-8 with LF.
    std::string text() const;

    /// Shows another file; opened() follows, or failed().
    void open(const fs::path& file);
    /// Takes `text` as the unsaved contents of `file`, which need not exist.
    void set_text(const QString& text, const fs::path& file);
    /// The same where the file exists as an edit of what it holds, which undo takes back.
    void restore(const QString& text, const fs::path& file);
    /// Writes the file; saved() follows, or failed(), or changed_outside() where another program changed it
    /// and `force` is not set.
    void save(bool force = false);
    void save_as(const fs::path& file);
    /// Reads the file again, as an edit that can be undone.
    void reload();

    /// One undoable edit of one value; quick edits of the same key undo together, as do all edits of one turn
    /// of the event loop. Returns why it could not be made, or "".
    QString set_key(const preset::Key& key, const std::string& value);
    /// Takes the key out of the text.
    QString reset_key(const preset::Key& key);

    /// The text as it was last parsed; is_current(): whether that is the present text.
    const ParsedPreset& parsed() const { return *parsed_; }
    /// The last one of a text that was YAML.
    const ParsedPreset& last_good() const { return *last_good_; }
    bool is_current() const { return read_revision_ == document_.revision(); }

Q_SIGNALS:
    void opened();
    void text_changed();
    void read();
    void saved(const QString& file);
    void changed_outside();
    void failed(const tunedesk::Error& error);

private:
    void read_text();
    void take_contents(const std::string& contents, const fs::path& file);
    void write(const std::string& contents, const fs::path& file, bool force);
    void watch();
    void look_at_file();
    void apply(const preset::Key& key, std::size_t offset, std::size_t removed, const std::string& inserted);

    QTextDocument document_;
    fs::path file_;
    bool is_open_ = false, crlf_ = false, byte_order_mark_ = false;
    std::string on_disk_;       ///< contents as last read or written
    std::string saved_text_;    ///< the same as text() gives it
    std::string being_written_; ///< by ourselves, at this moment
    std::string noticed_;       ///< contents of another program that changed_outside() was emitted for
    std::shared_ptr<const ParsedPreset> parsed_ = std::make_shared<ParsedPreset>(), last_good_ = parsed_;
    int read_revision_ = -1;
    bool is_reading_ = false;
    QFileSystemWatcher watcher_;
    const preset::Key* last_key_ = nullptr; ///< of the last edit by a form
    int last_revision_ = -1;
    QElapsedTimer since_last_;
    bool is_same_turn_ = false; ///< of the event loop, as the last edit by a form
};

} // namespace tunedesk::ui
