#include "run/signals.h"
#include "ui/widgets/text.h"
#include "ui/window/main_window.h"
#include "ui/window/theme.h"

#include <QApplication>
#include <QSettings>
#include <cstdio>
#include <unistd.h>

namespace {

using namespace tunedesk;

/// Until the application stands, Qt's own words about a display that cannot be reached are replaced by the
/// one error of this program: Qt would abort.
void no_display(QtMsgType type, const QMessageLogContext&, const QString&) {
    if (type != QtFatalMsg) return;
    const Error error(2004, "there is no display that the window could open on", {},
                      "use the command line: tunedesk --no-gui --help");
    std::fprintf(stderr, "%s\n", error.line().c_str());
    ::_exit(static_cast<int>(error.code()));
}

int run_window(int argc, char** argv) {
    qInstallMessageHandler(no_display);
    QApplication application(argc, argv);
    qInstallMessageHandler(nullptr);
    QApplication::setApplicationName(QStringLiteral("tunedesk"));
    QApplication::setApplicationVersion(QStringLiteral(TUNEDESK_VERSION));
    QApplication::setApplicationDisplayName({});
    QApplication::setDesktopFileName(QStringLiteral("tunedesk"));
    QSettings settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("tunedesk"),
                       QStringLiteral("window"));
    ui::Theme theme;
    ui::MainWindow window(&theme, &settings);
    const run::Signals signals([&window](int) { window.close_now(); });
    window.show();
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() > 1) window.open(ui::to_path(arguments.at(1)));
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run_window(argc, argv);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.line().c_str());
        return static_cast<int>(error.code());
    }
}
