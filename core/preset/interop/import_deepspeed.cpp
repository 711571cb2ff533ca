// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/interop/importer.h"

#include "base/text.h"

#include <fmt/format.h>
#include <set>

namespace tunedesk::preset {

namespace {

const Reasons deepspeed_reasons = {
    {"wall_clock_breakdown", "every logged step holds its seconds already"},
    {"dump_state", "the resolved preset is in the run folder"},
    {"prescale_gradients", "gradients are averaged after their reduction"},
    {"gradient_predivide_factor", "gradients are averaged after their reduction"},
    {"sparse_gradients", "gradients are dense"},
    {"communication_data_type", "gradients travel in their own type"},
    {"zero_allow_untested_optimizer", "the optimizers are this program's own"},
    {"zero_force_ds_cpu_optimizer", "the optimizers are this program's own"},
    {"disable_allgather", "gathering follows the strategy"},
    {"amp", "NVIDIA apex is not used; see precision.compute"},
    {"memory_breakdown", "memory is in every logged step"},
    {"flops_profiler", "`check` counts FLOPs"},
    {"autotuning", "`tunedesk batch-size PRESET` tries batch sizes before a run"},
    {"sparse_attention", "the model's architecture decides, as BigBird's"},
    {"elasticity", "see parallel.elastic"},
    {"compression_training", "models are not compressed in training"},
    {"data_efficiency", "every row is used"},
    {"checkpoint", "see the section checkpoint"},
    {"data_types", "gradients accumulate in their own type"},
    {"comms_logger", "collectives are not logged one by one"},
    {"csv_monitor", "metrics.csv is always written"},
    {"wandb", "`tunedesk track --wandb` writes runs for W&B"},
    {"comet", "a run uploads nothing"},
    {"tensorboard", "see logging.tensorboard"},
    {"activation_checkpointing", "see memory.activation_checkpointing; its layout is not tuned by keys"},
    {"aio", "nothing is offloaded to disks"},
    {"zero_optimization", "see parallel.strategy; this setting of the sharding is not a key"},
    {"optimizer", "not an option of the optimizers here"},
    {"scheduler", "not an option of the schedules here"},
};

const Reasons zero_reasons = {
    {"allgather_partitions", "no key tunes how parameters are gathered"},
    {"allgather_bucket_size", "no key tunes how parameters are gathered"},
    {"overlap_comm", "no key: reduction overlaps the backward pass"},
    {"reduce_scatter", "the strategy determines how gradients are reduced"},
    {"contiguous_gradients", "no key tunes how buckets are laid out"},
    {"round_robin_gradients", "no key tunes how shards are cut"},
    {"load_from_fp32_weights", "states are saved in their own types"},
    {"sub_group_size", "no key tunes how the optimizer's step is cut"},
    {"cpu_offload", "see memory.offload"},
};

/// The loss scaler's settings, whose names here are DeepSpeed's.
const std::set<std::string> scaler_keys = {"loss_scale", "initial_scale_power", "loss_scale_window",
                                           "hysteresis", "min_loss_scale"};
const char* const scaler_reason = "no key of the loss scaler's";

bool is_auto(const Json& value) {
    return value.is_string() && value.get<std::string>() == "auto";
}

class DeepSpeed {
public:
    DeepSpeed(Importer& importer, const std::string& prefix) : out_(importer), prefix_(prefix) {}

    void read(const Json& root) {
        for (const auto& [name, value] : root.items())
            if (name != "train_batch_size") read_key(name, value);
        // The global batch is a product of the others.
        if (const auto at = root.find("train_batch_size"); at != root.end()) train_batch_size(*at);
    }

private:
    void set(const std::string& name, const Json& value, const std::string& key,
             const std::string& note = {}) {
        if (is_auto(value))
            out_.resolve_auto(prefix_ + name, value, key);
        else
            out_.map(prefix_ + name, value, key, plain_text(value), note);
    }
    void skip(const std::string& name, const Json& value, const std::string& why) {
        out_.skip(prefix_ + name, value, why);
    }

