// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "ui/preset/estimate/measure_dialog.h"

#include <QObject>
#include <functional>
#include <utility>

class QWidget;

namespace tunedesk::ui {

class MessageBar;
class PresetDocument;
struct OpenedFile;
struct ShownCheck;

/// The set-up page's tools for a preset besides editing: save as, import of another tool's settings,
/// comparison, measurements, and copying its command. Files are read in the background. Window's thread.
class PresetTools : public QObject {
    Q_OBJECT

public:
    /// All references must outlive this; dialogs are children of `page`.
    PresetTools(PresetDocument* document, MessageBar* messages, QWidget* page);

    /// Sets the function that returns the working folder for runs of a preset's file; by default it is the
    /// program's own.
    void set_working_folder(std::function<fs::path(const fs::path& preset)> of) {
        working_folder_ = std::move(of);
    }

    void ask_save_as();
    void ask_import();
    void ask_compare();
    /// Opens a preset, or another tool's settings with what becomes of each key.
    void open_any(const fs::path& file);
    /// Shows in which keys another preset, or the resolved one of a run, differs.
    void compare_with(const fs::path& file);
    /// Puts a shell line that runs the preset as it is edited here on the clipboard; copied() follows.
    void copy_command();
    /// Lets the command line measure something about the preset as it is edited here; value_accepted()
    /// follows where the user takes the result.
    void ask_measure(MeasureDialog::What what);
    /// Shows what each strategy would need of the ranks; value_accepted() follows where one is taken.
    /// `check`: null if nothing is known of the preset yet.
    void ask_strategy(const ShownCheck* check);

Q_SIGNALS:
    void copied(const QString& line);
    /// A key was chosen in a list of differences.
    void key_chosen(const QString& key);
    void value_accepted(const QString& key, const QString& value);

private:
    /// Whether the text is a preset without errors; shows them otherwise.
    bool is_usable();
    void take_opened(const OpenedFile& opened);
    void show_opened(const OpenedFile& opened);

    PresetDocument* document_;
    MessageBar* messages_;
    QWidget* page_;
    std::function<fs::path(const fs::path& preset)> working_folder_ = [](const fs::path&) {
        return fs::current_path();
    };
};

} // namespace tunedesk::ui
