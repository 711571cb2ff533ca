#include "plots.h"

#include "run/programs.h"

#include <QProcess>
#include <QProcessEnvironment>

namespace tunedesk::app {

std::optional<Plotted> draw_plots(const fs::path& run, const fs::path& folder, double seconds) {
    const auto program = run::window_program();
    if (!program) return std::nullopt;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    QStringList arguments{QStringLiteral("--plot"), QString::fromStdString(run.string())};
    if (!folder.empty()) arguments << QStringLiteral("--out") << QString::fromStdString(folder.string());
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QString::fromStdString(program->string()), arguments);
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

} // namespace tunedesk::app
