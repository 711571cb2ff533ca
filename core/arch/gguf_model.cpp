// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/gguf_model.h"

#include "base/error.h"
#include "format/number_conversion.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <string_view>

namespace tunedesk::arch {

namespace {

using format::DType;
using format::GgufTensor;

/// What is done to a tensor's rows on the way.
enum class Order {
    kept,
    query, ///< the two halves of a head become pairs
    key,
    turned ///< rows become columns
};

struct TensorName {
    const char *ours, *theirs; ///< with {} for the layer's number
    Order order = Order::kept;
    bool may_lack = false;
};

constexpr TensorName gguf_llama_layer[] = {
    {"model.layers.{}.input_layernorm.weight", "blk.{}.attn_norm.weight"},
    {"model.layers.{}.self_attn.q_proj.weight", "blk.{}.attn_q.weight", Order::query},
    {"model.layers.{}.self_attn.q_proj.bias", "blk.{}.attn_q.bias", Order::query, true},
    {"model.layers.{}.self_attn.k_proj.weight", "blk.{}.attn_k.weight", Order::key},
    {"model.layers.{}.self_attn.k_proj.bias", "blk.{}.attn_k.bias", Order::key, true},
    {"model.layers.{}.self_attn.v_proj.weight", "blk.{}.attn_v.weight"},
    {"model.layers.{}.self_attn.v_proj.bias", "blk.{}.attn_v.bias", Order::kept, true},
    {"model.layers.{}.self_attn.q_norm.weight", "blk.{}.attn_q_norm.weight", Order::kept, true},
    {"model.layers.{}.self_attn.k_norm.weight", "blk.{}.attn_k_norm.weight", Order::kept, true},
    {"model.layers.{}.self_attn.o_proj.weight", "blk.{}.attn_output.weight"},
    {"model.layers.{}.post_attention_layernorm.weight", "blk.{}.ffn_norm.weight"},
    {"model.layers.{}.mlp.gate_proj.weight", "blk.{}.ffn_gate.weight"},
    {"model.layers.{}.mlp.up_proj.weight", "blk.{}.ffn_up.weight"},
    {"model.layers.{}.mlp.down_proj.weight", "blk.{}.ffn_down.weight"},
};
constexpr TensorName gguf_llama_rest[] = {
    {"model.embed_tokens.weight", "token_embd.weight"},
    {"model.norm.weight", "output_norm.weight"},
    {"lm_head.weight", "output.weight", Order::kept, true},
};
constexpr TensorName gguf_gpt2_layer[] = {
    {"transformer.h.{}.ln_1.weight", "blk.{}.attn_norm.weight"},
    {"transformer.h.{}.ln_1.bias", "blk.{}.attn_norm.bias"},
    {"transformer.h.{}.attn.c_attn.weight", "blk.{}.attn_qkv.weight", Order::turned},
    {"transformer.h.{}.attn.c_attn.bias", "blk.{}.attn_qkv.bias"},
    {"transformer.h.{}.attn.c_proj.weight", "blk.{}.attn_output.weight", Order::turned},
    {"transformer.h.{}.attn.c_proj.bias", "blk.{}.attn_output.bias"},
    {"transformer.h.{}.ln_2.weight", "blk.{}.ffn_norm.weight"},
    {"transformer.h.{}.ln_2.bias", "blk.{}.ffn_norm.bias"},
    {"transformer.h.{}.mlp.c_fc.weight", "blk.{}.ffn_up.weight", Order::turned},
    {"transformer.h.{}.mlp.c_fc.bias", "blk.{}.ffn_up.bias"},
    {"transformer.h.{}.mlp.c_proj.weight", "blk.{}.ffn_down.weight", Order::turned},
    {"transformer.h.{}.mlp.c_proj.bias", "blk.{}.ffn_down.bias"},
};
constexpr TensorName gguf_gpt2_rest[] = {
    {"transformer.wte.weight", "token_embd.weight"},
    {"transformer.wpe.weight", "position_embd.weight"},
    {"transformer.ln_f.weight", "output_norm.weight"},
    {"transformer.ln_f.bias", "output_norm.bias"},
    {"lm_head.weight", "output.weight", Order::kept, true},
};

bool is_gpt2(const ModelConfig& config) {
    return std::string_view(config.family->model_type) == "gpt2";
}

/// llama.cpp's name of the architecture.
std::string architecture_of(const ModelConfig& config) {
    const std::string_view type = config.family->model_type;
    if (type == "llama" || type == "mistral") return "llama";
    if (type == "qwen2" || type == "qwen3" || type == "gpt2") return std::string(type);
    throw Error(ErrorId::architecture_unsupported,
                {"model_type " + std::string(type), "it has no GGUF form here"}, "config.json");
}

/// llama.cpp rotates neighbors where architectures are called llama, halves as Hugging Face does otherwise.
bool rotates_neighbors(const ModelConfig& config) {
    return architecture_of(config) == "llama";
}

/// Rows of each head: those of the first half and of the second in turn.
std::vector<float> interleaved(const std::vector<float>& values, std::size_t rows, std::size_t heads) {
    const std::size_t columns = values.size() / rows, width = rows / heads;
    std::vector<float> out(values.size());
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t head = row / width, place = row % width, half = place / 2 + place % 2 * (width / 2);
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>((head * width + half) * columns), columns,
                    out.begin() + static_cast<std::ptrdiff_t>(row * columns));
    }
    return out;
}

