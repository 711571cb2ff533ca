// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/auto_devices.h"

#include "preset/schema/checks.h"
#include "preset/schema/placement.h"
#include "run/devices/gpu_watch.h"
#include "run/devices/this_machine.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

constexpr const char* how_to_check = "run the check with `tunedesk device check`";

/// A technique of the self-check, and how a preset does without it.
struct LeftOut {
    const char* technique;
    bool (*uses)(const Preset&);
    void (*leave_out)(Preset&);
    const char* instead;
};

template <Preset::Compute type>
bool computes_in(const Preset& preset) {
    return preset.precision.compute == type;
}
void compute_in_fp32(Preset& preset) {
    preset.precision.compute = Preset::Compute::fp32;
}

const LeftOut all_techniques[] = {
    {"bf16", computes_in<Preset::Compute::bf16>, compute_in_fp32, "precision.compute: fp32"},
    {"fp16", computes_in<Preset::Compute::fp16>, compute_in_fp32, "precision.compute: fp32"},
    {"tf32", computes_in<Preset::Compute::tf32>, compute_in_fp32, "precision.compute: fp32"},
    {"static_graph", [](const Preset& p) { return p.precision.static_graph; },
     [](Preset& p) { p.precision.static_graph = false; }, "precision.static_graph: false"},
    {"adamw_8bit", [](const Preset& p) { return p.training.optim == Preset::Optim::adamw_8bit; },
     [](Preset& p) { p.training.optim = Preset::Optim::adamw; }, "training.optim: adamw"},
    {"activation_checkpointing", [](const Preset& p) { return p.memory.activation_checkpointing != "none"; },
     [](Preset& p) { p.memory.activation_checkpointing = "none"; }, "memory.activation_checkpointing: none"},
    {"optimizer_in_backward", [](const Preset& p) { return p.memory.optimizer_in_backward; },
     [](Preset& p) { p.memory.optimizer_in_backward = false; }, "memory.optimizer_in_backward: false"},
    {"offload optimizer", [](const Preset& p) { return offloads(p, "optimizer"); },
     [](Preset& p) { std::erase(p.memory.offload, "optimizer"); }, "memory.offload without optimizer"},
    {"offload parameters", [](const Preset& p) { return offloads(p, "parameters"); },
     [](Preset& p) { std::erase(p.memory.offload, "parameters"); }, "memory.offload without parameters"},
    {"offload activations", [](const Preset& p) { return offloads(p, "activations"); },
     [](Preset& p) { std::erase(p.memory.offload, "activations"); }, "memory.offload without activations"},
    {"nccl",
     [](const Preset& p) { return p.parallel.processes > 1 && p.parallel.backend != Preset::Backend::gloo; },
     [](Preset& p) { p.parallel.backend = Preset::Backend::gloo; }, "parallel.backend: gloo"},
};

struct Candidate {
    std::size_t place; ///< among the visible ones
    DeviceVerdict verdict;
};

/// For GPUs that the preset itself asks for: nothing keeps it from them.
std::vector<std::string> notes_of_asked(const Preset& preset, const std::vector<Gpu>& visible,
                                        const std::string& driver) {
    std::vector<std::string> notes;
    for (const Gpu& gpu : gpus_of(preset, visible)) {
        const auto verdict = read_verdict(gpu, driver);
        if (!verdict)
            notes.push_back(fmt::format("{} is not checked yet: {}", name_of(gpu), how_to_check));
        else if (!verdict->is_good())
            notes.push_back(
                fmt::format("{} is used although its check {}", name_of(gpu), verdict->summary()));
    }
    return notes;
}

/// Takes out of the preset what failed on one of the GPUs it shall run on.
void leave_out_failures(Preset& preset, const std::vector<Candidate>& used, const std::vector<Gpu>& visible,
                        std::vector<std::string>& notes) {
    for (const LeftOut& one : all_techniques)
        for (const Candidate& candidate : used) {
            const auto& rows = candidate.verdict.rows;
            const auto row = std::ranges::find_if(rows, [&](const CheckedRow& each) {
                return each.technique == one.technique && each.outcome != CheckedRow::Outcome::passed;
            });
            if (row == rows.end() || !one.uses(preset)) continue;
            one.leave_out(preset);
            notes.push_back(fmt::format(
                "{} is not used, because of its check on {}: {}; {} instead{}", one.technique,
                name_of(visible[candidate.place]), outcome_name(row->outcome), one.instead,
                row->outcome == CheckedRow::Outcome::not_reached ? fmt::format("; {} again", how_to_check)
                                                                 : ""));
        }
}

