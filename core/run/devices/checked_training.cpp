// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/checked_training.h"

#include "base/error.h"
#include "event/journal/journal.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::run {

namespace {

std::vector<Technique> in_types() {
    using enum PhraseId;
    return {
        {Phrase(check_training, {"fp32"}), "", {}, Beside::host_fp32, 1e-3, 0},
        {Phrase(check_training, {"bf16"}), "bf16", {"precision.compute=bf16"}, Beside::host_fp32, 0.05, 80},
        {Phrase(check_training, {"fp16"}), "fp16", {"precision.compute=fp16"}, Beside::host_fp32, 0.05, 70},
        {Phrase(check_training, {"tf32"}), "tf32", {"precision.compute=tf32"}, Beside::host_fp32, 0.02, 80},
        {Phrase(check_static_graph),
         "static_graph",
         {"precision.static_graph=true"},
         Beside::device_fp32,
         1e-3,
         0},
        {Phrase(check_static_graph_in, {"bf16"}), // other kernels than those of fp32
         "static_graph",
         {"precision.static_graph=true", "precision.compute=bf16"},
         Beside::host_fp32,
         0.05,
         80,
         "bf16"},
        {Phrase(check_static_graph_in, {"fp16"}),
         "static_graph",
         {"precision.static_graph=true", "precision.compute=fp16"},
         Beside::host_fp32,
         0.05,
         70,
         "fp16"},
    };
}

std::vector<Technique> in_less_memory() {
    using enum PhraseId;
    return {
        {Phrase(check_adamw_8bit), "adamw_8bit", {"training.optim=adamw_8bit"}, Beside::host_same, 0.01, 0},
        {Phrase(check_activation_checkpointing),
         "activation_checkpointing",
         {"memory.activation_checkpointing=block"},
         Beside::device_fp32,
         1e-5,
         0},
        {Phrase(check_optimizer_in_backward),
         "optimizer_in_backward",
         {"memory.optimizer_in_backward=true"},
         Beside::device_fp32,
         1e-5,
         0},
        {Phrase(check_optimizer_offloaded),
         "offload optimizer",
         {"memory.offload=[optimizer]"},
         Beside::device_fp32,
         0,
         0},
        {Phrase(check_parameters_offloaded),
         "offload parameters",
         {"memory.offload=[parameters]"},
         Beside::device_fp32,
         0,
         0},
        {Phrase(check_activations_offloaded),
         "offload activations",
         {"memory.offload=[activations]"},
         Beside::device_fp32,
         0,
         0},
    };
}

} // namespace

const std::vector<Technique>& techniques() {
    static const std::vector<Technique> all = [] {
        std::vector<Technique> list = in_types();
        std::ranges::move(in_less_memory(), std::back_inserter(list));
        return list;
    }();
    return all;
}

Trained read_trained(const event::RunFolder& run) {
    Trained trained{{}, run.final_model() / "model.safetensors"};
    event::replay_journal(run, 0, [&](const event::Event& event) {
        if (event.type != event::Type::Step) return;
        trained.losses[event.fields.value("step", std::int64_t{0})] =
            event::number(event.fields, "loss", NAN);
    });
    return trained;
}

double largest_difference(const Trained& a, const Trained& b) {
    if (a.losses.size() != b.losses.size() || a.losses.empty()) return INFINITY;
    double largest = 0;
    for (const auto& [step, loss] : a.losses) {
        const auto other = b.losses.find(step);
        const double found = other == b.losses.end() ? INFINITY : std::abs(loss - other->second);
        largest = std::isfinite(found) ? std::max(largest, found) : INFINITY;
    }
    return largest;
}

bool have_same_weights(const Trained& a, const Trained& b) {
    try {
        return read_file(a.weights, ErrorId::file_unreadable) ==
               read_file(b.weights, ErrorId::file_unreadable);
    } catch (const Error&) {
        return false;
    }
}

} // namespace tunedesk::run
