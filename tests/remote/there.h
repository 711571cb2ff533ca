// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Simulates two machines: a bench for this one, and a sshd whose programs use separate folders.

#include "remote/sshd.h"
#include "run/run_bench.h"

namespace tunedesk::test {

using Environment = std::map<std::string, std::string>;

class TwoMachines {
public:
    explicit TwoMachines(const Environment& more = {}) {
        const std::string root = there_.root().string();
        for (const char* name : {"STATE_HOME", "RUNTIME_DIR", "CONFIG_HOME", "CACHE_HOME"})
            environment_[std::string("XDG_") + name] = root + "/" + name;
        environment_["TUNEDESK_WORKER"] = TUNEDESK_BIN_DIR "/fake_worker";
        environment_["TUNEDESK_FAKE_STEPS"] = "40";
        environment_["TUNEDESK_FAKE_MS"] = "20";
        for (const auto& [name, value] : more)
            environment_[name] = value;
        for (const auto& [name, value] : environment_)
            there_.set(name.c_str(), value);
        sshd_ = std::make_unique<Sshd>(environment_);
        here.set("TUNEDESK_SSH", sshd_->ssh().string());
        ::qputenv("TUNEDESK_SSH", sshd_->ssh().c_str()); // the test itself also uses it
        ::qputenv("XDG_CONFIG_HOME", (here.root() / "config").c_str());
        ::qputenv("XDG_CACHE_HOME", (here.root() / "cache").c_str());
        ::qputenv("XDG_STATE_HOME", (here.root() / "state").c_str());
        ::qputenv("XDG_RUNTIME_DIR", (here.root() / "runtime").c_str());
        set_up("box");
    }

    /// Writes settings of this machine with a server that runs tunedesk, or another program.
    void set_up(const std::string& name, const std::string& program = TUNEDESK_BIN_DIR "/tunedesk") {
        servers_ +=
            "  " + name + ": {program: \"" + program + "\", folder: \"" + there_.root().string() + "\"}\n";
        fs::create_directories(here.root() / "config" / "tunedesk");
        write_file_atomically(here.root() / "config" / "tunedesk" / "settings.yaml", "servers:\n" + servers_);
    }

    Sshd& sshd() { return *sshd_; }
    /// The folders and files of the other machine.
    const RunBench& there() const { return there_; }
    event::RunFolder run_there(const char* name = "run") const { return there_.folder(name); }
    QString path_there(const char* name = "run") const {
        return QString::fromStdString(run_there(name).root.string());
    }
    /// Starts a run on the other machine from this one.
    Ended start_there(const char* name = "run", const QStringList& more = {}) const {
        return here.call(
            QStringList{"run", QString::fromStdString(there_.preset().string()), "--host", "box", "--detach",
                        "--run-dir", path_there(name), "--set",
                        "model.path=" + QString::fromStdString((there_.root() / "model").string())} +
            more);
    }

private:
    RunBench there_;
    Environment environment_;
    std::unique_ptr<Sshd> sshd_;
    std::string servers_;

public:
    RunBench here; ///< created last, so that the test's environment is that of this machine
};

} // namespace tunedesk::test
