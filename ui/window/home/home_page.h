// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/home/loss_reader.h"
#include "ui/window/library/library.h"

#include <QElapsedTimer>
#include <QWidget>
#include <map>

class QAction;
class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace tunedesk::ui {

class DropCard;
class RunCard;
class TemplateList;

/// The page shown while nothing is selected: ways to begin, active runs, latest runs, shipped presets by
/// task, recent data, and the machine. Empty parts are hidden. Window's thread.
class HomePage : public QWidget {
    Q_OBJECT

public:
    explicit HomePage(QWidget* parent = nullptr);

    /// Adds a way to begin; the first one is the large button.
    void add(QAction* action, const QString& title, const QString& explanation, const QString& icon);
    /// Shows the library's runs and presets while the page is visible; the library must outlive it.
    void follow(Library* library);

    static constexpr int recent_runs = 6, recent_data = 4;

Q_SIGNALS:
    void path_requested(const QString& path);
    void run_requested(const QString& run);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Part {
        QLabel* title;
        QWidget* body;
        QGridLayout* grid;
        std::vector<RunCard*> cards;
    };
    Part add_part(QVBoxLayout* column, const QString& title);
    void take_entries();
    void show_cards(Part& section, const LibraryEntries& runs);
    void show_data(const LibraryEntries& entries);
    double seconds_left(const LibraryEntry& entry);

    struct Pace {
        std::int64_t first_step = 0, first_ms = 0;
    };
    Library* library_ = nullptr;
    LossReader* losses_;
    DropCard* begin_;
    Part running_, recent_, data_;
    QLabel* templates_title_;
    TemplateList* templates_;
    QElapsedTimer clock_;
    std::map<fs::path, Pace> paces_; ///< by run, since this page first saw it
    QStringList tables_;             ///< as displayed
};

} // namespace tunedesk::ui
