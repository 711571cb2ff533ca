// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "format/hub/hub_settings.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <map>

namespace tunedesk {

/// Runs hub_server.py with the models of a test. Thread rule: one thread.
class HubServer {
public:
    HubServer() {
        process_.setProcessChannelMode(QProcess::SeparateChannels);
        process_.start("python3", {TUNEDESK_SOURCE_DIR "/tests/hub/hub_server.py", root_.path()});
        if (!process_.waitForStarted() || !process_.waitForReadyRead(30'000))
            qFatal("no hub: %s", log().c_str());
        port_ = process_.readLine().trimmed().toStdString();
    }
    ~HubServer() {
        process_.closeWriteChannel();
        process_.waitForFinished(5'000);
    }

    std::string endpoint() const { return "http://127.0.0.1:" + port_; }
    fs::path folder(const std::string& name) const { return fs::path(root_.path().toStdString()) / name; }

    void put(const std::string& name, const std::string& file, const std::string& contents) {
        fs::create_directories((folder(name) / file).parent_path());
        write_file_atomically(folder(name) / file, contents);
    }
    /// Sets faults in a model's answers, as documented in hub_server.py.
    void set_faults(const std::string& name, const Json& faults) { put(name, ".hub.json", faults.dump()); }

    /// Sets faults in uploads, as documented in hub_uploads.py.
    void set_upload_faults(const Json& faults) { put("", ".uploads.json", faults.dump()); }

    /// Adds a model with small files and 60,000 bytes of weights.
    void put_model(const std::string& name) {
        put(name, "config.json", R"({"model_type": "bert"})");
        put(name, "tokenizer.json", "{}");
        put(name, "model.safetensors", weights());
        put(name, "pytorch_model.bin", "a pickle");
        put(name, "1_Pooling/config.json", "{\"pooling_mode_mean_tokens\": true}");
        put(name, "onnx/model.onnx", "another program's");
    }
    static std::string weights() {
        std::string bytes;
        for (int i = 0; bytes.size() < 60'000; ++i)
            bytes += std::to_string(i * i);
        return bytes.substr(0, 60'000);
    }

    /// The requests so far, one per line: "GET /path bytes=10- no token".
    std::string log() {
        process_.waitForReadyRead(100);
        log_ += process_.readAllStandardError().toStdString();
        return log_;
    }
    void clear_log() {
        log();
        log_.clear();
    }

    format::HubSettings settings(const fs::path& cache) const {
        format::HubSettings settings;
        settings.endpoint = endpoint();
        settings.cache = cache;
        return settings;
    }

private:
    QTemporaryDir root_;
    QProcess process_;
    std::string port_, log_;
};

} // namespace tunedesk
