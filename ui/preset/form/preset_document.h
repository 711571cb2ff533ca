// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/file.h"
#include "ui/preset/form/key_edits.h"
#include "ui/preset/form/parsed_preset.h"
#include "ui/preset/form/preset_file.h"
#include "ui/widgets/background.h"

#include <QObject>
#include <QTextDocument>
#include <memory>

namespace tunedesk::ui {

/// The YAML text of one preset file, the only source of its values, and its parsed contents. Forms and the
/// text editor edit the same QTextDocument and share its undo stack. Files are read, written and parsed on
/// another thread; after an edit parsed() follows within milliseconds. Window's thread.
class PresetDocument : public QObject {
    Q_OBJECT

public:
    explicit PresetDocument(QObject* parent = nullptr);

    QTextDocument* document() { return &document_; }
    const fs::path& file() const { return file_.path(); }
    bool is_open() const { return is_open_; }
    bool is_modified() const { return document_.isModified(); }
    /// The text as it would be saved, in UTF-8 with LF.
    std::string text() const;

    /// Opens another file; opened() or failed() follows.
    void open(const fs::path& file);
    /// Sets `text` as the unsaved contents of `file`, which need not exist.
    void set_text(const QString& text, const fs::path& file);
    /// The same, as an undoable edit if the file exists.
    void restore(const QString& text, const fs::path& file);
    /// Writes the file; saved() follows, or failed(), or changed_outside() where another program changed it
    /// and `force` is not set.
    void save(bool force = false);
    void save_as(const fs::path& file);
    /// Reads the file again, as an edit that can be undone.
    void reload();
    /// Parses the text again; read() follows. Call when files that it names were created or removed.
    void read_text();

    /// Edits of single values.
    KeyEdits& edits() { return edits_; }

    /// The text as it was last parsed; is_current(): whether that is the present text.
    const ParsedPreset& parsed() const { return *parsed_; }
    /// The last result for a text that was valid YAML.
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
    void take_contents(const std::string& contents, const fs::path& file);

    QTextDocument document_;
    KeyEdits edits_{document_};
    PresetFile file_;
    bool is_open_ = false;
    std::string saved_text_; ///< the file's contents as text() gives them
    std::shared_ptr<const ParsedPreset> parsed_ = std::make_shared<ParsedPreset>(), last_good_ = parsed_;
    int read_revision_ = -1;
    bool is_reading_ = false, is_outdated_ = false;
};

} // namespace tunedesk::ui
