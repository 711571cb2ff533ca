// SPDX-License-Identifier: GPL-3.0-or-later
#include "versions.h"

#include "base/text.h"
#include "event/environment_file.h"
#include "run/programs.h"

#include <QProcess>
#include <fmt/format.h>

namespace tunedesk::app {

namespace {

constexpr int answer_ms = 10'000;

std::string commit_line() {
    return "commit " + event::project_commit();
}

/// The lines that a program prints about its version, without its commit if that equals this program's.
std::string answered_versions(const std::string& name, const fs::path& program) {
    QProcess process;
    process.start(QString::fromStdString(program.string()), {QStringLiteral("--version")});
    const bool has_ended = process.waitForFinished(answer_ms);
    if (!has_ended) process.kill();
    process.waitForFinished(answer_ms);
    const bool is_well = has_ended && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    const std::string answer = process.readAllStandardOutput().toStdString();
    if (!is_well || !answer.starts_with(name + " ")) return name + ": no answer to --version\n";
    std::string lines;
    for (const std::string_view line : split(answer, '\n'))
        if (!line.empty() && line != commit_line()) lines += std::string(line) + "\n";
    return lines;
}

std::string worker_versions() {
    try {
        return answered_versions("tunedesk-worker", run::worker_program());
    } catch (const Error&) {
        return "tunedesk-worker: not installed\n";
    }
}

std::string window_versions() {
    const std::optional<fs::path> window = run::window_program();
    return window ? answered_versions("tunedesk-gui", *window) : "tunedesk-gui: not installed\n";
}

} // namespace

std::string versions_text() {
    std::string text =
        fmt::format("tunedesk {}\n{}\ncompiler {}\nQt {}\n" TUNEDESK_LIBRARIES "\n", event::project_version(),
                    commit_line(), event::project_compiler(), qVersion());
    text += worker_versions() + window_versions();
    text.pop_back(); // the caller adds the last line end
    return text;
}

} // namespace tunedesk::app
