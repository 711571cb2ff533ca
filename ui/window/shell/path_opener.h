// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "ui/widgets/background.h"

#include <QObject>
#include <functional>

class QWidget;

namespace tunedesk::ui {

class Library;
class MessageBar;
class PageNavigator;
class Sidebar;
class Workspace;
struct OpenedPath;

/// Opens paths that the user enters, drops or chooses in a dialog: determines the kind of path, then shows
/// its page or the dialog that imports it. Window's thread; files are read in the background.
class PathOpener : public QObject {
    Q_OBJECT

public:
    /// All must outlive this object; dialogs are children of `window`.
    PathOpener(PageNavigator* pages, Library* library, Sidebar* sidebar, Workspace* workspace,
               MessageBar* messages, QWidget* window);

    /// Opens a run's folder, a preset, a bundle, another tool's settings or log, or a table to fine-tune on.
    void open(const fs::path& path);
    void ask_table();
    void ask_preset();
    void ask_run();
    /// Asks for a run's folder and opens it in a separate read-only window.
    void ask_read_only();
    void open_quickstart();
    /// Shows a preset that reads a copy of a run's data with corrected labels; Show leads back to these rows.
    void show_corrected_preset(const fs::path& run, const fs::path& preset, const QString& text);
    /// Removes the message about a path that could not be opened.
    void forget_unopened();

private:
    void ask_file(const QString& title, const QString& kinds);
    void ask_folder(std::function<void(const QString&)> chosen);
    void show_opened(const OpenedPath& opened);
    void show_no_run(const fs::path& folder);
    void import_bundle(const fs::path& bundle);
    void import_settings(const OpenedPath& opened);
    void show_log(const fs::path& log);

    PageNavigator* pages_;
    Library* library_;
    Sidebar* sidebar_;
    Workspace* workspace_;
    MessageBar* messages_;
    QWidget* window_;
    CancelToken opening_;
    QString unopened_; ///< the shown message about a path that could not be opened
};

} // namespace tunedesk::ui
