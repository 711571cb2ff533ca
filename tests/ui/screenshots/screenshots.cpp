#include "ui/display.h"
#include "ui/widgets/text.h"
#include "ui/window/lazy_tabs.h"
#include "ui/window/main_window.h"
#include "ui/window/theme.h"

#include <QDir>
#include <QSettings>
#include <QTest>
#include <cstdio>

// Opens each PATH (a run or a preset) in a real window and saves every page of it, in both themes and two
// sizes.

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

void save_pages(MainWindow& window, const QString& folder, const QString& variant, const QStringList& paths) {
    save(window, folder, QStringLiteral("start-") + variant);
    for (const QString& path : paths) {
        window.open(to_path(path));
        QTest::qWait(settle_ms);
        const QString subject = QFileInfo(path).completeBaseName();
        for (LazyTabs* tabs : window.findChildren<LazyTabs*>()) {
            if (!tabs->isVisible()) continue;
            for (const QString& page : tabs->names()) {
                tabs->go_to(page);
                save(window, folder, QStringLiteral("%1-%2-%3").arg(subject, page, variant));
            }
        }
    }
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
    for (const QString& look : {QStringLiteral("light"), QStringLiteral("dark")})
        for (const QSize& size : {QSize(1280, 720), QSize(1600, 1000)}) {
            QTemporaryDir place;
            QSettings settings(place.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
            settings.setValue(QStringLiteral("window/theme"), look);
            MainWindow window(&theme, &settings);
            window.resize(size);
            window.show();
            save_pages(window, folder, QStringLiteral("%1-%2").arg(look).arg(size.width()), arguments.mid(2));
        }
    return 0;
}
