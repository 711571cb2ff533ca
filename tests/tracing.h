// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>

inline constexpr const char* no_tracing =
    "strace cannot trace here: install it (packaging/setup.sh --tests) and allow ptrace";

/// Whether a test can inject faults into system calls with strace. Such tests are declared with TRACES
/// (cmake/Project.cmake) and run in the dev build: a sanitized program makes additional calls.
inline bool tracing_works() {
    QProcess probe;
    probe.start(QStringLiteral("strace"), {QStringLiteral("-qq"), QStringLiteral("-e"),
                                           QStringLiteral("trace=none"), QStringLiteral("true")});
    return probe.waitForFinished() && probe.exitStatus() == QProcess::NormalExit && probe.exitCode() == 0;
}