std::string numbered(const char* form, std::size_t layer) {
    return fmt::format(fmt::runtime(form), layer);
}

class Tensors {
public:
    Tensors(const ModelConfig& config, const format::ModelWeights& weights, DType dtype)
        : config_(config), weights_(weights), dtype_(dtype) {}

    void add(const TensorName& name, std::size_t layer = 0) {
        const std::string ours = numbered(name.ours, layer);
        if (name.may_lack && !weights_.contains(ours)) return;
        const format::TensorInfo& info = weights_.info(ours);
        GgufTensor tensor{.name = numbered(name.theirs, layer),
                          .dtype = info.shape.size() > 1 ? dtype_ : DType::F32,
                          .shape = info.shape,
                          .values = {}};
        const Order order =
            name.order == Order::turned || rotates_neighbors(config_) ? name.order : Order::kept;
        if (order == Order::turned) std::swap(tensor.shape.front(), tensor.shape.back());
        tensor.values = [this_weights = &weights_, ours, order, dtype = tensor.dtype,
                         heads = heads_of(order)] {
            const format::TensorInfo& from = this_weights->info(ours);
            std::vector<float> values = format::to_floats(this_weights->data(ours), from.dtype);
            const auto rows = static_cast<std::size_t>(from.shape.front());
            if (order == Order::turned) values = format::transposed(values, rows);
            if (order == Order::query || order == Order::key) values = interleaved(values, rows, heads);
            return format::from_floats(values, dtype);
        };
        all.push_back(std::move(tensor));
    }

    std::vector<GgufTensor> all;

private:
    std::size_t heads_of(Order order) const {
        const bool shares = order == Order::key && config_.key_value_heads > 0;
        return static_cast<std::size_t>(shares ? config_.key_value_heads : config_.num_attention_heads);
    }

    const ModelConfig& config_;
    const format::ModelWeights& weights_;
    const DType dtype_;
};

std::uint32_t whole(std::int64_t number) {
    return static_cast<std::uint32_t>(number);
}

} // namespace

format::GgufMetadata gguf_metadata(const ModelConfig& config, const std::string& name) {
    const std::string architecture = architecture_of(config);
    const std::int64_t key_value_heads =
        config.key_value_heads > 0 ? config.key_value_heads : config.num_attention_heads;
    format::GgufMetadata all{{"general.architecture", architecture},
                             {"general.type", std::string("model")},
                             {"general.name", name}};
    const auto add = [&](const char* key, format::GgufValue value) {
        all.emplace_back(architecture + "." + key, std::move(value));
    };
    add("block_count", whole(config.num_hidden_layers));
    add("context_length", whole(config.max_position_embeddings));
    add("embedding_length", whole(config.hidden_size));
    add("feed_forward_length", whole(config.intermediate_size));
    add("vocab_size", whole(config.vocab_size));
    add("attention.head_count", whole(config.num_attention_heads));
    if (is_gpt2(config)) {
        add("attention.layer_norm_epsilon", static_cast<float>(config.layer_norm_eps));
        return all;
    }
    add("attention.head_count_kv", whole(key_value_heads));
    add("attention.key_length", whole(config.head_width()));
    add("attention.value_length", whole(config.head_width()));
    add("attention.layer_norm_rms_epsilon", static_cast<float>(config.layer_norm_eps));
    add("rope.dimension_count", whole(config.head_width()));
    add("rope.freq_base", static_cast<float>(config.rotary.base));
    if (config.rotary.original_positions > 0 || config.rotary.factor != 1)
        throw Error(ErrorId::config_value_unsupported,
                    {"rope_scaling", "GGUF files are not written with it yet"}, "config.json");
    return all;
}

std::vector<format::GgufTensor> gguf_tensors(const ModelConfig& config, const format::ModelWeights& weights,
                                             format::DType dtype) {
    architecture_of(config);
    Tensors tensors(config, weights, dtype);
    for (const TensorName& name : is_gpt2(config) ? std::span<const TensorName>(gguf_gpt2_rest)
                                                  : std::span<const TensorName>(gguf_llama_rest))
        tensors.add(name);
    for (std::size_t layer = 0; layer < static_cast<std::size_t>(config.num_hidden_layers); ++layer)
        for (const TensorName& name : is_gpt2(config) ? std::span<const TensorName>(gguf_gpt2_layer)
                                                      : std::span<const TensorName>(gguf_llama_layer))
            tensors.add(name, layer);
    // llama.cpp reads GPT-2's head from a tensor of its own.
    if (is_gpt2(config) && !weights.contains("lm_head.weight"))
        tensors.add({"transformer.wte.weight", "output.weight"});
    return std::move(tensors.all);
}

} // namespace tunedesk::arch
