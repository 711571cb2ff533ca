// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/check/inspector.h"

#include "base/text.h"
#include "preset/yaml/load.h"
#include "run/check/inputs_stream.h"
#include "run/programs.h"

#include <QProcess>

namespace tunedesk::run {

struct Inspector::Running {
    QProcess* process = nullptr;
    InputsReader reader;
    int heard = 0;
    bool is_over = false;
};

Inspector::Inspector(Callbacks callbacks) : callbacks_(std::move(callbacks)) {}

Inspector::~Inspector() {
    cancel();
}

bool Inspector::is_busy() const {
    return running_ && !running_->is_over;
}

void Inspector::cancel() {
    if (!running_) return;
    QProcess* process = running_->process;
    process->disconnect();
    // Freeing gigabytes takes the kernel a while: do not wait for it.
    QObject::connect(process, &QProcess::finished, process, &QObject::deleteLater);
    process->kill();
    if (process->state() == QProcess::NotRunning) process->deleteLater();
    running_.reset();
}

void Inspector::inspect(const Preset& preset) {
    cancel();
    running_ = std::make_shared<Running>();
    auto* process = running_->process = new QProcess;
    const std::weak_ptr<Running> now = running_;
    const auto fail = [this, now](const Error& error) {
        const auto running = now.lock();
        if (!running || running->is_over) return;
        running->is_over = true;
        if (callbacks_.failed) callbacks_.failed(error);
    };
    QObject::connect(process, &QProcess::readyReadStandardOutput, process, [this, now, process, fail] {
        const auto running = now.lock();
        if (!running || running->is_over) return;
        InputsReader& reader = running->reader;
        try {
            const QByteArray bytes = process->readAllStandardOutput();
            reader.take({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        } catch (const Error& error) {
            fail(error);
            return;
        }
        if (callbacks_.progress && reader.total > 0) callbacks_.progress(reader.done, reader.total);
        if (reader.is_complete) {
            running->is_over = true;
            if (callbacks_.done) callbacks_.done(std::move(reader.inputs));
        } else if (reader.heard > running->heard) {
            running->heard = reader.heard;
            if (callbacks_.so_far) callbacks_.so_far(reader.inputs);
        }
    });
    const auto ended = [process, fail] {
        const std::string last = shortened(process->readAllStandardError().trimmed().toStdString(), 300);
        fail(last.empty() ? Error(ErrorId::inspect_ended, {}, process->program().toStdString())
                          : Error(ErrorId::inspect_ended_saying, {last}, process->program().toStdString()));
    };
    QObject::connect(process, &QProcess::finished, process, ended);
    QObject::connect(process, &QProcess::errorOccurred, process, [ended](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) ended();
    });
    process->start(QString::fromStdString((program_folder() / "tunedesk").string()),
                   {QStringLiteral("--no-gui"), QStringLiteral("inspect")});
    process->write(QByteArray::fromStdString(preset::to_yaml(preset)));
    process->closeWriteChannel();
}

} // namespace tunedesk::run
