// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/try/prediction_thread.h"

#include "run/predict/answers.h"
#include "run/predict/embedding_file.h"
#include "run/predict/tagged_file.h"
#include "ui/widgets/background.h"
#include "ui/widgets/text.h"

#include <QElapsedTimer>

namespace tunedesk::ui {

PredictionThread::PredictionThread(QObject* parent)
    : QObject(parent), server_(std::make_unique<ServerThread>()) {
    qRegisterMetaType<run::PredictionServer::Attribution>();
    qRegisterMetaType<run::PredictionServer::TaggedText>();
    qRegisterMetaType<std::vector<run::NearestTexts::Neighbor>>();
    connect(server_.get(), &ServerThread::failed, this, &PredictionThread::failed);
}

PredictionThread::~PredictionThread() {
    cancel_file();
    ++last_; // pending questions are dropped
}

void PredictionThread::use(const fs::path& model, bool beside_a_run) {
    ++last_;
    model_ = model;
    beside_a_run_ = beside_a_run;
    server_->use(model, beside_a_run);
}

void PredictionThread::compare_with(std::vector<std::string> texts) {
    ++last_;
    texts_ = std::make_shared<run::NearestTexts>(std::move(texts));
}

quint64 PredictionThread::ask(const Text& text) {
    const quint64 question = ++last_;
    const auto wanted = [this, question] { return question == last_; };
    server_->post(wanted, [this, text, question, wanted, texts = texts_](run::PredictionServer& process) {
        QElapsedTimer timer;
        timer.start();
        const auto milliseconds = [&] { return static_cast<double>(timer.nsecsElapsed()) / 1e6; };
        if (process.target() == task::Target::tags) {
            const auto text_with_tags = process.tag({text}).at(0);
            Q_EMIT tagged(question, text_with_tags, milliseconds());
            return;
        }
        if (process.target() == task::Target::similarity) {
            constexpr std::size_t most_shown = 10;
            const auto nearest = texts ? texts->find(process, text.text, most_shown, wanted)
                                       : std::vector<run::NearestTexts::Neighbor>();
            if (wanted()) Q_EMIT compared(question, nearest, milliseconds());
            return;
        }
        const auto answer = process.predict({text}).at(0);
        QStringList labels;
        for (const std::string& label : process.labels())
            labels << to_qt(label);
        Q_EMIT predicted(question, labels, QVector<double>(answer.begin(), answer.end()), process.target(),
                         milliseconds());
        if (wanted()) Q_EMIT attributed(question, process.attribute(text));
    });
    return question;
}

quint64 PredictionThread::ask_for_class(const Text& text, std::size_t of_class) {
    const quint64 question = ++last_;
    server_->post([this, question] { return question == last_; },
                  [this, text, of_class, question](run::PredictionServer& process) {
                      Q_EMIT attributed(question, process.attribute(text, of_class));
                  });
    return question;
}

void PredictionThread::predict_file(const fs::path& from, const run::TextColumns& columns, const fs::path& to,
                                    bool conversations) {
    file_wanted_ = std::make_shared<std::atomic<bool>>(true);
    in_background(
        this,
        [=, model = model_, beside = beside_a_run_, wanted = file_wanted_](const CancelToken&) {
            const auto is_wanted = [&] { return wanted->load(); };
            run::PredictionServer process(model, {beside, beside});
            if (process.has_words())
                return run::answer_prompts(process, run::read_prompts(from, columns, conversations), {}, to,
                                           is_wanted);
            if (process.target() == task::Target::tags)
                return run::tag_rows(process, run::read_tagged(from, columns), to, is_wanted);
            if (process.target() == task::Target::similarity)
                return run::embed_rows(process, run::read_rows(from, columns), to, is_wanted);
            return run::predict_rows(process, run::read_rows(from, columns), to, is_wanted);
        },
        [this, to](const run::FilePredictions& predictions) { Q_EMIT file_done(to_qt(to), predictions); },
        [this](const Error& error) { Q_EMIT failed(error); });
}

} // namespace tunedesk::ui
