// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/loader/batch_loader.h"

#include "base/activity.h"

#include <algorithm>
#include <utility>

namespace tunedesk::image {

BatchLoader::BatchLoader(std::vector<std::vector<std::uint32_t>> batches, std::size_t values, Fill fill,
                         const LoaderSpec& spec)
    : batches_(std::move(batches)), values_(values), fill_(std::move(fill)), spec_(spec) {
    open_slots();
    try {
        for (int i = 0; i < spec_.threads; ++i)
            threads_.emplace_back([this] { work(); });
    } catch (...) {
        cancel(); // also ends the threads that were started
        throw;
    }
}

BatchLoader::~BatchLoader() {
    cancel();
}

void BatchLoader::cancel() {
    const std::scoped_lock lock(guard_);
    cancelled_ = true;
    work_.notify_all();
    ready_.notify_all();
}

void BatchLoader::open_slots() {
    while (opened_ < batches_.size() && slots_.size() < static_cast<std::size_t>(spec_.batches_ahead)) {
        auto slot = std::make_unique<Slot>();
        slot->batch.samples = batches_[opened_++];
        slot->batch.values = std::exchange(spare_, {});
        slot->batch.values.resize(slot->batch.samples.size() * values_);
        slots_.push_back(std::move(slot));
    }
}

BatchLoader::Slot* BatchLoader::slot_with_work() {
    for (const auto& slot : slots_)
        if (slot->begun < slot->batch.samples.size()) return slot.get();
    return nullptr;
}

void BatchLoader::work() {
    std::unique_lock lock(guard_);
    for (;;) {
        Slot* slot = nullptr;
        work_.wait(lock, [&] {
            slot = slot_with_work();
            return cancelled_ || slot || opened_ == batches_.size();
        });
        if (cancelled_ || !slot) return;
        make_sample(*slot, slot->begun++, lock);
        ++slot->done;
        if (slot->is_complete()) ready_.notify_one();
    }
}

/// Called with the lock, which is released while the sample is made.
void BatchLoader::make_sample(Slot& slot, std::size_t place, std::unique_lock<std::mutex>& lock) {
    if (slot.failure) return; // only the failure of the earliest sample counts
    const std::span<float> to = std::span(slot.batch.values).subspan(place * values_, values_);
    const std::uint32_t sample = slot.batch.samples[place];
    lock.unlock();
    std::exception_ptr failure;
    std::vector<RejectedImage> rejected;
    try {
        activity::touch();
        fill_(sample, to);
    } catch (const Error& error) {
        if (spec_.skip_unreadable && is_of_image(error)) {
            std::ranges::fill(to, 0.0F);
            rejected.push_back({static_cast<std::uint32_t>(place), error});
        } else {
            failure = std::current_exception();
        }
    } catch (...) {
        failure = std::current_exception();
    }
    lock.lock();
    std::ranges::move(rejected, std::back_inserter(slot.batch.rejected));
    if (!failure || (slot.failure && slot.failed < place)) return;
    slot.failure = failure;
    slot.failed = place;
}

bool BatchLoader::next(ImageBatch& into) {
    std::unique_lock lock(guard_);
    if (slots_.empty()) return false;
    ready_.wait(lock, [&] { return cancelled_ || slots_.front()->is_complete(); });
    if (cancelled_) return false;
    Slot& slot = *slots_.front();
    if (slot.failure) {
        const std::exception_ptr failure = slot.failure;
        lock.unlock();
        cancel();
        std::rethrow_exception(failure);
    }
    std::ranges::sort(slot.batch.rejected, {}, &RejectedImage::number);
    spare_ = std::move(into.values);
    into = std::move(slot.batch);
    slots_.pop_front();
    open_slots();
    work_.notify_all();
    return true;
}

} // namespace tunedesk::image
