// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/interop/importer.h"

#include "base/text.h"

#include <fmt/format.h>

namespace tunedesk::preset {

namespace {

const char* const upload = "a run uploads nothing; `tunedesk publish RUN NAME` does";
const char* const names_no_folder = "a preset sets no output folder; use `run --run-dir DIR`";
const char* const command = "the command selects the action, not the preset";
const char* const console = "the console follows the terminal; all is in the journal";
const char* const rows = "rows are tokenized before training, so nothing is loaded during it";
const char* const compiled = "nothing is compiled; see precision.static_graph";
const char* const amp = "autocast is LibTorch's; see precision.compute";
const char* const saved = "checkpoints always hold all that resume needs, as safetensors";
const char* const evaluated = "every validation row is evaluated and gathered exactly";
const char* const launched = "rank and devices come from the launcher";
const char* const tpu = "TPUs are not used";
const char* const counted = "tokens and seconds are in every logged step";

const Reasons trainer_reasons = {
    {"output_dir", names_no_folder},
    {"overwrite_output_dir", names_no_folder},
    {"logging_dir", names_no_folder},
    {"do_train", command},
    {"do_eval", command},
    {"do_predict", command},
    {"resume_from_checkpoint", "`tunedesk resume RUN`"},
    {"ignore_data_skip", "resume continues at the exact sample"},
    {"prediction_loss_only", evaluated},
    {"eval_accumulation_steps", evaluated},
    {"eval_do_concat_batches", evaluated},
    {"batch_eval_metrics", evaluated},
    {"eval_use_gather_object", evaluated},
    {"include_inputs_for_metrics", evaluated},
    {"include_for_metrics", evaluated},
    {"eval_delay", "evaluations begin at once"},
    {"torch_empty_cache_steps", "the allocator keeps its cache"},
    {"lr_scheduler_kwargs", "see lr_step_epochs and lr_gamma for step"},
    {"optim_args", "each option of an optimizer is a key"},
    {"optim_target_modules", "see model.train"},
    {"adafactor", "the optimizers are sgd, adam, adamw and adamw_8bit"},
    {"log_level", console},
    {"log_level_replica", console},
    {"log_on_each_node", console},
    {"disable_tqdm", console},
    {"logging_strategy", "losses are logged by steps, and each epoch's means besides"},
    {"logging_first_step", "the first step is always logged"},
    {"logging_nan_inf_filter", "non-finite losses are reported; see training.on_nonfinite"},
    {"save_safetensors", saved},
    {"save_only_model", saved},
    {"save_on_each_node", saved},
    {"restore_callback_states_from_checkpoint", saved},
    {"load_best_model_at_end", "the best model is always kept and tested"},
    {"use_mps_device", "this program runs on CPUs and NVIDIA GPUs"},
    {"data_seed", "training.seed shuffles too"},
    {"jit_mode_eval", compiled},
    {"torchdynamo", compiled},
    {"torch_compile", compiled},
    {"torch_compile_backend", compiled},
    {"torch_compile_mode", compiled},
    {"use_liger_kernel", "kernels are this program's own"},
    {"liger_kernel_config", "kernels are this program's own"},
    {"fp16_opt_level", amp},
    {"fp16_backend", amp},
    {"half_precision_backend", amp},
    {"bf16_full_eval", "evaluation computes as training does"},
    {"fp16_full_eval", "evaluation computes as training does"},
    {"local_rank", launched},
    {"_n_gpu", launched},
    {"mp_parameters", launched},
    {"accelerator_config", "see the section parallel"},
    {"parallelism_config", "see the section parallel"},
    {"tpu_num_cores", tpu},
    {"tpu_metrics_debug", tpu},
    {"debug", "non-finite values are always detected"},
    {"dataloader_num_workers", rows},
    {"dataloader_prefetch_factor", rows},
    {"dataloader_pin_memory", rows},
    {"dataloader_persistent_workers", rows},
    {"remove_unused_columns", "data.text_column and data.label_column name the columns"},
    {"label_names", "data.label_column names the labels"},
    {"length_column_name", "lengths are counted from the tokens"},
    {"past_index", "such models are not trained here"},
    {"fsdp_min_num_params", "no key tunes how parameters are sharded"},
    {"fsdp_config", "no key tunes how parameters are sharded"},
    {"fsdp_transformer_layer_cls_to_wrap", "no key tunes how parameters are sharded"},
    {"ddp_find_unused_parameters", "every trained parameter is used"},
    {"ddp_broadcast_buffers", "the models have no buffers that change"},
    {"skip_memory_metrics", "memory is in every logged step"},
    {"use_legacy_prediction_loop", evaluated},
    {"push_to_hub", upload},
    {"hub_model_id", upload},
    {"hub_strategy", upload},
    {"hub_token", upload},
    {"hub_private_repo", upload},
    {"hub_always_push", upload},
    {"hub_revision", upload},
    {"push_to_hub_model_id", upload},
    {"push_to_hub_organization", upload},
    {"push_to_hub_token", upload},
    {"project", upload},
    {"trackio_space_id", upload},
    {"gradient_checkpointing_kwargs", "see memory.activation_checkpointing"},
    {"auto_find_batch_size", "`tunedesk batch-size PRESET` finds it before a run"},
    {"ray_scope", "searches are `tunedesk queue add --sweep` and `tunedesk best`"},
    {"include_tokens_per_second", counted},
    {"include_num_input_tokens_seen", counted},
    {"neftune_noise_alpha", "embeddings get no noise"},
    {"average_tokens_across_devices", "every sample counts once whatever the ranks hold"},
};

class TrainingArguments {
public:
    TrainingArguments(const Json& root, Importer& importer) : root_(root), out_(importer) {}

