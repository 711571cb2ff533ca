// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/interop/importer.h"

#include "base/text.h"

namespace tunedesk::preset {

namespace {

const char* const launch = "set by the launcher: run starts local ranks, torchrun or srun remote ones";
const char* const follows = "follows from the strategy";

const Reasons accelerate_reasons = {
    {"compute_environment", launch},
    {"debug", "there is no such debugging mode"},
    {"distributed_type", "see parallel.strategy"},
    {"downcast_bf16", "TPUs are not used"},
    {"enable_cpu_affinity", "the launcher or the system places the ranks"},
    {"machine_rank", launch},
    {"main_process_ip", launch},
    {"main_training_function", "a preset runs no function"},
    {"num_machines", launch},
    {"rdzv_backend", launch},
    {"rdzv_endpoint", launch},
    {"same_network", launch},
    {"deepspeed_hostfile", launch},
    {"dynamo_config", "nothing is compiled; see precision.static_graph"},
    {"dynamo_backend", "nothing is compiled; see precision.static_graph"},
    {"ipex_config", "kernels are this program's own"},
    {"mpirun_config", launch},
    {"fp8_config", "8-bit types are not used"},
    {"command_file", "a preset runs no command"},
    {"commands", "a preset runs no command"},
    {"tpu_env", "TPUs are not used"},
    {"tpu_name", "TPUs are not used"},
    {"tpu_use_cluster", "TPUs are not used"},
    {"tpu_use_sudo", "TPUs are not used"},
    {"tpu_zone", "TPUs are not used"},
    {"fsdp_config", "no key tunes how parameters are sharded"},
    {"megatron_lm_config", "this setting of Megatron-LM is not a key"},
    {"deepspeed_config", "see the section parallel; this is not a key"},
    {"parallelism_config", "see the section parallel; this is not a key"},
};

const Reasons fsdp_reasons = {
    {"fsdp_auto_wrap_policy", "no key tunes how parameters are sharded"},
    {"fsdp_transformer_layer_cls_to_wrap", "no key tunes how parameters are sharded"},
    {"fsdp_min_num_params", "no key tunes how parameters are sharded"},
    {"fsdp_backward_prefetch", "no key tunes how parameters are gathered"},
    {"fsdp_backward_prefetch_policy", "no key tunes how parameters are gathered"},
    {"fsdp_forward_prefetch", "no key tunes how parameters are gathered"},
    {"fsdp_cpu_ram_efficient_loading", "no key tunes how weights are loaded"},
    {"fsdp_sync_module_states", "no key tunes how weights are loaded"},
    {"fsdp_state_dict_type", "checkpoints are always stored by parameter name"},
    {"fsdp_use_orig_params", follows},
    {"fsdp_version", follows},
    {"fsdp_reshard_after_forward", follows},
};

class Accelerate {
public:
    explicit Accelerate(Importer& importer) : out_(importer) {}

    void read(const Json& root) {
        for (const auto& [name, value] : root.items())
            read_key(name, value, root);
    }

private:
    void read_key(const std::string& name, const Json& value, const Json& root) {
        const std::string text = plain_text(value);
        if (name == "num_processes") {
            out_.map(name, value, "parallel.processes", text);
        } else if (name == "mixed_precision") {
            precision(value, text);
        } else if (name == "distributed_type") {
            distributed(value, text, root);
        } else if (name == "gpu_ids") {
            if (text == "all")
                out_.skip(name, value, "parallel.devices: cuda takes them all");
            else
                out_.map(name, value, "parallel.devices", text);
        } else if (name == "use_cpu") {
            if (is_true(value))
                out_.map(name, value, "parallel.devices", "cpu");
            else
                out_.skip(name, value, "parallel.devices: cuda takes GPUs");
        } else if (name == "main_process_port") {
            out_.map(name, value, "parallel.master_port", text);
        } else if (name == "gradient_accumulation_steps") {
            out_.map(name, value, "training.gradient_accumulation_steps", text);
        } else if (name == "fsdp_config" && value.is_object()) {
            fsdp(value);
        } else if (name == "deepspeed_config" && value.is_object()) {
            deepspeed(value);
        } else if (name == "megatron_lm_config" && value.is_object()) {
            megatron(value);
        } else {
            out_.skip_all(name, value, reason_for(name, accelerate_reasons, "accelerate"));
        }
    }

    void precision(const Json& value, const std::string& text) {
        if (text == "no")
            out_.map("mixed_precision", value, "precision.compute", "fp32");
        else
            out_.map("mixed_precision", value, "precision.compute", text);
    }

