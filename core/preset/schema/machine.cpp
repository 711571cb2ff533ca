// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/device_types.h"
#include "preset/schema/questionnaire.h"

namespace tunedesk::preset {

MachineProfile detect_machine() {
    MachineProfile machine;
    const std::vector<Gpu> gpus = visible_gpus();
    machine.gpus = static_cast<int>(gpus.size());
    machine.bf16 = (gpus.empty() ? processor_types() : gpu_types(gpus)).bf16;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(".deps/models", none))
        if (fs::exists(entry.path() / "config.json", none) &&
            (machine.model.empty() || entry.path().string() < machine.model))
            machine.model = entry.path().string();
    return machine;
}

} // namespace tunedesk::preset