    void read() {
        for (const auto& [name, value] : root_.items())
            if (!special(name, value)) plain(name, value);
    }

private:
    std::string text(const char* name) const {
        const auto at = root_.find(name);
        return at == root_.end() || at->is_null() ? "" : plain_text(*at);
    }

    /// Keys that mean something only together with others.
    bool special(const std::string& name, const Json& value) {
        if (name == "deepspeed" && value.is_object())
            return import_deepspeed(value, out_, "deepspeed."), true;
        if (name == "deepspeed")
            return out_.skip(name, value, value.is_null() ? "off" : "another file: import it by itself"),
                   true;
        if (name == "fsdp") return fsdp(value), true;
        if (name == "save_strategy") return save_strategy(value), true;
        if (name == "report_to") return report_to(value), true;
        if (name == "eval_steps") return eval_steps(value), true;
        if (name == "metric_for_best_model" || name == "greater_is_better") return best(name, value), true;
        if (name == "save_steps" && !text("save_strategy").empty() && text("save_strategy") != "steps")
            return out_.skip(name, value, "save_strategy is not steps"), true;
        const bool warmup = name == "warmup_steps" || name == "warmup_ratio";
        if (warmup && text("lr_scheduler_type") == "constant" &&
            read_number(plain_text(value)).value_or(0) > 0)
            return out_.skip(name, value, "Hugging Face's constant schedule has no warm-up"), true;
        if (name == "no_cuda" && is_true(value))
            return out_.map(name, value, "parallel.devices", "cpu"), true;
        if (name == "no_cuda") return out_.skip(name, value, "off"), true;
        if (name.starts_with("per_gpu_") && value.is_null())
            return out_.skip(name, value, "not set; its name today is per_device_" + name.substr(8)), true;
        if (name.starts_with("per_gpu_"))
            return out_.map(name, value, "training.per_device_" + name.substr(8), plain_text(value)), true;
        return false;
    }

    void plain(const std::string& name, const Json& value) {
        AliasMatch match = find_alias(name);
        for (const Key& key : keys())
            if (key.hf == name && key.name == name) match.key = &key;
        if (!match.key) {
            const std::string reason = reason_for(name, trainer_reasons, "TrainingArguments");
            return out_.skip_all(name, value, reason);
        }
        const std::string key = match.key->dotted();
        if (value.is_null()) return out_.skip(name, value, unset(name, key));
        const std::string given = plain_text(value);
        if (given == "auto") return out_.resolve_auto(name, value, key);
        if (!match.alias) return out_.map(name, value, key, given);
        const AliasValue meant = alias_value(*match.alias, given);
        if (meant.text)
            out_.map(name, value, key, *meant.text);
        else
            out_.skip(name, value, meant.problem.is_empty() ? "off" : sentence(meant.problem));
    }