    void distributed(const Json& value, const std::string& text, const Json& root) {
        const auto has = [&](const char* name) { return root.contains(name) && root[name].is_object(); };
        if (text == "NO")
            out_.map("distributed_type", value, "parallel.strategy", "single");
        else if (text == "DEEPSPEED" && has("deepspeed_config"))
            out_.skip("distributed_type", value, "deepspeed_config.zero_stage names the strategy");
        else if (text == "FSDP" && has("fsdp_config"))
            out_.skip("distributed_type", value, "fsdp_config.fsdp_sharding_strategy names the strategy");
        else if (text == "FSDP")
            out_.map("distributed_type", value, "parallel.strategy", "fsdp");
        else if (text == "MULTI_CPU" || text == "MULTI_GPU" || text == "MEGATRON_LM")
            out_.map("distributed_type", value, "parallel.strategy", "ddp");
        else
            out_.skip("distributed_type", value, "this program runs on CPUs and NVIDIA GPUs");
    }

    void fsdp(const Json& config) {
        // Without a strategy accelerate shards everything.
        if (!config.contains("fsdp_sharding_strategy"))
            out_.map("fsdp_config", "FULL_SHARD", "parallel.strategy", "fsdp", "its default strategy");
        for (const auto& [name, value] : config.items()) {
            const std::string full = "fsdp_config." + name, text = plain_text(value);
            if (name == "fsdp_sharding_strategy")
                sharding(full, value, text);
            else if (name == "fsdp_offload_params" && is_true(value))
                out_.map(full, value, "memory.offload", "optimizer,parameters",
                         "FSDP updates offloaded parameters on the host, so the optimizer is kept there too");
            else if (name == "fsdp_offload_params")
                out_.skip(full, value, "nothing is offloaded");
            else if (name == "fsdp_activation_checkpointing")
                out_.map(full, value, "memory.activation_checkpointing", is_true(value) ? "block" : "none");
            else
                out_.skip_all(full, value, reason_for(name, fsdp_reasons, "accelerate's FSDP"));
        }
    }

    void sharding(const std::string& full, const Json& value, const std::string& text) {
        if (text == "FULL_SHARD" || text == "1")
            out_.map(full, value, "parallel.strategy", "fsdp");
        else if (text == "SHARD_GRAD_OP" || text == "2")
            out_.map(full, value, "parallel.strategy", "zero2", "optimizer and gradients are sharded");
        else if (text == "NO_SHARD" || text == "3")
            out_.map(full, value, "parallel.strategy", "ddp");
        else
            out_.skip(full, value, "there is no sharding over a part of the ranks");
    }

    /// accelerate writes DeepSpeed's settings flat; they are DeepSpeed's own under other names.
    void deepspeed(const Json& config) {
        static const char* const why = "all sharding is set in the section parallel";
        std::string offloaded;
        for (const auto& [name, what] : {std::pair{"offload_optimizer_device", "optimizer"},
                                         std::pair{"offload_param_device", "parameters"}})
            if (config.contains(name) && plain_text(config[name]) == "cpu")
                offloaded += (offloaded.empty() ? "" : ",") + std::string(what);
        for (const auto& [name, value] : config.items()) {
            const std::string full = "deepspeed_config." + name, text = plain_text(value);
            if (name == "zero_stage")
                out_.map(full, value, "parallel.strategy", text == "0" ? "ddp" : "zero" + text);
            else if (name == "gradient_accumulation_steps")
                auto_or_map(full, value, "training.gradient_accumulation_steps");
            else if (name == "gradient_clipping")
                auto_or_map(full, value, "training.max_grad_norm");
            else if (name == "offload_optimizer_device" || name == "offload_param_device")
                offload(full, value, text, offloaded);
            else if (name == "deepspeed_config_file")
                out_.skip(full, value, "another file: import it by itself");
            else
                out_.skip_all(full, value, why);
        }
    }

    void offload(const std::string& full, const Json& value, const std::string& text,
                 const std::string& offloaded) {
        if (text == "cpu")
            out_.map(full, value, "memory.offload", offloaded);
        else
            out_.skip(full, value,
                      text == "none" ? "nothing is offloaded"
                                     : "host memory is the only place to offload to");
    }

    void auto_or_map(const std::string& full, const Json& value, const std::string& key) {
        if (plain_text(value) == "auto")
            out_.resolve_auto(full, value, key);
        else
            out_.map(full, value, key, plain_text(value));
    }

    void megatron(const Json& config) {
        for (const auto& [name, value] : config.items()) {
            const std::string full = "megatron_lm_config." + name, text = plain_text(value);
            if (name == "megatron_lm_pp_degree")
                out_.map(full, value, "parallel.pipeline_stages", text);
            else if (name == "megatron_lm_tp_degree")
                out_.map(full, value, "parallel.tensor_size", text);
            else if (name == "megatron_lm_gradient_clipping")
                out_.map(full, value, "training.max_grad_norm", text);
            else if (name == "megatron_lm_recompute_activations")
                out_.map(full, value, "memory.activation_checkpointing", is_true(value) ? "block" : "none");
            else
                out_.skip_all(full, value,
                              reason_for("megatron_lm_config", accelerate_reasons, "accelerate"));
        }
    }

    Importer& out_;
};

} // namespace

void import_accelerate(const Json& root, Importer& importer) {
    Accelerate(importer).read(root);
}

} // namespace tunedesk::preset
