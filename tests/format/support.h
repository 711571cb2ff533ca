// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QTest>

#include <filesystem>
#include <fstream>
#include <string>

namespace tunedesk::format {

/// The Error that a call throws; fails the comparison (id 0) if it throws none.
template <class Call>
Error error_of(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        return error;
    }
    return Error::in_words(0, "nothing was thrown");
}

inline void put(const std::filesystem::path& path, std::string_view contents) {
    std::ofstream stream(path, std::ios::binary);
    stream.write(contents.data(), static_cast<std::streamsize>(contents.size()));
    stream.close();
    if (!stream) qFatal("cannot write %s", path.c_str());
}

inline std::filesystem::path below(const QTemporaryDir& folder, const char* name) {
    return std::filesystem::path(folder.path().toStdString()) / name;
}

inline bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// The interpreter with transformers and safetensors; empty if this machine has none.
inline QString python() {
    const QString given = qEnvironmentVariable("TUNEDESK_PYTHON");
    if (!given.isEmpty()) return given;
    const QString own = QStringLiteral(TUNEDESK_SOURCE_DIR "/.deps/peer/bin/python");
    return QFile::exists(own) ? own : QString();
}

/// Runs a script and returns its standard output; fails the test with its standard error.
inline QByteArray run_python(const QString& script, const QStringList& arguments) {
    QProcess process;
    process.start(python(), QStringList{"-c", script} + arguments);
    const bool ended = process.waitForFinished(110'000);
    if (!ended || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        QTest::qFail(process.readAllStandardError().constData(), __FILE__, __LINE__);
        return {};
    }
    return process.readAllStandardOutput();
}

} // namespace tunedesk::format
