// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run_bench.h"

#include "base/fake_nvml.h"

#include <QTest>
#include <csignal>
#include <fstream>
#include <sstream>

namespace tunedesk::test {

namespace {

std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

/// Polls a condition without spinning.
template <typename Condition>
bool within(int seconds, Condition condition) {
    for (int i = 0; i < seconds * 20; ++i) {
        if (condition()) return true;
        QTest::qWait(50);
    }
    return condition();
}

} // namespace

RunBench::RunBench() : path_(temporary_.path().toStdString()) {
    // Ranks of a large one would need much memory of the machine, whatever the workers do.
    write(path_ / "model" / "config.json",
          R"({"model_type": "bert", "hidden_size": 32, "intermediate_size": 64, "num_attention_heads": 2,
              "num_hidden_layers": 2, "vocab_size": 100})");
    write(path_ / "train.csv", "text,label\ngood,1\nbad,0\n");
    write(preset(),
          "tunedesk: 1\n"
          "name: a tiny run\n"
          "model: {path: model}\n"
          "data: {train: train.csv}\n"
          "evaluation: {strategy: \"no\"}\n"
          "parallel: {devices: cpu}\n" // also on a machine with a GPU
          "supervision: {rank_timeout_seconds: 3, start_timeout_seconds: 10, stop_grace_seconds: 5,\n"
          "              kill_grace_seconds: 1, heartbeat_seconds: 0.5}\n");
    environment_ = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"SLURM_JOB_ID", "CUDA_VISIBLE_DEVICES", "DISPLAY", "WAYLAND_DISPLAY",
                             "QT_QPA_PLATFORM", "TUNEDESK_FAKE", "GOMP_SPINCOUNT", "OMP_WAIT_POLICY"})
        environment_.remove(name);
    set("XDG_STATE_HOME", (path_ / "state").string());
    set("XDG_RUNTIME_DIR", (path_ / "runtime").string());
    set("XDG_CONFIG_HOME", (path_ / "config").string());
    set("XDG_CACHE_HOME", (path_ / "cache").string());
    set("TUNEDESK_WORKER", TUNEDESK_BIN_DIR "/fake_worker");
    set("TUNEDESK_WINDOW", ""); // drawing plots takes longer than most runs
    // The test itself asks for sockets and locks of these runs too.
    qputenv("XDG_STATE_HOME", (path_ / "state").c_str());
    qputenv("XDG_RUNTIME_DIR", (path_ / "runtime").c_str());
}

void RunBench::set(const char* name, const std::string& value) {
    environment_.insert(name, QString::fromStdString(value));
}

void RunBench::with_window() {
    set("TUNEDESK_WINDOW", TUNEDESK_BIN_DIR "/tunedesk-gui");
}

void RunBench::hold_halfway() {
    set("TUNEDESK_FAKE_GATE", (path_ / "gate").string());
}

void RunBench::let_go() const {
    write_file_atomically(path_ / "gate", "open");
}

void RunBench::show_gpus(const std::string& machine) {
    test::show_gpus(path_ / "gpus.json", machine);
    set("LD_LIBRARY_PATH", FAKE_NVML_FOLDER);
    set("FAKE_NVML", (path_ / "gpus.json").string());
}

std::unique_ptr<QProcess> RunBench::start_program(const QString& program,
                                                  const QStringList& arguments) const {
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(environment_);
    process->setWorkingDirectory(QString::fromStdString(path_.string()));
    process->start(program, arguments);
    process->waitForStarted();
    return process;
}

std::unique_ptr<QProcess> RunBench::start(const QStringList& arguments) const {
    return start_program(TUNEDESK_BIN_DIR "/tunedesk", QStringList{"--no-gui"} + arguments);
}

Ended RunBench::wait(QProcess& process, int seconds) {
    Ended ended;
    if (process.state() != QProcess::NotRunning && !process.waitForFinished(seconds * 1000)) {
        process.kill();
        process.waitForFinished();
    } else {
        ended.code =
            process.exitStatus() == QProcess::CrashExit ? 128 + process.exitCode() : process.exitCode();
    }
    ended.out = process.readAllStandardOutput().toStdString();
    ended.err = process.readAllStandardError().toStdString();
    return ended;
}

QStringList RunBench::run_arguments(int processes, const QStringList& more) const {
    QStringList arguments{"run", QString::fromStdString(preset().string()), "--run-dir",
                          QString::fromStdString(folder().root.string())};
    if (processes > 1)
        arguments << "--set"
                  << "parallel.strategy=ddp"
                  << "--set" << QString("parallel.processes=%1").arg(processes);
    return arguments + more;
}

std::vector<int> RunBench::processes_of(const event::RunFolder& folder, bool workers_only) {
    std::vector<int> found;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        const std::string command = contents(entry.path() / "cmdline");
        if (command.find(folder.root.string()) == std::string::npos) continue;
        const bool works = command.find("fake_worker") != std::string::npos ||
                           command.find("/tunedesk-worker") != std::string::npos;
        if (workers_only && !works) continue;
        const std::string status = contents(entry.path() / "stat");
        const std::size_t after_name = status.rfind(')');
        if (after_name != std::string::npos && status.substr(after_name).rfind(") Z", 0) == 0) continue;
        found.push_back(std::stoi(name));
    }
    return found;
}

bool RunBench::all_gone(const event::RunFolder& folder, int seconds) {
    return within(seconds, [&] { return processes_of(folder).empty(); });
}

bool RunBench::journal_has(const event::RunFolder& folder, const std::string& text, int seconds) {
    return within(seconds, [&] { return contents(folder.journal()).find(text) != std::string::npos; });
}

} // namespace tunedesk::test
