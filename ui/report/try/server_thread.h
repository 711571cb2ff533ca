// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "run/predict/prediction_server.h"

#include <QObject>
#include <QThread>
#include <QTimer>
#include <functional>
#include <memory>

namespace tunedesk::ui {

/// A prediction server on a thread of its own: started by the first request, kept warm, ended after
/// `idle_minutes` without one, or with this object. Call on the window's thread, which also receives the
/// signals.
class ServerThread : public QObject {
    Q_OBJECT

public:
    static constexpr int idle_minutes = 5;

    explicit ServerThread(QObject* parent = nullptr);
    ~ServerThread() override;

    /// Sets the model; ends the server of another one. `beside_a_run`: a run uses this machine's devices, so
    /// the server does not use GPUs.
    void use(const fs::path& model, bool beside_a_run);
    /// Runs `work` on the thread after all work posted before, if `wanted` then returns true.
    void post(std::function<bool()> wanted, std::function<void(run::PredictionServer&)> work);
    /// Ends a server that was idle for this long; for tests.
    void set_idle_milliseconds(int milliseconds);

Q_SIGNALS:
    void started(); ///< a server is being started, which takes seconds
    void failed(const tunedesk::Error& error);
    void ended(); ///< the server ended after the idle time

private:
    /// Used on the thread only.
    struct Server {
        fs::path model;
        bool beside_a_run = false;
        std::unique_ptr<run::PredictionServer> process;
    };
    run::PredictionServer& server();
    void on_thread(std::function<void()> work);

    QThread thread_;
    QObject* there_; ///< lives on thread_
    QTimer* idle_;   ///< likewise
    Server server_;  ///< touched by thread_ alone
};

} // namespace tunedesk::ui
