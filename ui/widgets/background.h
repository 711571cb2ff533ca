// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/landlock.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>
#include <QThreadPool>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace tunedesk::ui {

/// Cancels a background job. Copies share one flag; any thread.
class CancelToken {
public:
    void cancel() { *cancelled_ = true; }
    bool is_cancelled() const { return *cancelled_; }

private:
    std::shared_ptr<std::atomic<bool>> cancelled_ = std::make_shared<std::atomic<bool>>(false);
};

/// Threads that cannot write files, enforced by Landlock if the kernel supports it: for reading untrusted
/// folders. Terminals (/dev/tty, /dev/pts), /dev/null and similar devices, and shared memory (/dev/shm)
/// remain writable: see base/files/landlock.cpp.
QThreadPool& reading_threads();

/// Permanently forbids the calling thread to write files, as above. No effect without kernel support.
inline void forbid_writes_of_this_thread() {
    thread_local const bool forbidden = forbid_writes_outside({});
    (void)forbidden;
}

/// Implements in_background() and read_in_background().
template <class Work, class Done>
CancelToken run_on(QThreadPool& threads, QObject* context, Work work, Done done,
                   std::function<void(const Error&)> failed) {
    using Result = decltype(work(std::declval<const CancelToken&>()));
    CancelToken token;
    // The guard is created, copied and read only on the context's thread.
    auto guard = std::make_shared<QPointer<QObject>>(context);
    threads.start([=]() mutable {
        auto result = std::make_shared<std::optional<Result>>();
        auto error = std::make_shared<std::optional<Error>>();
        try {
            if (!token.is_cancelled()) result->emplace(work(token));
        } catch (const Error& thrown) {
            error->emplace(thrown);
        } catch (const std::exception& thrown) {
            error->emplace(Error(ErrorId::background_work_failed, {thrown.what()}));
        }
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [=]() mutable {
                if (guard->isNull() || token.is_cancelled()) return;
                if (*error)
                    failed(**error);
                else if (*result)
                    done(std::move(**result));
            },
            Qt::QueuedConnection);
    });
    return token;
}

/// Runs `work(token)` on Qt's thread pool, then `done(result)` or `failed(error)` on the thread of `context`;
/// neither is called after `context` was destroyed or the returned token was cancelled. Long work should
/// check `token` regularly and may return any value early. Call it on the window's thread, to which `context`
/// must belong.
template <class Work, class Done>
CancelToken in_background(
    QObject* context, Work work, Done done, std::function<void(const Error&)> failed = [](const Error&) {}) {
    return run_on(*QThreadPool::globalInstance(), context, std::move(work), std::move(done),
                  std::move(failed));
}

/// The same on reading_threads(), where `work` cannot write files: for runs, bundles and models, which may be
/// untrusted.
template <class Work, class Done>
CancelToken read_in_background(
    QObject* context, Work work, Done done, std::function<void(const Error&)> failed = [](const Error&) {}) {
    const auto read = [work = std::move(work)](const CancelToken& token) mutable {
        forbid_writes_of_this_thread();
        return work(token);
    };
    return run_on(reading_threads(), context, read, std::move(done), std::move(failed));
}

} // namespace tunedesk::ui
