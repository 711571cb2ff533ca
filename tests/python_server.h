// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>

namespace tunedesk::test {

/// A process of the Python of packaging/setup.sh, or of TUNEDESK_PYTHON, that runs scripts one after another
/// and loads large packages only once (python_server.py). Started by the constructor.
class PythonServer {
public:
    explicit PythonServer(const QStringList& modules) {
        const QString chosen = qEnvironmentVariable("TUNEDESK_PYTHON");
        process_.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process_.start(chosen.isEmpty() ? QStringLiteral(TUNEDESK_SOURCE_DIR "/.deps/peer/bin/python")
                                        : chosen,
                       QStringList{QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/python_server.py")} + modules);
        process_.waitForStarted();
    }
    ~PythonServer() {
        process_.closeWriteChannel();
        process_.waitForFinished(10'000);
    }
    PythonServer(const PythonServer&) = delete;
    PythonServer& operator=(const PythonServer&) = delete;

    /// False if there is no such Python.
    bool is_running() const { return process_.state() == QProcess::Running; }

    struct Answer {
        int exit = -1; ///< -1 without an answer, negative signal number if a signal ended the script
        QByteArray out, err;
    };
    Answer run(const QString& script, const QStringList& arguments) {
        return ask({{"script", script}, {"arguments", QJsonArray::fromStringList(arguments)}});
    }
    Answer run_text(const QString& text, const QStringList& arguments) {
        return ask({{"code", text}, {"arguments", QJsonArray::fromStringList(arguments)}});
    }

private:
    Answer ask(const QJsonObject& request) {
        process_.write(QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n');
        while (!process_.canReadLine())
            if (!process_.waitForReadyRead(400'000)) return {-1, {}, "Python gives no answer"};
        const QJsonObject answer = QJsonDocument::fromJson(process_.readLine()).object();
        return {answer.value("exit").toInt(-1), answer.value("out").toString().toUtf8(),
                answer.value("err").toString().toUtf8()};
    }

    QProcess process_;
};

} // namespace tunedesk::test
