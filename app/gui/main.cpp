// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/landlock.h"
#include "base/text.h"
#include "event/environment_file.h"
#include "event/folder/run_folder.h"
#include "run/supervise/signals.h"
#include "ui/compare/comparison_charts.h"
#include "ui/device/device_desk.h"
#include "ui/plot/qcp.h"
#include "ui/run/run_plots.h"
#include "ui/widgets/text.h"
#include "ui/window/navigation/window_host.h"
#include "ui/window/shell/language.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/theme.h"

#include <QApplication>
#include <QIcon>
#include <QSettings>
#include <csignal>
#include <cstdio>
#include <string_view>
#include <unistd.h>

namespace {

using namespace tunedesk;

/// Before the application exists, replaces Qt's messages about an unreachable display by this program's
/// error: Qt would abort.
void no_display(QtMsgType type, const QMessageLogContext&, const QString&) {
    if (type != QtFatalMsg) return;
    const Error error(ErrorId::window_display_missing);
    std::fprintf(stderr, "%s\n", error.line().c_str());
    ::_exit(static_cast<int>(error.code()));
}

/// `tunedesk-gui --version`: the window's version and commit and the plots' library. Returns the exit code.
int print_versions() {
    return std::printf("tunedesk-gui %s\ncommit %s\nQCustomPlot %s\n", event::project_version().c_str(),
                       event::project_commit().c_str(), QCUSTOMPLOT_VERSION_STR) < 0;
}

/// `tunedesk-gui [--read-only] [PATH]`.
int run_window(int argc, char** argv) {
    // Before there is a second thread: threads inherit the restriction.
    const bool read_only = argc > 1 && std::string_view(argv[1]) == "--read-only";
    if (read_only && !forbid_writes_outside({})) throw Error(ErrorId::writes_not_forbidden);
    QSettings settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("tunedesk"),
                       QStringLiteral("window"));
    const QString language = settings.value(QStringLiteral("window/language")).toString();
    ui::prefer_fonts_of(language);
    qInstallMessageHandler(no_display);
    QApplication application(argc, argv);
    qInstallMessageHandler(nullptr);
    QApplication::setApplicationName(QStringLiteral("tunedesk"));
    QApplication::setApplicationVersion(QStringLiteral(TUNEDESK_VERSION));
    QApplication::setApplicationDisplayName({});
    QApplication::setDesktopFileName(QStringLiteral("tunedesk"));
    ui::choose_language(language);
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/tunedesk.svg")));
    ui::Theme theme;
    using Access = ui::MainWindow::Access;
    ui::WindowHost host(&theme, &settings, read_only ? Access::read_only : Access::write);
    const run::Signals signals([&host](int, run::SignalMeaning) { host.window()->close_now(); });
    host.window()->show();
    if (!read_only) host.window()->findChild<ui::DeviceDesk*>()->offer();
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() > 1 + read_only) host.window()->open(ui::to_path(arguments.at(1 + read_only)));
    return QApplication::exec();
}

/// `tunedesk-gui --plot RUN [--out DIR]`: draws the run's plots and prints their paths, without a window.
int run_plot(int argc, char** argv) {
    qInstallMessageHandler(no_display);
    const QApplication application(argc, argv);
    qInstallMessageHandler(nullptr);
    const QStringList arguments = QApplication::arguments();
    const bool has_out = arguments.size() == 5 && arguments.at(3) == u"--out";
    if (arguments.size() != 3 && !has_out) throw Error(ErrorId::plot_usage);
    const fs::path run = fs::absolute(ui::to_path(arguments.at(2))).lexically_normal();
    const fs::path folder = has_out ? ui::to_path(arguments.at(4)) : event::RunFolder{run}.plots();
    for (const fs::path& file : ui::write_run_plots(run, folder))
        std::printf("%s\n", harmless(file.string()).c_str());
    return 0;
}

/// `tunedesk-gui --plot-comparison DIR RUN...`: draws bar charts of the runs and prints their paths.
int run_plot_comparison(int argc, char** argv) {
    qInstallMessageHandler(no_display);
    const QApplication application(argc, argv);
    qInstallMessageHandler(nullptr);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 4) throw Error(ErrorId::plot_comparison_usage);
    std::vector<fs::path> runs;
    for (const QString& run : arguments.mid(3))
        runs.push_back(ui::to_path(run));
    for (const fs::path& file : ui::write_comparison_charts(runs, ui::to_path(arguments.at(2))))
        std::printf("%s\n", harmless(file.string()).c_str());
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGXFSZ, SIG_IGN); // exceeding the limit on file sizes is a write error
    try {
        if (argc > 1 && std::string_view(argv[1]) == "--version") return print_versions();
        if (argc > 1 && std::string_view(argv[1]) == "--plot") return run_plot(argc, argv);
        if (argc > 1 && std::string_view(argv[1]) == "--plot-comparison")
            return run_plot_comparison(argc, argv);
        return run_window(argc, argv);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.line().c_str());
        return static_cast<int>(error.code());
    }
}