/// Why the preset cannot run as it is now, or "".
std::string refusal(const Preset& preset) {
    if (const auto refused = preset::unsupported(preset); !refused.empty())
        return refused.front().key + ' ' + sentence(refused.front().what);
    const auto conflicts = preset::check_combinations(preset);
    return conflicts.empty() ? "" : conflicts.front().key + ' ' + sentence(conflicts.front().what);
}

std::string devices_key(const std::vector<Candidate>& used) {
    std::string list;
    bool first_ones = true;
    for (std::size_t i = 0; i < used.size(); ++i) {
        list += fmt::format("{}{}", i == 0 ? "" : ",", used[i].place);
        first_ones = first_ones && used[i].place == i;
    }
    return first_ones ? "cuda" : list;
}

/// The visible GPUs whose kept verdict is good; `chosen` says why the others are not.
std::vector<Candidate> good_ones(const std::vector<Gpu>& visible, const std::string& driver,
                                 AutoDevices& chosen) {
    std::vector<Candidate> good;
    for (std::size_t place = 0; place < visible.size(); ++place) {
        const Gpu& gpu = visible[place];
        if (!gpu.answers()) {
            chosen.notes.push_back(
                fmt::format("GPU {} is not used: its driver does not answer for it", gpu.index));
            continue;
        }
        auto verdict = read_verdict(gpu, driver);
        if (!verdict) {
            chosen.unchecked.push_back(gpu);
            chosen.notes.push_back(name_of(gpu) + " is not checked yet; " + how_to_check);
        } else if (verdict->is_good()) {
            good.push_back({place, std::move(*verdict)});
        } else {
            chosen.notes.push_back(
                fmt::format("{} is not used: its check {}; `tunedesk device check --report "
                            "FILE` makes a report to send",
                            name_of(gpu), verdict->summary()));
        }
    }
    return good;
}

} // namespace

AutoDevices choose_devices(const Preset& preset, const std::vector<Gpu>& visible, const std::string& driver,
                           Placing placing) {
    AutoDevices chosen{preset, {}, {}, {}};
    if (uses_gpus(preset)) chosen.notes = notes_of_asked(preset, visible, driver);
    if (preset.parallel.devices != "auto") return chosen;
    if (visible.empty()) return chosen; // as it is: it means the processors everywhere
    chosen.preset.parallel.devices = "cpu";
    std::vector<Candidate> good = good_ones(visible, driver, chosen);
    const auto ranks = static_cast<std::size_t>(std::max(1, preset.parallel.processes));
    if (good.size() < ranks) {
        if (!good.empty())
            chosen.notes.push_back(
                fmt::format("{} ranks need as many GPUs, and {} passed the check", ranks, good.size()));
        chosen.notes.push_back("parallel.devices: auto trains on the processors");
        return chosen;
    }
    std::vector<Gpu> usable;
    for (const Candidate& candidate : good)
        usable.push_back(visible[candidate.place]);
    if (placing == Placing::first) good.resize(ranks);
    Preset on_gpus = chosen.preset;
    on_gpus.parallel.devices = placing == Placing::first ? devices_key(good) : "cuda";
    std::vector<std::string> notes;
    leave_out_failures(on_gpus, good, visible, notes);
    if (const std::string why = refusal(on_gpus); !why.empty()) {
        chosen.notes = std::move(notes);
        chosen.notes.push_back("parallel.devices: auto trains on the processors, because on a GPU " + why);
        return chosen;
    }
    chosen.preset = std::move(on_gpus);
    chosen.good = std::move(usable);
    std::string names;
    for (const Candidate& candidate : good)
        names += (names.empty() ? "" : ", ") + name_of(visible[candidate.place]);
    notes.insert(notes.begin(),
                 fmt::format("parallel.devices: auto takes {}{}",
                             placing == Placing::any && good.size() > ranks ? "what is free of " : "",
                             names));
    chosen.notes = std::move(notes);
    chosen.unchecked.clear(); // there are enough without them
    return chosen;
}

AutoDevices choose_devices(const Preset& preset) {
    if (preset.parallel.devices == "cpu") return {preset, {}, {}, {}};
    const ThisMachine machine = this_machine();
    return choose_devices(preset, machine.gpus, machine.driver);
}

Preset settled_as(const Preset& asked, const Preset& then) {
    Preset settled = asked;
    if (asked.parallel.devices != "auto") return settled;
    settled.parallel.devices = then.parallel.devices;
    for (const LeftOut& one : all_techniques)
        if (one.uses(settled) && !one.uses(then)) one.leave_out(settled);
    return settled;
}

} // namespace tunedesk::run
