#include "preset/schema/checks.h"
#include "preset/schema/placement.h"
#include "preset/schema/schema.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::preset {

std::vector<Problem> unsupported(const Preset& preset) {
    std::vector<Problem> problems;
    const auto refuse = [&](const char* name, bool refused, const char* remedy) {
        if (!refused || std::ranges::find(problems, name, &Problem::key) != problems.end()) return;
        const std::string value = get(preset, *find_key(name));
        problems.push_back(
            {"", name, fmt::format("{} does not run in this version yet; {}", value, remedy), true});
    };
    using P = Preset;
    const auto& p = preset;
    const bool sharded =
        p.parallel.strategy != P::Strategy::single && p.parallel.strategy != P::Strategy::ddp;
    refuse("task", !task::task_of(p.task).runs(),
           "use text-classification, multi-label-classification or regression");
    const auto takes_off = [&](const char* part) { return uses_gpus(p) && offloads(p, part); };
    refuse("memory.offload", takes_off("parameters") && p.parallel.processes > 1,
           "leave parameters out on several GPUs, or use parallel.processes: 1");
    refuse("memory.optimizer_in_backward", p.memory.optimizer_in_backward && takes_off("optimizer"),
           "leave optimizer out of memory.offload, or use false");
    const std::string& checkpointed = p.memory.activation_checkpointing;
    refuse("memory.optimizer_in_backward",
           p.memory.optimizer_in_backward && takes_off("parameters") && checkpointed != "none" &&
               checkpointed != "block" && checkpointed != "1",
           "where several blocks run again together, use memory.activation_checkpointing: block, or leave "
           "parameters out of memory.offload");
    refuse("parallel.strategy", sharded, "use single or ddp");
    refuse("parallel.pipeline_stages", p.parallel.pipeline_stages > 1, "use 1");
    refuse("parallel.tensor_size", p.parallel.tensor_size > 1, "use 1");
    return problems;
}

} // namespace tunedesk::preset
