#pragma once

#include <QProcess>

/// Whether a test may inject faults into system calls with strace. A sanitized program makes calls of its
/// own, at places that say nothing of ours, so the dev build alone is traced.
inline bool tracing_works() {
#ifdef __SANITIZE_ADDRESS__
    return false;
#else
    QProcess probe;
    probe.start(QStringLiteral("strace"), {QStringLiteral("-qq"), QStringLiteral("-e"),
                                           QStringLiteral("trace=none"), QStringLiteral("true")});
    return probe.waitForFinished() && probe.exitStatus() == QProcess::NormalExit && probe.exitCode() == 0;
#endif
}