    void read_key(const std::string& name, const Json& value) {
        if (name == "train_micro_batch_size_per_gpu") {
            set(name, value, "training.per_device_train_batch_size");
        } else if (name == "gradient_accumulation_steps") {
            set(name, value, "training.gradient_accumulation_steps");
        } else if (name == "gradient_clipping") {
            set(name, value, "training.max_grad_norm");
        } else if (name == "steps_per_print") {
            set(name, value, "logging.every_n_steps");
        } else if (name == "seed") {
            set(name, value, "training.seed");
        } else if (name == "fp16" || name == "bf16") {
            precision(name, value);
        } else if (name == "zero_optimization" && value.is_object()) {
            zero(value);
        } else if (name == "optimizer" && value.is_object()) {
            optimizer(value);
        } else if (name == "scheduler" && value.is_object()) {
            scheduler(value);
        } else if (name == "tensorboard" && value.is_object() && value.contains("enabled")) {
            out_.map(prefix_ + "tensorboard.enabled", value["enabled"], "logging.tensorboard",
                     plain_text(value["enabled"]));
            for (const auto& [inner, setting] : value.items())
                if (inner != "enabled")
                    skip("tensorboard." + inner, setting, "a preset sets no output folder");
        } else {
            out_.skip_all(prefix_ + name, value, reason_for(name, deepspeed_reasons, "DeepSpeed"));
        }
    }

    void precision(const std::string& type, const Json& value) {
        if (!value.is_object()) return skip(type, value, "expected an object with `enabled`");
        for (const auto& [name, setting] : value.items()) {
            const std::string full = type + "." + name;
            if (name == "enabled" && is_auto(setting))
                out_.resolve_auto(prefix_ + full, setting, "precision.compute");
            else if (name == "enabled" && is_true(setting))
                out_.map(prefix_ + full, setting, "precision.compute", type,
                         "mixed: parameters stay in fp32, as DeepSpeed's master weights do");
            else if (name == "enabled")
                skip(full, setting, "off");
            else if (type == "fp16" && scaler_keys.contains(name))
                set(full, setting, "precision." + name);
            else
                skip(full, setting, scaler_reason);
        }
    }

    void zero(const Json& value) {
        for (const auto& [name, setting] : value.items()) {
            const std::string full = "zero_optimization." + name;
            if (name == "stage")
                stage(full, setting);
            else if (name == "reduce_bucket_size")
                bucket(full, setting);
            else if (name == "offload_optimizer")
                offload(full, setting, "optimizer");
            else if (name == "offload_param")
                offload(full, setting, "parameters");
            else if (name.starts_with("stage3_"))
                skip(full, setting, "no key tunes how parameters are gathered");
            else
                out_.skip_all(prefix_ + full, setting, reason_for(name, zero_reasons, "DeepSpeed's ZeRO"));
        }
        add_offload();
    }

    void stage(const std::string& name, const Json& value) {
        static const char* const strategies[] = {"ddp", "zero1", "zero2", "zero3"};
        const auto number = read_number(plain_text(value));
        if (is_auto(value))
            out_.resolve_auto(prefix_ + name, value, "parallel.strategy");
        else if (number && *number >= 0 && *number <= 3 && *number == static_cast<int>(*number))
            out_.map(prefix_ + name, value, "parallel.strategy", strategies[static_cast<int>(*number)],
                     "the launcher's number of processes belongs in parallel.processes");
        else
            skip(name, value, "a stage is 0, 1, 2 or 3");
    }

    /// DeepSpeed counts elements, the preset MiB of gradients.
    void bucket(const std::string& name, const Json& value) {
        const auto elements = read_number(plain_text(value));
        if (is_auto(value)) return out_.resolve_auto(prefix_ + name, value, "parallel.bucket_mb");
        if (!elements) return skip(name, value, "not a number");
        const int bytes = 4;
        out_.map(prefix_ + name, value, "parallel.bucket_mb",
                 shortest(static_cast<float>(*elements * bytes / 1048576)),
                 fmt::format("elements of {} bytes in MiB", bytes));
    }

    void offload(const std::string& name, const Json& value, const std::string& what) {
        if (!value.is_object()) return skip(name, value, "expected an object with `device`");
        for (const auto& [inner, setting] : value.items()) {
            const std::string full = name + "." + inner;
            if (inner == "device" && plain_text(setting) == "cpu") {
                offloaded_ += (offloaded_.empty() ? "" : ",") + what;
                offload_sources_.emplace_back(full, setting);
            } else if (inner == "device" && plain_text(setting) == "none") {
                skip(full, setting, "nothing is offloaded");
            } else if (inner == "device") {
                skip(full, setting, "host memory is the only place to offload to");
            } else {
                skip(full, setting, "no key tunes the buffers of offloading");
            }
        }
    }

