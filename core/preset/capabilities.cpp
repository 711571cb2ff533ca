#include "preset/checks.h"
#include "preset/schema.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::preset {

std::vector<Problem> unsupported(const Preset& preset) {
    std::vector<Problem> problems;
    const auto refuse = [&](const char* name, bool refused, const char* remedy) {
        if (!refused) return;
        const std::string value = get(preset, *find_key(name));
        problems.push_back(
            {"", name, fmt::format("{} does not run in this version yet; {}", value, remedy), true});
    };
    using P = Preset;
    const auto& p = preset;
    const bool sharded =
        p.parallel.strategy != P::Strategy::single && p.parallel.strategy != P::Strategy::ddp;
    refuse("task", p.task != P::Task::text_classification, "use text-classification");
    // On the host's processors everything lies in host memory anyway.
    const bool on_host = p.parallel.devices == "auto" || p.parallel.devices == "cpu";
    const bool parameters = std::ranges::find(p.memory.offload, "parameters") != p.memory.offload.end();
    refuse("memory.offload", parameters && !on_host, "leave parameters out, or use parallel.devices: cpu");
    refuse("parallel.strategy", sharded, "use single or ddp");
    refuse("parallel.pipeline_stages", p.parallel.pipeline_stages > 1, "use 1");
    refuse("parallel.tensor_size", p.parallel.tensor_size > 1, "use 1");
    refuse("parallel.backend", p.parallel.backend == P::Backend::shm, "use auto, gloo or nccl");
    return problems;
}

} // namespace tunedesk::preset
