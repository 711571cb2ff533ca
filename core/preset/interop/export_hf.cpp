// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "preset/interop/interop.h"
#include "preset/schema/schema.h"

#include <fmt/format.h>
#include <map>

namespace tunedesk::preset {

namespace {

const std::map<std::string, std::string, std::less<>> left_out_reasons = {
    {"model", "the model is an argument of the Trainer"},
    {"data", "the data sets are arguments of the Trainer"},
    {"training", "TrainingArguments has no such option"},
    {"parallel", "set by the launcher there"},
    {"supervision", "there is no supervisor there"},
    {"memory", "TrainingArguments has no such option"},
    {"precision", "TrainingArguments has no such option"},
    {"logging", "TrainingArguments has no such option"},
    {"", "TrainingArguments has no such option"},
};

class Exporter {
public:
    explicit Exporter(const Preset& preset) : preset_(preset) {}

    Exported run() {
        for (const Key& key : keys())
            if (key.hf == key.name && key.synonyms.empty()) put(key.dotted(), key.name, typed(key));
        optimizer();
        evaluation_and_checkpoints();
        types_and_memory();
        ranks();
        put("name", "run_name", preset_.name);
        put("training.deterministic", "full_determinism", preset_.training.deterministic);
        put("logging.every_n_steps", "logging_steps", preset_.logging.every_n_steps);
        put("logging.tensorboard", "report_to", preset_.logging.tensorboard ? "tensorboard" : "none");
        if (preset_.data.batching != Preset::Batching::packed)
            put("data.batching", "group_by_length", preset_.data.batching == Preset::Batching::bucketed);
        list_left_out();
        return {json_.dump(2) + "\n", std::move(left_out_)};
    }

private:
    void put(const std::string& key, const char* name, Json value) { put(key, std::string(name), value); }
    void put(const std::string& key, const std::string& name, Json value) {
        json_[name] = std::move(value);
        done_.insert({key, ""});
    }
    void leave_out(const std::string& key, const std::string& why) { done_[key] = why; }

    Json typed(const Key& key) const {
        const Value value = key.read(preset_);
        if (const auto* flag = std::get_if<bool>(&value)) return *flag;
        if (const auto* number = std::get_if<double>(&value)) return *number;
        if (key.type == Type::integer) return std::get<std::int64_t>(value);
        return get(preset_, key);
    }

    void optimizer() {
        const auto& t = preset_.training;
        using Optim = Preset::Optim;
        // Without weight decay Adam and AdamW are the same.
        const bool is_adamw = t.optim == Optim::adamw || (t.optim == Optim::adam && t.weight_decay == 0);
        if (t.optim == Optim::sgd)
            put("training.optim", "optim", "sgd");
        else if (t.optim == Optim::adamw_8bit)
            put("training.optim", "optim", "adamw_bnb_8bit");
        else if (is_adamw)
            put("training.optim", "optim", "adamw_torch");
        else
            leave_out("training.optim", "Adam with weight decay in the gradient is not offered there");
        if (t.lr_scheduler_type == Preset::Scheduler::step) {
            leave_out("training.lr_scheduler_type", "there is no step schedule there");
        } else {
            const bool warmup = t.warmup_steps > 0 || t.warmup_ratio > 0;
            const bool constant = t.lr_scheduler_type == Preset::Scheduler::constant;
            put("training.lr_scheduler_type", "lr_scheduler_type",
                constant && warmup ? "constant_with_warmup"
                                   : get(preset_, *find_key("training.lr_scheduler_type")));
        }
    }

    /// Loading the best model is refused there unless saving and evaluating go together.
    void evaluation_and_checkpoints() {
        const auto& e = preset_.evaluation;
        const auto& c = preset_.checkpoint;
        const std::string evaluates = get(preset_, *find_key("evaluation.strategy"));
        const bool by_steps = c.every_n_steps > 0;
        put("evaluation.strategy", "eval_strategy", evaluates);
        if (e.every_n_steps > 0) put("evaluation.every_n_steps", "eval_steps", e.every_n_steps);
        put("checkpoint.every_n_steps", "save_strategy", by_steps ? "steps" : "epoch");
        if (by_steps) put("checkpoint.every_n_steps", "save_steps", c.every_n_steps);
        put("checkpoint.keep", "save_total_limit", c.keep);
        const bool together = evaluates == "steps" ? by_steps && c.every_n_steps % e.every_n_steps == 0
                                                   : evaluates == "epoch" && !by_steps;
        json_["load_best_model_at_end"] = together;
        put("checkpoint.monitor", "metric_for_best_model",
            c.monitor == "val_acc"  ? "accuracy"
            : c.monitor == "val_f1" ? "f1"
                                    : "loss");
        put("checkpoint.mode", "greater_is_better", c.mode == Preset::Mode::max);
    }

    void types_and_memory() {
        using Compute = Preset::Compute;
        const auto compute = preset_.precision.compute;
        json_["fp16"] = compute == Compute::fp16;
        json_["bf16"] = compute == Compute::bf16;
        if (compute == Compute::tf32) json_["tf32"] = true;
        done_.insert({"precision.compute", ""});
        const std::string& blocks = preset_.memory.activation_checkpointing;
        if (blocks == "none" || blocks == "block")
            put("memory.activation_checkpointing", "gradient_checkpointing", blocks == "block");
        else
            leave_out("memory.activation_checkpointing", "there it is every block or none");
    }

    void ranks() {
        const auto& p = preset_.parallel;
        put("parallel.bucket_mb", "ddp_bucket_cap_mb", static_cast<std::int64_t>(p.bucket_mb + 0.5));
        put("supervision.rank_timeout_seconds", "ddp_timeout",
            static_cast<std::int64_t>(preset_.supervision.rank_timeout_seconds + 0.5));
        if (p.devices == "cpu") put("parallel.devices", "use_cpu", true);
        if (p.backend == Preset::Backend::gloo || p.backend == Preset::Backend::nccl)
            put("parallel.backend", "ddp_backend", get(preset_, *find_key("parallel.backend")));
        if (p.strategy == Preset::Strategy::fsdp) {
            const bool offload = !preset_.memory.offload.empty();
            put("parallel.strategy", "fsdp",
                offload ? "full_shard auto_wrap offload" : "full_shard auto_wrap");
            if (offload) done_.insert({"memory.offload", ""});
        }
    }

    /// What a reader would miss: every value that is not the default and has no place in the JSON.
    void list_left_out() {
        for (const Key& key : keys()) {
            const std::string name = key.dotted(), value = get(preset_, key);
            const auto found = done_.find(name);
            const bool written = found != done_.end() && found->second.empty();
            if (written || (found == done_.end() && value == key.default_text)) continue;
            const std::string why =
                found != done_.end() ? found->second : left_out_reasons.find(key.section)->second;
            left_out_.push_back({"", value, name, "", why});
        }
    }

    const Preset& preset_;
    Json json_ = Json::object();
    std::map<std::string, std::string> done_; ///< key -> why it is left out, empty if it is written
    std::vector<Mapping> left_out_;
};

} // namespace

Exported export_training_arguments(const Preset& preset) {
    return Exporter(preset).run();
}

} // namespace tunedesk::preset
