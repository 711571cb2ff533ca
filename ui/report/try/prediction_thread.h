// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/predict/nearest_texts.h"
#include "run/predict/prediction_file.h"
#include "ui/report/try/server_thread.h"

#include <atomic>
#include <memory>

namespace tunedesk::ui {

/// Predictions on a separate thread, see ServerThread. Of several waiting questions only the last is
/// answered. Call on the window's thread, which also receives the signals.
class PredictionThread : public QObject {
    Q_OBJECT

public:
    using Text = run::PredictionServer::Text;

    explicit PredictionThread(QObject* parent = nullptr);
    ~PredictionThread() override;

    /// See ServerThread::use().
    void use(const fs::path& model, bool beside_a_run);
    /// Sets the texts that a model of embeddings compares with. Call before use().
    void compare_with(std::vector<std::string> texts);
    /// Asks a question, answered by predicted() then attributed(), or by tagged() or compared(). Returns the
    /// question's number.
    quint64 ask(const Text& text);
    /// Asks for the attribution of a class, answered by attributed().
    quint64 ask_for_class(const Text& text, std::size_t of_class);
    /// Predicts a file, answered by file_done(). Uses a separate server, so that single texts need not wait;
    /// on one thread if a run is active. `conversations`: of run::read_prompts().
    void predict_file(const fs::path& from, const run::TextColumns& columns, const fs::path& to,
                      bool conversations);
    void cancel_file() { *file_wanted_ = false; }
    ServerThread& server() { return *server_; }

Q_SIGNALS:
    /// Probabilities of the classes, or the number of the one label.
    void predicted(quint64 question, const QStringList& labels, const QVector<double>& answer,
                   tunedesk::task::Target target, double milliseconds);
    /// Answer of a model that tags words, instead of predicted() and attributed().
    void tagged(quint64 question, const run::PredictionServer::TaggedText& text, double milliseconds);
    /// Answer of a model of embeddings: the nearest texts.
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
