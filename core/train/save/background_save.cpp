// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/save/background_save.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/files/file.h"
#include "event/socket/channel_thread.h"
#include "memory/torch_headers.h"

#include <cerrno>
#include <chrono>
#include <fmt/format.h>
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace tunedesk::train {

namespace {

constexpr std::chrono::milliseconds look_pause(5);

} // namespace

BackgroundSave::BackgroundSave(parallel::Group& group, const Strategy& strategy)
    : group_(group), strategy_(strategy), joint_(strategy.every_rank_saves() && group.world().size > 1),
      requests_(group, "beside") {}

BackgroundSave::~BackgroundSave() {
    broken_off_ = true;
    requests_.give_up();
    if (thread_.joinable()) thread_.join();
}

void BackgroundSave::start(std::int64_t step, std::function<void(const JointWrite::Write&)> commit) {
    const bool leads = group_.world().leads();
    if (!leads && !joint_) return;
    copy_.take(strategy_, group_.world(), step);
    ++count_;
    done_ = false;
    failed_ = nullptr;
    thread_ = event::start_quiet_thread([this, leads, step, commit = std::move(commit)] {
        activity::leave_out_this_thread();
        try {
            if (leads)
                lead(step, commit);
            else
                serve();
        } catch (...) {
            failed_ = std::current_exception();
        }
        done_ = true;
    });
}

void BackgroundSave::wait() {
    if (!thread_.joinable()) return;
    {
        const activity::Waiting waiting(activity::Wait::disk);
        thread_.join();
    }
    if (failed_) std::rethrow_exception(std::exchange(failed_, nullptr));
}

void BackgroundSave::lead(std::int64_t step, const std::function<void(const JointWrite::Write&)>& commit) {
    const auto own = [this](const fs::path& folder) {
        if (broken_off_)
            throw Error(ErrorId::write_failed, {"save the state", errno_text(ECANCELED)}, folder.string());
        return copy_.write(folder);
    };
    if (!joint_) return commit(own);
    const std::string ended = fmt::format("beside/ended/{}", count_);
    std::exception_ptr failed;
    try {
        commit(
            [&](const fs::path& folder) { return JointWrite(requests_, nullptr).write(folder, step, own); });
    } catch (...) {
        failed = std::current_exception();
    }
    parallel::guarded("the rendezvous store",
                      [&] { group_.store()->set(ended, std::vector<std::uint8_t>{1}); });
    if (failed) std::rethrow_exception(failed);
}

void BackgroundSave::serve() {
    const std::string ended = fmt::format("beside/ended/{}", count_);
    parallel::guarded("the rendezvous store", [&] {
        while (!broken_off_ && !group_.store()->check({ended})) {
            requests_.serve([this](const std::string& request) {
                return JointWrite(requests_, nullptr)
                    .carry_out(Json::parse(request),
                               [this](const fs::path& folder) { return copy_.write(folder); });
            });
            std::this_thread::sleep_for(look_pause);
        }
    });
}

} // namespace tunedesk::train
