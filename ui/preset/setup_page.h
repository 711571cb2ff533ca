// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "preset/yaml/load.h"

#include <QWidget>

class QLabel;
class QSplitter;

namespace tunedesk::ui {

class EstimateStrip;
class Estimator;
class MessageBar;
class PresetDocument;
class PresetForm;
class PresetTextEdit;
class PresetTools;
class ProblemMarks;
class RemoteCheck;
class SetupHead;
class SeveralValues;
class TextDrawer;

/// The page that sets a run up: the form of one preset, and its YAML text in a drawer beside it, over one
/// undo stack. Empty until open(). Nothing on it waits for a file. Lives on the window's thread.
class SetupPage : public QWidget {
    Q_OBJECT

public:
    explicit SetupPage(QWidget* parent = nullptr);

    /// Shows a preset file; changed() follows when it has been read.
    void open(const fs::path& file);
    /// Writes the file; saved() follows.
    void save();
    /// One undoable edit of a value in the text; the value as the text would write it.
    void set_key(const QString& key, const QString& value);
    void reset_key(const QString& key);
    /// The parsed text, as of the last changed().
    const preset::Draft& draft() const;
    /// Makes a key's field seen and gives it the focus.
    void go_to(const QString& key);

    /// The text, its file, and its parsed contents.
    PresetDocument* document() const { return document_; }
    PresetForm* form() const { return form_; }
    PresetTextEdit* text() const { return text_; }
    MessageBar* messages() const { return messages_; }
    EstimateStrip* strip() const { return strip_; }
    Estimator* estimator() const { return estimator_; }
    PresetTools* tools() const { return tools_; }

Q_SIGNALS:
    void start_requested(const QString& preset);
    void changed();
    void saved(const QString& file);
    /// A field of the page is to be looked at: whatever hides the page is to step aside.
    void front_requested();
    /// Several values for a key were typed, or a sweep was asked for (then both are empty).
    void sweep_requested(const QString& key, const QString& values);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void connect_parts();
    void show_parsed();
    void say_changed_outside();
    void start();

    PresetDocument* document_;
    PresetForm* form_;
    PresetTextEdit* text_;
    MessageBar* messages_;
    PresetTools* tools_;
    TextDrawer* drawer_;
    SetupHead* head_;
    QLabel* empty_;
    QSplitter* split_;
    Estimator* estimator_;
    RemoteCheck* there_;
    EstimateStrip* strip_;
    SeveralValues* several_;
    ProblemMarks* marks_;
    bool starts_when_saved_ = false;
};

} // namespace tunedesk::ui
