// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/source/examine.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace tunedesk::image {

struct LoaderSpec {
    int threads = 1;              ///< threads that make samples, at least 1, besides the consumer
    int batches_ahead = 2;        ///< batches prepared ahead of the consumer, at least 1
    bool skip_unreadable = false; ///< true: ImageBatch::rejected lists them; false: next() throws
};

/// A batch owned by the consumer.
struct ImageBatch {
    std::vector<std::uint32_t> samples;
    std::vector<float> values;           ///< [samples, ...]; zeros for those that were rejected
    std::vector<RejectedImage> rejected; ///< number: index in `samples`
};

/// Makes batches of samples on threads, ahead of the consumer and in order. The result does not depend on the
/// number of threads if `fill` is deterministic. Memory: the values of batches_ahead batches besides the
/// consumer's own, which is reused. Thread rule: next() from one thread; cancel() from any; the destructor
/// cancels and waits for the samples under way.
class BatchLoader {
public:
    /// Writes a sample's values; called from several threads concurrently. May throw.
    using Fill = std::function<void(std::uint32_t sample, std::span<float> to)>;

    /// `values`: number of values of a sample.
    BatchLoader(std::vector<std::vector<std::uint32_t>> batches, std::size_t values, Fill fill,
                const LoaderSpec& spec);
    ~BatchLoader();
    BatchLoader(const BatchLoader&) = delete;
    BatchLoader& operator=(const BatchLoader&) = delete;

    /// Waits for the next batch and stores it in `into`; false after the last one and after cancel(). Throws
    /// what fill threw for the batch's first sample that failed; then the loader is cancelled.
    bool next(ImageBatch& into);
    /// Stops the work early. No further sample is started.
    void cancel();

private:
    /// A batch in progress.
    struct Slot {
        ImageBatch batch;
        std::size_t begun = 0, done = 0; ///< numbers of samples
        std::exception_ptr failure;
        std::size_t failed = 0; ///< index of the sample that failed
        bool is_complete() const { return done == batch.samples.size(); }
    };
    void open_slots();
    void work();
    void make_sample(Slot& slot, std::size_t place, std::unique_lock<std::mutex>& lock);
    Slot* slot_with_work();

    const std::vector<std::vector<std::uint32_t>> batches_;
    const std::size_t values_;
    const Fill fill_;
    const LoaderSpec spec_;

    std::mutex guard_;
    std::condition_variable work_, ready_;
    std::deque<std::unique_ptr<Slot>> slots_; ///< in the batches' order
    std::size_t opened_ = 0;                  ///< number of batches that have or had a slot
    std::vector<float> spare_;                ///< memory of a consumed batch
    bool cancelled_ = false;
    std::vector<std::jthread> threads_;
};

} // namespace tunedesk::image
