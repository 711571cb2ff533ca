#include "ui/report/try/prediction_thread.h"

#include "ui/widgets/background.h"
#include "ui/widgets/text.h"

#include <QElapsedTimer>

namespace tunedesk::ui {

PredictionThread::PredictionThread(QObject* parent)
    : QObject(parent), there_(new QObject), idle_(new QTimer(there_)) {
    qRegisterMetaType<run::PredictionServer::Attribution>();
    qRegisterMetaType<tunedesk::Error>();
    idle_->setSingleShot(true);
    idle_->setInterval(idle_minutes * 60 * 1000);
    there_->moveToThread(&thread_);
    connect(idle_, &QTimer::timeout, there_, [this] {
        server_.process.reset();
        Q_EMIT ended();
    });
    connect(&thread_, &QThread::finished, there_, [this] {
        server_.process.reset(); // the process belongs to this thread
        delete there_;
    });
    thread_.start();
}

PredictionThread::~PredictionThread() {
    cancel_file();
    ++last_; // waiting questions need no answer
    thread_.quit();
    thread_.wait();
}

void PredictionThread::on_thread(std::function<void()> work) {
    QMetaObject::invokeMethod(
        there_,
        [this, work = std::move(work)] {
            try {
                work();
            } catch (const Error& error) {
                server_.process.reset(); // what it may still say belongs to no question
                Q_EMIT failed(error);
            } catch (const std::exception& error) {
                server_.process.reset();
                Q_EMIT failed(Error(ErrorId::worker_answer_invalid, {error.what()}));
            }
        },
        Qt::QueuedConnection);
}

void PredictionThread::use(const fs::path& model, bool beside_a_run) {
    ++last_;
    model_ = model;
    beside_a_run_ = beside_a_run;
    on_thread([this, model, beside_a_run] {
        if (server_.model == model && server_.beside_a_run == beside_a_run) return;
        server_ = {model, beside_a_run, nullptr};
    });
}

run::PredictionServer& PredictionThread::server() {
    if (!server_.process || !server_.process->is_alive()) {
        Q_EMIT started();
        server_.process = std::make_unique<run::PredictionServer>(
            server_.model, run::PredictionServer::Limits{server_.beside_a_run, true});
    }
    return *server_.process;
}

void PredictionThread::stay_warm() {
    idle_->start();
}

void PredictionThread::set_idle_milliseconds(int milliseconds) {
    on_thread([this, milliseconds] { idle_->setInterval(milliseconds); });
}

quint64 PredictionThread::ask(const Text& text) {
    const quint64 question = ++last_;
    on_thread([this, text, question] {
        if (question != last_) return;
        run::PredictionServer& process = server();
        QElapsedTimer timer;
        timer.start();
        const auto answer = process.predict({text}).at(0);
        QStringList labels;
        for (const std::string& label : process.labels())
            labels << to_qt(label);
        Q_EMIT predicted(question, labels, QVector<double>(answer.begin(), answer.end()), process.target(),
                         static_cast<double>(timer.nsecsElapsed()) / 1e6);
        if (question == last_) Q_EMIT attributed(question, process.attribute(text));
        stay_warm();
    });
    return question;
}

quint64 PredictionThread::ask_for_class(const Text& text, std::size_t of_class) {
    const quint64 question = ++last_;
    on_thread([this, text, of_class, question] {
        if (question == last_) Q_EMIT attributed(question, server().attribute(text, of_class));
        stay_warm();
    });
    return question;
}

void PredictionThread::predict_file(const fs::path& from, const run::TextColumns& columns,
                                    const fs::path& to) {
    file_wanted_ = std::make_shared<std::atomic<bool>>(true);
    in_background(
        this,
        [=, model = model_, beside = beside_a_run_, wanted = file_wanted_](const Wanted&) {
            const run::RowFile rows = run::read_rows(from, columns);
            run::PredictionServer process(model, {beside, beside});
            return run::predict_rows(process, rows, to, [&] { return wanted->load(); });
        },
        [this, to](const run::FilePredictions& predictions) { Q_EMIT file_done(to_qt(to), predictions); },
        [this](const Error& error) { Q_EMIT failed(error); });
}

} // namespace tunedesk::ui
