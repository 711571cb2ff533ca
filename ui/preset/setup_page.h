#pragma once

#include "preset/load.h"

#include <QWidget>
#include <functional>

class QLabel;
class QSplitter;
class QToolButton;

namespace tunedesk::ui {

class MessageBar;
class PresetDocument;
class PresetForm;
class PresetTextEdit;

/// The page that sets a run up: forms and the YAML text of one preset side by side, over one undo stack.
/// Empty until open(). Nothing on it waits for a file. Lives on the window's thread.
class SetupPage : public QWidget {
    Q_OBJECT

public:
    explicit SetupPage(QWidget* parent = nullptr);

    /// Shows a preset file; changed() follows when it has been read.
    void open(const fs::path& file);
    /// Shows a new preset with this text, to be saved as `file`.
    void open_text(const QString& text, const fs::path& file);
    fs::path file() const;
    bool is_modified() const;
    /// Writes the file; saved() follows.
    void save();
    void save_as(const fs::path& file);
    /// One undoable edit of a value in the text; the value as the text would say it.
    void set_key(const QString& key, const QString& value);
    void reset_key(const QString& key);
    /// What the text says, as of the last changed().
    const preset::Draft& draft() const;
    /// Makes a key's field seen and gives it the focus.
    void go_to(const QString& key);

    PresetForm* form() const { return form_; }
    PresetTextEdit* text() const { return text_; }
    MessageBar* messages() const { return messages_; }

Q_SIGNALS:
    void start_requested(const QString& preset);
    void changed();
    void saved(const QString& file);

private:
    QWidget* make_head();
    void show_reading();
    void show_head();
    void say_changed_outside();

    PresetDocument* document_;
    PresetForm* form_;
    PresetTextEdit* text_;
    MessageBar* messages_;
    QLabel* name_;
    QLabel* extends_;
    QToolButton *undo_, *redo_, *save_;
    QLabel* empty_;
    QSplitter* split_;
};

} // namespace tunedesk::ui
