// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/try/server_thread.h"

namespace tunedesk::ui {

ServerThread::ServerThread(QObject* parent)
    : QObject(parent), there_(new QObject), idle_(new QTimer(there_)) {
    qRegisterMetaType<tunedesk::Error>();
    idle_->setSingleShot(true);
    idle_->setInterval(idle_minutes * 60 * 1000);
    there_->moveToThread(&thread_);
    connect(idle_, &QTimer::timeout, there_, [this] {
        server_.process.reset();
        Q_EMIT ended();
    });
    connect(&thread_, &QThread::finished, there_, [this] {
        server_.process.reset(); // destroyed on this thread, which owns it
        delete there_;
    });
    thread_.start();
}

ServerThread::~ServerThread() {
    thread_.quit();
    thread_.wait();
}

void ServerThread::on_thread(std::function<void()> work) {
    QMetaObject::invokeMethod(
        there_,
        [this, work = std::move(work)] {
            try {
                work();
            } catch (const Error& error) {
                server_.process.reset(); // further output would belong to no question
                Q_EMIT failed(error);
            } catch (const std::exception& error) {
                server_.process.reset();
                Q_EMIT failed(Error(ErrorId::worker_answer_invalid, {error.what()}));
            }
        },
        Qt::QueuedConnection);
}

void ServerThread::use(const fs::path& model, bool beside_a_run) {
    on_thread([this, model, beside_a_run] {
        if (server_.model == model && server_.beside_a_run == beside_a_run) return;
        server_ = {model, beside_a_run, nullptr};
    });
}

run::PredictionServer& ServerThread::server() {
    if (!server_.process || !server_.process->is_alive()) {
        Q_EMIT started();
        server_.process = std::make_unique<run::PredictionServer>(
            server_.model, run::PredictionServer::Limits{server_.beside_a_run, true});
    }
    return *server_.process;
}

void ServerThread::post(std::function<bool()> wanted, std::function<void(run::PredictionServer&)> work) {
    on_thread([this, wanted = std::move(wanted), work = std::move(work)] {
        if (!wanted()) return;
        work(server());
        idle_->start();
    });
}

void ServerThread::set_idle_milliseconds(int milliseconds) {
    on_thread([this, milliseconds] { idle_->setInterval(milliseconds); });
}

} // namespace tunedesk::ui
