// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/save/save_crew.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/fault.h"
#include "memory/torch_headers.h"
#include "train/save/checkpoint_files.h"
#include "train/save/joint_write.h"

#include <exception>

namespace tunedesk::train {

SaveCrew::SaveCrew(parallel::Group& group, Strategy& strategy, const RemoteFiles* remote)
    : group_(group), strategy_(strategy), remote_(remote), requests_(group, "request") {}

void SaveCrew::lead(const std::function<void()>& work) {
    group_.lead(parallel::Purpose::save, work, [this] {
        requests_.serve([this](const std::string& request) { return carry_out(request); });
    });
}

std::string SaveCrew::carry_out(const std::string& request) {
    const Json asked = Json::parse(request);
    const activity::Waiting waiting(activity::Wait::disk);
    if (JointWrite::is_asked(asked))
        return JointWrite(requests_, remote_).carry_out(asked, [&](const fs::path& folder) {
            return write_rank_files(folder, strategy_, group_.world(), asked.at("step").get<std::int64_t>());
        });
    return answer_of([&] {
        strategy_.for_each_parameter(
            [](const std::string&, const at::Tensor&) { TUNEDESK_FAULT_AT("export"); });
        return std::vector<format::Manifest::Entry>();
    });
}

std::vector<format::Manifest::Entry> SaveCrew::write_state(const fs::path& folder, std::int64_t step) {
    const auto own = [&](const fs::path& to) {
        return write_rank_files(to, strategy_, group_.world(), step);
    };
    return asks_others(strategy_.every_rank_saves()) ? JointWrite(requests_, remote_).write(folder, step, own)
                                                     : own(folder);
}

void SaveCrew::for_each_parameter(const std::function<void(const std::string&, const at::Tensor&)>& visit) {
    const bool asks = asks_others(strategy_.gathers_parameters());
    if (asks) requests_.post(Json{{"what", "parameters"}}.dump());
    std::exception_ptr failed;
    strategy_.for_each_parameter([&](const std::string& name, const at::Tensor& value) {
        TUNEDESK_FAULT_AT("export");
        if (failed) return;
        try {
            visit(name, value);
        } catch (const Error&) {
            failed = std::current_exception();
        }
    });
    if (asks) requests_.answers();
    if (failed) std::rethrow_exception(failed);
}

} // namespace tunedesk::train
