// The devices of a supervised run: claims on them, their loss, their figures.

#include "base/error.h"
#include "event/warning_id.h"
#include "run/rank_memory.h"
#include "run/supervisor_state.h"

#include <algorithm>

namespace tunedesk::run {

namespace {

constexpr double claim_seconds = 2;

} // namespace

/// What another run has claimed is asked for again, since that run may end.
void Supervisor::State::claim_devices(double now) try {
    if (now - claims_tried <= claim_seconds) return;
    claims_tried = now;
    if (!gpus.is_ready()) return;
    for (const Gpu& gpu : gpus.used())
        claims.claim(gpu.uuid);
    if (!gpus.used().empty() || !claims.empty()) return;
    for (const Device& slot : all_devices({}, settings))
        if (slot.free && claims.claim(slot.id)) return;
} catch (const Error&) {
    // Without locks or settings the queue cannot know of this run; that is no reason not to train.
}

void Supervisor::State::check_gpus() {
    if (const std::string sharing = gpus.told_of_sharing(); !sharing.empty())
        log("warning", sharing, event::warning::device_shared);
    if (now_in == RunState::failing || now_in == RunState::killing || is_end(now_in)) return;
    if (const std::string lost = gpus.lost(); !lost.empty()) {
        verdict.lost_gpu(lost, ranks[0]->where());
        apply(RunEvent::rank_failed);
    }
}

/// For the curves of memory: often at first, every ten seconds after some minutes.
void Supervisor::State::tell_devices(double now) {
    if (began == 0) began = devices_told = now;
    if (launch.preset.logging.level == Preset::LogLevel::none || !ready || is_end(now_in) ||
        now - devices_told < std::clamp((now - began) / 30, 2.0, 10.0))
        return;
    devices_told = now;
    std::vector<RankUse> uses;
    for (const auto& rank : ranks) {
        if (rank->end) continue;
        RankMemory memory;
        memory.rank = rank->index;
        memory.pid = rank->process.pid();
        measure(memory);
        uses.push_back({memory.rank, memory.pid, rank->step, memory.rss_bytes, rank->gpu_allocated_bytes});
    }
    const auto before = std::exchange(host, read_host_figures());
    publish(device_report(uses, gpus.used(), before, host), true);
}

} // namespace tunedesk::run
