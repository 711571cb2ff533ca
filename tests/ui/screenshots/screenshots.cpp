#include "event/run_folder.h"
#include "ui/display.h"
#include "ui/widgets/text.h"
#include "ui/window/language.h"
#include "ui/window/lazy_tabs.h"
#include "ui/window/main_window.h"
#include "ui/window/theme.h"
#include "ui/window/workspace.h"

#include <QDir>
#include <QSettings>
#include <QTest>
#include <cstdio>

// Opens each PATH (a run, a preset or a table) in a real window and saves every page of it, in both themes,
// both languages and two sizes; several runs also side by side.

namespace {

using namespace tunedesk;
using namespace tunedesk::ui;

constexpr int settle_ms = 1500; // background reading and the first paint of what it brought

void save(MainWindow& window, const QString& folder, const QString& name) {
    QTest::qWait(settle_ms);
    const QString file = QDir(folder).filePath(name + QStringLiteral(".png"));
    window.grab().save(file);
    std::printf("%s\n", qPrintable(file));
}

std::vector<fs::path> runs_of(const QStringList& paths) {
    std::vector<fs::path> runs;
    for (const QString& path : paths)
        if (event::RunFolder{to_path(path)}.holds_run()) runs.push_back(to_path(path));
    return runs;
}

void save_pages(MainWindow& window, const QString& folder, const QString& variant, const QStringList& paths) {
    save(window, folder, QStringLiteral("start-") + variant);
    for (const QString& path : paths) {
        window.open(to_path(path));
        QTest::qWait(settle_ms);
        const QString subject = QFileInfo(path).completeBaseName();
        LazyTabs* tabs = window.workspace()->tabs();
        if (!tabs) save(window, folder, subject + u'-' + variant);
        for (const QString& page : tabs ? tabs->names() : QStringList()) {
            tabs->go_to(page);
            save(window, folder, QStringLiteral("%1-%2-%3").arg(subject, page, variant));
        }
    }
    const std::vector<fs::path> runs = runs_of(paths);
    if (runs.size() < 2) return;
    window.workspace()->show_runs(runs);
    save(window, folder, QStringLiteral("compare-") + variant);
}

} // namespace

int main(int argc, char** argv) {
    const test::Display display;
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2) {
        std::fprintf(stderr, "usage: screenshots FOLDER [PATH...]\n");
        return 2;
    }
    const QString folder = arguments.at(1);
    QDir().mkpath(folder);
    Theme theme;
    for (const QString& language : {QStringLiteral("en"), QStringLiteral("zh_CN")}) {
        choose_language(language);
        for (const QString& look : {QStringLiteral("light"), QStringLiteral("dark")})
            for (const QSize& size : {QSize(1280, 720), QSize(1600, 1000)}) {
                QTemporaryDir place;
                QSettings settings(place.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
                settings.setValue(QStringLiteral("window/theme"), look);
                MainWindow window(&theme, &settings);
                window.resize(size);
                window.show();
                save_pages(window, folder,
                           QStringLiteral("%1-%2-%3").arg(look).arg(size.width()).arg(language),
                           arguments.mid(2));
            }
    }
    return 0;
}
