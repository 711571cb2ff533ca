// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/folder/run_folder.h"
#include "preset/interop/interop.h"
#include "screenshots/states.h"
#include "ui/display.h"
#include "ui/plot/heat_map.h"
#include "ui/preset/form/preset_actions.h"
#include "ui/preset/form/preset_form.h"
#include "ui/preset/setup_page.h"
#include "ui/report/bundle_dialogs.h"
#include "ui/report/errors_view.h"
#include "ui/report/report_page.h"
#include "ui/report/try/try_page.h"
#include "ui/widgets/text.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/runs/runs_page.h"
#include "ui/window/shell/language.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QAction>
#include <QDialog>
#include <QDir>
#include <QSettings>
#include <QTest>
#include <cstdio>

// Opens each PATH (a run, a preset or a table) in a real window and saves every page of it with its inner
// tabs, in both themes, all languages and two sizes; several runs also side by side; and the dialogs.

namespace {

using namespace tunedesk;
using namespace tunedesk::ui;

constexpr int settle_ms = 1500; // background reading and the first paint of what it brought
constexpr int redraw_ms = 250;

class Album {
public:
    Album(MainWindow& window, QString folder, QString variant)
        : window_(window), folder_(std::move(folder)), variant_(std::move(variant)) {}

    void save_pages(const QStringList& paths) {
        save(QStringLiteral("start"), settle_ms);
        for (const QString& path : paths) {
            window_.open(to_path(path));
            QTest::qWait(settle_ms);
            const QString subject = QFileInfo(path).completeBaseName();
            LazyTabs* tabs = window_.workspace()->tabs();
            if (!tabs) save_with_inner_tabs(subject);
            for (const QString& page : tabs ? tabs->names() : QStringList()) {
                tabs->go_to(page);
                QTest::qWait(settle_ms);
                show_something(*tabs->page(page));
                save_with_inner_tabs(subject + u'-' + page);
            }
            if (PresetView* view = window_.workspace()->preset_view()) save_set_up(*view, subject);
        }
        const std::vector<fs::path> runs = runs_of(paths);
        if (runs.size() < 2) return;
        window_.workspace()->setCurrentWidget(window_.findChild<RunsPage*>());
        save(QStringLiteral("runs"), settle_ms);
        window_.workspace()->show_runs(runs);
        QTest::qWait(settle_ms);
        save_with_inner_tabs(QStringLiteral("compare"));
    }

private:
    void save(const QString& name, int wait_ms = redraw_ms, QWidget* of = nullptr) {
        QTest::qWait(wait_ms);
        const QString file = QDir(folder_).filePath(QStringLiteral("%1-%2.png").arg(name, variant_));
        (of ? of : &window_)->grab().save(file);
        std::printf("%s\n", qPrintable(file));
    }

    void save_with_inner_tabs(const QString& name) {
        QTabWidget* inner = nullptr;
        for (auto* tabs : window_.workspace()->findChildren<QTabWidget*>())
            if (tabs->isVisible() && tabs != window_.workspace()->tabs()) inner = tabs;
        if (!inner) return save(name);
        for (int tab = 0; tab < inner->count(); ++tab) {
            if (!inner->isTabEnabled(tab) || !inner->isTabVisible(tab)) continue;
            inner->setCurrentIndex(tab);
            save(QStringLiteral("%1-%2").arg(name).arg(tab + 1));
        }
        inner->setCurrentIndex(0);
    }

    /// What a user would see after a click or a text.
    static void show_something(QWidget& page) {
        auto* report = qobject_cast<ReportPage*>(&page);
        if (report && report->current() && report->current()->predictions.classes() > 1)
            Q_EMIT report->errors().matrix().clicked(0, 1);
        if (auto* attempt = qobject_cast<TryPage*>(&page)) {
            attempt->try_text(QStringLiteral("an utterly charming film, though the last act drags"));
            QTest::qWait(4 * settle_ms); // the worker starts
        }
    }

    void save_set_up(PresetView& view, const QString& subject) {
        view.tabs()->go_to(QStringLiteral("setup"));
        view.setup()->form()->show_all_keys(true);
        save(subject + QStringLiteral("-all-keys"));
        view.setup()->form()->show_all_keys(false);
        save_dialog(subject + QStringLiteral("-share"), *new ExportBundleDialog(view.preset(), &window_));
        save_dialog(
            subject + QStringLiteral("-import"),
            *new ImportDialog(preset::import_preset("{\"learning_rate\": 3e-5, \"num_train_epochs\": 2, "
                                                    "\"push_to_hub\": true}",
                                                    "args.json"),
                              QStringLiteral("args.json"), &window_));
        if (auto* palette = window_.findChild<QAction*>(QStringLiteral("palette"))) {
            palette->trigger();
            for (auto* dialog : window_.findChildren<QDialog*>())
                if (dialog->isVisible()) {
                    save(subject + QStringLiteral("-palette"), redraw_ms, dialog);
                    dialog->reject();
                }
        }
        show_states(window_, view.preset(),
                    [&](const QString& name, QWidget* of) { save(subject + u'-' + name, redraw_ms, of); });
    }

    void save_dialog(const QString& name, QDialog& dialog) {
        dialog.show();
        save(name, redraw_ms, &dialog);
        dialog.reject();
        dialog.deleteLater();
    }

    static std::vector<fs::path> runs_of(const QStringList& paths) {
        std::vector<fs::path> runs;
        for (const QString& path : paths)
            if (event::RunFolder{to_path(path)}.holds_run()) runs.push_back(to_path(path));
        return runs;
    }

    MainWindow& window_;
    QString folder_, variant_;
};

} // namespace

int main(int argc, char** argv) {
    const test::Display display;
    const QString only = qEnvironmentVariable("TUNEDESK_SCREENSHOTS_OF"); // "light-1280-en": these alone
    prefer_fonts_of(only.section(u'-', -1));
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2) {
        std::fprintf(stderr, "usage: screenshots FOLDER [PATH...]\n");
        return 2;
    }
    const QString folder = arguments.at(1);
    QDir().mkpath(folder);
    Theme theme;
    for (const Language& language : languages()) {
        choose_language(language.name);
        for (const QString& look : {QStringLiteral("light"), QStringLiteral("dark")})
            for (const QSize& size : {QSize(1280, 720), QSize(1600, 1000)}) {
                const QString variant =
                    QStringLiteral("%1-%2-%3").arg(look).arg(size.width()).arg(language.name);
                if (!variant.contains(only)) continue;
                QTemporaryDir place;
                QSettings settings(place.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
                settings.setValue(QStringLiteral("window/theme"), look);
                MainWindow window(&theme, &settings);
                window.resize(size);
                window.show();
                Album(window, folder, variant).save_pages(arguments.mid(2));
            }
    }
    return 0;
}