    std::string unset(const std::string& name, const std::string& key) const {
        if (name == "save_total_limit")
            return fmt::format("no limit there; here {} stays at {}", key, out_.value(key));
        const std::string value = out_.value(key);
        return fmt::format("not set; {} stays at {}", key, value.empty() ? "its default" : value);
    }

    void save_strategy(const Json& value) {
        const std::string strategy = plain_text(value);
        if (strategy == "steps")
            out_.skip("save_strategy", value, "save_steps sets the interval");
        else if (strategy == "epoch" || strategy == "no")
            out_.map("save_strategy", value, "checkpoint.every_n_steps", "0",
                     "an epoch's end and a stop always save");
        else
            out_.skip("save_strategy", value, "the best model is always kept besides the checkpoints");
    }

    void eval_steps(const Json& value) {
        if (!value.is_null())
            return out_.map("eval_steps", value, "evaluation.every_n_steps", plain_text(value));
        const std::string strategy = text("eval_strategy") + text("evaluation_strategy");
        if (strategy != "steps") return out_.skip("eval_steps", value, "eval_strategy is not steps");
        const std::string steps = text("logging_steps").empty() ? "500" : text("logging_steps");
        out_.map("eval_steps", value, "evaluation.every_n_steps", steps, "not set, so logging_steps there");
    }

    void report_to(const Json& value) {
        if (value.is_null()) return out_.skip("report_to", value, "logging.tensorboard stays at its default");
        bool tensorboard = false;
        const std::string trackers = plain_text(value);
        for (const std::string_view part : split(trackers, ','))
            tensorboard = tensorboard || part == "tensorboard" || part == "all";
        out_.map("report_to", value, "logging.tensorboard", tensorboard ? "true" : "false",
                 "metrics.csv is always written; `tunedesk track` writes runs for MLflow and W&B");
    }

    /// If the direction is not given, Hugging Face assumes that less is better for names that end in "loss".
    void best(const std::string& name, const Json& value) {
        if (name == "greater_is_better") {
            if (value.is_null()) return out_.skip(name, value, "follows from the metric");
            return out_.map(name, value, "checkpoint.mode", is_true(value) ? "max" : "min");
        }
        const bool tests_best =
            root_.contains("load_best_model_at_end") && is_true(root_["load_best_model_at_end"]);
        if (value.is_null() && !tests_best)
            return out_.skip(name, value, "not set; checkpoint.monitor stays at val_acc");
        const std::string metric = value.is_null() ? "loss" : plain_text(value);
        out_.map(name, value, "checkpoint.monitor", metric,
                 value.is_null() ? "not set, so the loss there" : "");
        if (out_.is_set("checkpoint.monitor") && text("greater_is_better").empty())
            out_.map(name, value, "checkpoint.mode", metric.ends_with("loss") ? "min" : "max");
    }

    void fsdp(const Json& value) {
        const std::string options = plain_text(value);
        const auto has = [&](const char* word) { return options.find(word) != std::string::npos; };
        if (value.is_null() || options.empty() || options == "[]" || options == "false")
            return out_.skip("fsdp", value, "off");
        if (has("hybrid"))
            out_.skip("fsdp", value, "there is no sharding over a part of the ranks");
        else if (has("shard_grad_op"))
            out_.map("fsdp", value, "parallel.strategy", "zero2", "optimizer and gradients are sharded");
        else if (has("full_shard") || options == "true")
            out_.map("fsdp", value, "parallel.strategy", "fsdp");
        else
            out_.map("fsdp", value, "parallel.strategy", "ddp");
        if (has("offload"))
            out_.map("fsdp", value, "memory.offload", "optimizer,parameters", "offload of the list");
    }

    const Json& root_;
    Importer& out_;
};

} // namespace

void import_training_arguments(const Json& root, Importer& importer) {
    TrainingArguments(root, importer).read();
}

} // namespace tunedesk::preset
