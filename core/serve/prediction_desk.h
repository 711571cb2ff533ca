// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/predict/prediction_server.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>

namespace tunedesk::serve {

/// Runs a PredictionServer on its own thread and answers requests of any thread, one at a time. A worker that
/// has died is restarted for the next request.
class PredictionDesk {
public:
    /// Throws the errors of PredictionServer's constructor. Blocks until the model is loaded.
    explicit PredictionDesk(const fs::path& model);
    /// Pending requests end with std::future_error.
    ~PredictionDesk();
    PredictionDesk(const PredictionDesk&) = delete;
    PredictionDesk& operator=(const PredictionDesk&) = delete;

    /// The model's classes, or the name of its numbers; see PredictionServer.
    const std::vector<std::string>& labels() const { return labels_; }
    /// See PredictionServer.
    const std::string& warning() const { return warning_; }
    task::Target target() const { return target_; }

    /// Calls `work` with the server on the desk's thread and waits for it; returns its result. Throws its
    /// errors and those of the server's constructor.
    template <class Work>
    auto ask(Work work) {
        using Answer = std::invoke_result_t<Work, run::PredictionServer&>;
        auto task = std::make_shared<std::packaged_task<Answer(const Server&)>>(
            [work = std::move(work)](const Server& server) mutable { return work(server()); });
        auto answer = task->get_future();
        add([task = std::move(task)](const Server& server) { (*task)(server); });
        return answer.get();
    }

private:
    using Server = std::function<run::PredictionServer&()>;
    using Question = std::function<void(const Server&)>;

    void add(Question question);
    /// The main function of the desk's thread.
    void answer_all(std::promise<void> ready);
    /// Waits for the next request; std::nullopt if the desk ends.
    std::optional<Question> next();

    const fs::path model_;
    std::vector<std::string> labels_;
    std::string warning_;
    task::Target target_ = task::Target::one_class;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Question> waiting_; ///< guarded by mutex_
    bool ends_ = false;            ///< guarded by mutex_
    std::thread thread_;
};

} // namespace tunedesk::serve