    /// Two settings of DeepSpeed make one list here.
    void add_offload() {
        for (const auto& [name, value] : offload_sources_)
            out_.map(prefix_ + name, value, "memory.offload", offloaded_);
        offload_sources_.clear();
    }

    void optimizer(const Json& value) {
        for (const auto& [name, setting] : value.items()) {
            if (name == "type")
                out_.map(prefix_ + "optimizer.type", setting, "training.optim",
                         ascii_lower(plain_text(setting)));
            else if (name == "params" && setting.is_object())
                for (const auto& [inner, number] : setting.items())
                    optimizer_parameter("optimizer.params." + inner, inner, number);
            else
                skip("optimizer." + name, setting, reason_for("optimizer", deepspeed_reasons, "DeepSpeed"));
        }
    }

    void optimizer_parameter(const std::string& full, const std::string& name, const Json& value) {
        if (name == "betas" && value.is_array() && value.size() == 2) {
            out_.map(prefix_ + full + ".0", value[0], "training.adam_beta1", plain_text(value[0]));
            out_.map(prefix_ + full + ".1", value[1], "training.adam_beta2", plain_text(value[1]));
        } else if (name == "betas" && is_auto(value)) {
            out_.resolve_auto(prefix_ + full, value, "training.adam_beta1");
        } else if (name == "lr") {
            set(full, value, "training.learning_rate");
        } else if (name == "eps") {
            set(full, value, "training.adam_epsilon");
        } else if (name == "weight_decay") {
            set(full, value, "training.weight_decay");
        } else if (name == "momentum") {
            set(full, value, "training.momentum");
        } else if (name == "nesterov") {
            set(full, value, "training.nesterov");
        } else {
            skip(full, value, reason_for("optimizer", deepspeed_reasons, "DeepSpeed"));
        }
    }

    void scheduler(const Json& value) {
        for (const auto& [name, setting] : value.items()) {
            const std::string type = plain_text(setting);
            if (name == "type" && (type == "WarmupLR" || type == "WarmupDecayLR" || type == "WarmupCosineLR"))
                out_.map(prefix_ + "scheduler.type", setting, "training.lr_scheduler_type",
                         type == "WarmupLR"        ? "constant"
                         : type == "WarmupDecayLR" ? "linear"
                                                   : "cosine");
            else if (name == "params" && setting.is_object())
                for (const auto& [inner, number] : setting.items())
                    scheduler_parameter("scheduler.params." + inner, inner, number);
            else
                skip("scheduler." + name, setting, "no such schedule here; see training.lr_scheduler_type");
        }
    }

    void scheduler_parameter(const std::string& full, const std::string& name, const Json& value) {
        if (name == "warmup_num_steps")
            set(full, value, "training.warmup_steps");
        else if (name == "warmup_max_lr")
            set(full, value, "training.learning_rate");
        else if (name == "warmup_min_lr")
            skip(full, value, "warm-up begins at 0");
        else if (name == "total_num_steps")
            set(full, value, "training.max_steps");
        else
            skip(full, value, reason_for("scheduler", deepspeed_reasons, "DeepSpeed"));
    }

    /// The global batch is a product; where it and the other factors are numbers, it gives the ranks.
    void train_batch_size(const Json& value) {
        const auto factor = [&](const char* key) { return read_number(out_.value(key)).value_or(1); };
        const double micro = factor("training.per_device_train_batch_size");
        const double accumulation = factor("training.gradient_accumulation_steps");
        const std::string product =
            fmt::format("per_device_train_batch_size {} x accumulation {} x data ranks", micro, accumulation);
        const auto total = read_number(plain_text(value));
        if (is_auto(value)) return skip("train_batch_size", value, "auto: always " + product);
        const double ranks = total ? *total / (micro * accumulation) : 0;
        if (!out_.is_set("training.per_device_train_batch_size") || ranks < 1 ||
            ranks != static_cast<std::int64_t>(ranks))
            return skip("train_batch_size", value, "it is always " + product);
        out_.map(prefix_ + "train_batch_size", value, "parallel.processes", shortest(ranks), product);
    }

    Importer& out_;
    std::string prefix_;
    std::string offloaded_;
    std::vector<std::pair<std::string, Json>> offload_sources_;
};

} // namespace

void import_deepspeed(const Json& root, Importer& importer, const std::string& prefix) {
    DeepSpeed(importer, prefix).read(root);
}

} // namespace tunedesk::preset
