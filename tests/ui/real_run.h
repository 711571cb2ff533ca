// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "ui/widgets/text.h"

#include <QFile>
#include <QProcess>
#include <QString>
#include <algorithm>
#include <fstream>

namespace tunedesk::test {

/// A real training run with the real supervisor and worker on small sentences and a small model, one rank per
/// core for some cores. It is killed if it is still running at destruction.
class RealRun {
public:
    /// What this machine lacks for it; empty if nothing.
    static QString missing() {
        if (!qEnvironmentVariableIsSet("TUNEDESK_WORKER") &&
            !QFile::exists(QStringLiteral(TUNEDESK_BIN_DIR "/tunedesk-worker")))
            return QStringLiteral("tunedesk-worker is not built (TUNEDESK_TORCH=OFF)");
        if (!QFile::exists(QStringLiteral(TUNEDESK_SOURCE_DIR "/.deps/models/all-MiniLM-L6-v2/config.json")))
            return QStringLiteral("the small model is not there: packaging/setup.sh");
        return {};
    }

    /// Writes a preset into `root` and starts it; `more`: further `--set` key=value.
    RealRun(const fs::path& root, int ranks, int steps, const QStringList& more = {})
        : preset_(root / "sentences.yaml"), folder_{root / "run"} {
        fs::create_directories(root);
        std::ofstream(preset_) << "tunedesk: 1\nname: sentences\nmodel: {path: " TUNEDESK_SOURCE_DIR
                                  "/.deps/models/all-MiniLM-L6-v2}\ndata:\n  train: " TUNEDESK_SOURCE_DIR
                                  "/resources/samples/sst2/train.tsv\n  validation: " TUNEDESK_SOURCE_DIR
                                  "/resources/samples/sst2/validation.tsv\n  test: " TUNEDESK_SOURCE_DIR
                                  "/resources/samples/sst2/test.tsv\n  text_column: sentence\n"
                                  "  label_column: label\n  max_length: 64\n"
                                  "training: {per_device_train_batch_size: 8}\n"
                                  "supervision: {heartbeat_seconds: 1}\n"
                                  "checkpoint: {every_n_steps: 100000}\nlogging: {every_n_steps: 1}\n";
        QStringList arguments{QStringLiteral("--no-gui"), QStringLiteral("run"), ui::to_qt(preset_),
                              QStringLiteral("--run-dir"), ui::to_qt(folder_.root)};
        const auto set = [&](const QString& key_value) { arguments << QStringLiteral("--set") << key_value; };
        set(QStringLiteral("training.max_steps=%1").arg(steps));
        if (ranks > 1) set(QStringLiteral("parallel.strategy=ddp"));
        set(QStringLiteral("parallel.processes=%1").arg(ranks));
        std::for_each(more.begin(), more.end(), set);
        process_.setStandardOutputFile(ui::to_qt(root / "terminal"));
        process_.setStandardErrorFile(ui::to_qt(root / "complaints"));
        process_.start(QStringLiteral(TUNEDESK_BIN_DIR "/tunedesk"), arguments);
        process_.waitForStarted();
    }
    ~RealRun() {
        process_.kill(); // its ranks end with it
        process_.waitForFinished(10'000);
    }

    const fs::path& preset() const { return preset_; }
    const event::RunFolder& folder() const { return folder_; }
    QProcess& process() { return process_; }

private:
    fs::path preset_;
    event::RunFolder folder_;
    QProcess process_;
};

} // namespace tunedesk::test
