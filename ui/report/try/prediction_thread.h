// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/predict/nearest_texts.h"
#include "run/predict/prediction_file.h"
#include "ui/report/try/server_thread.h"

#include <atomic>
#include <memory>

namespace tunedesk::ui {

/// Predictions of a classifier on a thread of their own: see ServerThread. Of several waiting questions the
/// last one is answered. Call it on the window's thread, where its signals arrive too.
class PredictionThread : public QObject {
    Q_OBJECT

public:
    using Text = run::PredictionServer::Text;

    explicit PredictionThread(QObject* parent = nullptr);
    ~PredictionThread() override;

    /// As ServerThread's.
    void use(const fs::path& model, bool beside_a_run);
    /// Before use(): what a model of embeddings compares a text with.
    void compare_with(std::vector<std::string> texts);
    /// Answered by predicted(), then attributed(), or by tagged() or compared(). Gives the question's number.
    quint64 ask(const Text& text);
    /// Answered by attributed().
    quint64 ask_for_class(const Text& text, std::size_t of_class);
    /// Answered by file_done(); a language model answers the rows. A server of its own does it, so that
    /// single texts need not wait; beside a run on one thread. `conversations`: of run::read_prompts().
    void predict_file(const fs::path& from, const run::TextColumns& columns, const fs::path& to,
                      bool conversations);
    void cancel_file() { *file_wanted_ = false; }
    ServerThread& server() { return *server_; }

Q_SIGNALS:
    /// Probabilities of the classes, or the number of the one label.
    void predicted(quint64 question, const QStringList& labels, const QVector<double>& answer,
                   tunedesk::task::Target target, double milliseconds);
    /// Of a model that tags words, in place of both.
    void tagged(quint64 question, const run::PredictionServer::TaggedText& text, double milliseconds);
    /// Of a model of embeddings, likewise: the nearest texts.
    void compared(quint64 question, const std::vector<run::NearestTexts::Neighbor>& nearest,
                  double milliseconds);
    void attributed(quint64 question, const run::PredictionServer::Attribution& attribution);
    void failed(const tunedesk::Error& error);
    void file_done(const QString& file, const run::FilePredictions& predictions);

private:
    fs::path model_; ///< set by use(), on the window's thread
    bool beside_a_run_ = false;
    std::atomic<quint64> last_{0};
    std::shared_ptr<std::atomic<bool>> file_wanted_ = std::make_shared<std::atomic<bool>>(true);
    std::shared_ptr<run::NearestTexts> texts_; ///< the server's thread reads it
    std::unique_ptr<ServerThread> server_;     ///< ends before what its work reads
};

} // namespace tunedesk::ui
