#pragma once

#include "base/error.h"
#include "run/predict/prediction_file.h"

#include <QObject>
#include <QThread>
#include <QTimer>
#include <atomic>
#include <memory>

namespace tunedesk::ui {

/// A prediction server on a thread of its own: started by the first question, kept warm, ended after
/// `idle_minutes` without one, or with this object. Of several waiting questions the last one is answered.
/// Call it on the window's thread, where its signals arrive too.
class PredictionThread : public QObject {
    Q_OBJECT

public:
    using Text = run::PredictionServer::Text;

    static constexpr int idle_minutes = 5;

    explicit PredictionThread(QObject* parent = nullptr);
    ~PredictionThread() override;

    /// Which model answers from now on; the server of another one ends. `beside_a_run`: a run uses this
    /// machine's devices, so the server leaves the GPUs alone.
    void use(const fs::path& model, bool beside_a_run);
    /// Answered by predicted(), then attributed(). Gives the question's number.
    quint64 ask(const Text& text);
    /// Answered by attributed().
    quint64 ask_for_class(const Text& text, std::size_t of_class);
    /// Answered by file_done(). A server of its own does it, so that single texts need not wait; beside a run
    /// on one thread.
    void predict_file(const fs::path& from, const run::TextColumns& columns, const fs::path& to);
    void cancel_file() { *file_wanted_ = false; }
    /// Ends a server that was idle for this long; for tests.
    void set_idle_milliseconds(int milliseconds);

Q_SIGNALS:
    void started(); ///< a server is being started, which takes seconds
    /// Probabilities of the classes, or the number of the one label.
    void predicted(quint64 question, const QStringList& labels, const QVector<double>& answer,
                   tunedesk::task::Target target, double milliseconds);
    void attributed(quint64 question, const run::PredictionServer::Attribution& attribution);
    void failed(const tunedesk::Error& error);
    void file_done(const QString& file, const run::FilePredictions& predictions);
    void ended(); ///< the server has ended of idleness

private:
    /// Lives on the thread; every call blocks it alone.
    struct Server {
        fs::path model;
        bool beside_a_run = false;
        std::unique_ptr<run::PredictionServer> process;
    };
    run::PredictionServer& server();
    void on_thread(std::function<void()> work);
    void stay_warm();

    QThread thread_;
    QObject* there_; ///< lives on thread_
    QTimer* idle_;   ///< likewise
    Server server_;  ///< touched by thread_ alone
    fs::path model_; ///< set by use(), on the window's thread
    bool beside_a_run_ = false;
    std::atomic<quint64> last_{0};
    std::shared_ptr<std::atomic<bool>> file_wanted_ = std::make_shared<std::atomic<bool>>(true);
};

} // namespace tunedesk::ui
