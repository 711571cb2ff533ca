// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots.h"

#include "run/programs.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace tunedesk::app {

namespace {

QString to_qt(const fs::path& path) {
    return QString::fromStdString(path.string());
}

std::optional<Plotted> draw(const QStringList& arguments, double seconds) {
    const auto program = run::window_program();
    if (!program) return std::nullopt;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    QProcess process;
    process.setProcessEnvironment(environment);
    // Ctrl+C and a job's end reach the whole process group: the caller decides whether the plots are
    // finished.
    process.setChildProcessModifier([parent = ::getpid()] {
        for (const int number : {SIGINT, SIGTERM, SIGUSR1})
            ::signal(number, SIG_IGN);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent) ::_exit(1);
    });
    process.start(to_qt(*program), arguments);
    Plotted plotted;
    if (!process.waitForFinished(static_cast<int>(seconds * 1000))) {
        process.kill();
        process.waitForFinished(5000);
        plotted.code = -1;
        plotted.error = process.errorString().toStdString();
        return plotted;
    }
    plotted.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    plotted.out = process.readAllStandardOutput().toStdString();
    plotted.error = process.readAllStandardError().toStdString();
    return plotted;
}

} // namespace

std::optional<Plotted> draw_plots(const fs::path& run, const fs::path& folder, double seconds) {
    QStringList arguments{QStringLiteral("--plot"), to_qt(run)};
    if (!folder.empty()) arguments << QStringLiteral("--out") << to_qt(folder);
    return draw(arguments, seconds);
}

std::optional<Plotted> draw_comparison(const std::vector<fs::path>& runs, const fs::path& folder,
                                       double seconds) {
    QStringList arguments{QStringLiteral("--plot-comparison"), to_qt(folder)};
    for (const fs::path& run : runs)
        arguments << to_qt(run);
    return draw(arguments, seconds);
}

} // namespace tunedesk::app
