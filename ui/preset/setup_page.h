#pragma once

#include "preset/schema/schema.h"
#include "preset/yaml/load.h"
#include "ui/preset/estimate/measure_dialog.h"

#include <QWidget>

class QLabel;
class QSplitter;
class QToolButton;

namespace tunedesk::ui {

class EstimateStrip;
class Estimator;
class MessageBar;
class PresetDocument;
class PresetForm;
class PresetTextEdit;
class RemoteCheck;
struct OpenedFile;

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
    /// Shows a preset file with this text as an edit of it, which undo takes back.
    void restore(const QString& text, const fs::path& file);
    fs::path file() const;
    /// The text as it stands, saved or not.
    std::string source() const;
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
    EstimateStrip* strip() const { return strip_; }
    Estimator* estimator() const { return estimator_; }

    /// Opens a preset, or another tool's settings with what becomes of each key.
    void open_any(const fs::path& file);
    /// Shows in which keys another preset, or the resolved one of a run, differs.
    void compare_with(const fs::path& file);
    /// Puts a shell line that runs the preset as it stands here on the clipboard; copied() follows.
    void copy_command();
    /// Lets the command line measure something about the preset as it stands; a value is taken only when
    /// accepted.
    void ask_measure(MeasureDialog::What what);

Q_SIGNALS:
    void start_requested(const QString& preset);
    void changed();
    void saved(const QString& file);
    void copied(const QString& line);
    /// A field of the page is to be looked at: whatever hides the page is to step aside.
    void front_requested();
    /// Several values for a key were typed, or a sweep was asked for (then both are empty).
    void sweep_requested(const QString& key, const QString& values);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* make_head();
    void show_parsed();
    void show_file_problems();
    void mark_lines();
    bool takes_several(const preset::Key& key, const QString& value);
    void forget_several();
    void show_head();
    void say_changed_outside();
    QToolButton* make_menu();
    QToolButton* make_measure_menu();
    /// Whether the text says a preset without mistakes; says them otherwise.
    bool is_usable();
    void ask_save_as();
    void ask_import();
    void ask_compare();
    void take_opened(const OpenedFile& opened);
    void show_opened(const OpenedFile& opened);
    void start();
    void go_to_problem(const QString& key, const QString& place);

    PresetDocument* document_;
    PresetForm* form_;
    PresetTextEdit* text_;
    MessageBar* messages_;
    QLabel* name_;
    QLabel* extends_;
    QToolButton *undo_, *redo_, *save_;
    QLabel* empty_;
    QSplitter* split_;
    Estimator* estimator_;
    RemoteCheck* there_;
    EstimateStrip* strip_;
    bool starts_when_saved_ = false;
    struct {
        QString key, said;
    } several_; ///< the key whose field has several values, and what the bar says of them
};

} // namespace tunedesk::ui
