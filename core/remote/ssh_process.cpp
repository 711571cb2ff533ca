// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh_process.h"

#include "base/error.h"

#include <csignal>
#include <sys/prctl.h>

namespace tunedesk::remote {

namespace {

constexpr std::size_t most_errors = 64u << 10;

} // namespace

SshProcess::SshProcess(const Server& server, const Words& command, const std::string& input)
    : process_(std::make_unique<QProcess>()) {
    QStringList arguments;
    for (const std::string& word : server.ssh_arguments(command))
        arguments << QString::fromStdString(word);
    // A file instead of a pipe: ssh never blocks on a reader.
    if (input.empty()) {
        process_->setStandardInputFile(QProcess::nullDevice());
    } else {
        input_ = std::make_unique<QTemporaryFile>();
        if (!input_->open() || input_->write(QByteArray::fromStdString(input)) < 0 || !input_->flush())
            throw Error(ErrorId::temporary_file_failed, {input_->errorString().toStdString()});
        process_->setStandardInputFile(input_->fileName());
    }
    process_->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
    process_->start(QString::fromStdString(Server::ssh_program()), arguments);
    if (!process_->waitForStarted())
        throw Error(ErrorId::ssh_not_started, {Server::ssh_program(), process_->errorString().toStdString()});
}

SshProcess::~SshProcess() {
    if (process_->state() == QProcess::NotRunning) return;
    process_->kill(); // its connection closes with it, and the command there ends when it next prints
    process_->waitForFinished(1000);
}

void SshProcess::read_errors() {
    said_ += process_->readAllStandardError().toStdString();
    if (said_.size() > most_errors) said_.erase(0, said_.size() - most_errors);
}

std::string SshProcess::read(double seconds) {
    if (process_->bytesAvailable() == 0 && process_->state() != QProcess::NotRunning)
        process_->waitForReadyRead(static_cast<int>(seconds * 1000));
    read_errors();
    std::string text = process_->readAllStandardOutput().toStdString();
    if (text.empty() && process_->state() == QProcess::NotRunning) ended_ = true;
    return text;
}

int SshProcess::code() const {
    // ssh itself was killed by a signal: the connection is lost.
    return process_->exitStatus() == QProcess::NormalExit ? process_->exitCode() : 255;
}

} // namespace tunedesk::remote
