// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/onnx/onnx_model.h"

#include "arch/merged_weights.h"
#include "arch/onnx/onnx_layers.h"
#include "base/error.h"
#include "base/phrase.h"

#include <fmt/format.h>
#include <limits>

namespace tunedesk::arch {

namespace {

using format::OnnxType;
using format::OnnxValue;

constexpr const char *batch_extent = "batch_size", *length_extent = "sequence_length";

/// The specification of the whole model, with as many outputs as the classifier in the weights.
ModelSpec spec_of(const ModelConfig& config, const task::Task& task, const format::ModelWeights& weights) {
    if (task.embeds()) return config.spec(no_head, config.sentence.value_or(SentenceModules()).pooling);
    const std::string classifier = config.classifier_weight(task.readout);
    if (!weights.contains(classifier)) throw Error(ErrorId::weights_incomplete, {}, classifier);
    const std::vector<std::int64_t>& shape = weights.info(classifier).shape;
    return config.spec(shape.empty() ? 1 : shape.front(), task.readout);
}

/// The graph of one model.
class Export {
public:
    Export(const ModelConfig& config, const task::Task& task, const ModelSpec& spec,
           const format::ModelWeights& weights)
        : config_(config), task_(task), spec_(spec), graph_(weights, spec.prefix) {}

    format::OnnxModel made() {
        graph_.model.name = config_.family->model_type;
        std::string hidden = spec_.image.is_on() ? embed_patches() : embed_words();
        for (std::size_t i = 0; i < spec_.layers.size(); ++i)
            hidden = onnx_layer(graph_, spec_, i, hidden, mask_);
        graph_.enter("/head");
        if (task_.embeds())
            add_embedding(hidden);
        else
            add_logits(hidden);
        graph_.model.metadata = metadata();
        return std::move(graph_.model);
    }

private:
    std::string input_of_tokens(const char* name) {
        graph_.model.inputs.push_back({name, OnnxType::i64, {batch_extent, length_extent}});
        return name;
    }

    /// Rows of a table of the embeddings' block.
    std::string look_up(Role role, const std::string& rows) {
        return graph_.add("Gather", {graph_.parameter(*spec_.embeddings.find(role)), rows});
    }

    /// The row of the position table for each token. RoBERTa's are counted from the first token that is seen,
    /// as transformers does.
    std::string positions(const std::string& ids, const std::string& seen) {
        if (spec_.first_position > 0) {
            const std::string counted = graph_.add("CumSum", {seen, graph_.whole(1)});
            return graph_.add("Add",
                              {graph_.add("Mul", {counted, seen}), graph_.whole(spec_.first_position - 1)});
        }
        const std::string length =
            graph_.add("Gather", {graph_.add("Shape", {ids}), graph_.whole(1)}, {{"axis", std::int64_t{0}}});
        return graph_.add("Range", {graph_.whole(0), length, graph_.whole(1)});
    }

    /// Adds the inputs of texts, sets seen_ and mask_; [batch, rows, width].
    std::string embed_words() {
        graph_.enter("/embeddings");
        const std::string ids = input_of_tokens("input_ids"), seen = input_of_tokens("attention_mask");
        std::string sum = look_up(Role::word, ids);
        if (const ParameterSpec* types = spec_.embeddings.find(Role::type))
            sum = graph_.add(
                "Add", {sum, look_up(Role::type, types->shape.front() > 1 ? input_of_tokens("token_type_ids")
                                                                          : graph_.whole(0))});
        sum = graph_.add("Add", {sum, look_up(Role::position, positions(ids, seen))});
        std::string rows = onnx_norm(graph_, spec_.embeddings, Role::embedding_norm, spec_.norm_eps, sum);
        if (spec_.embeddings.find(Role::projection))
            rows = onnx_linear(graph_, spec_.embeddings, Role::projection, rows);
        graph_.enter("/mask");
        seen_ = graph_.add("Cast", {seen}, {{"to", static_cast<std::int64_t>(OnnxType::f32)}});
        const std::string hidden =
            graph_.add("Sub", {graph_.number(1), graph_.add("Unsqueeze", {seen_, graph_.wholes({1, 2})})});
        mask_ = graph_.add("Mul", {hidden, graph_.number(std::numeric_limits<float>::lowest())});
        return rows;
    }

    /// Adds the input of images; [batch, 1 + patches, width].
    std::string embed_patches() {
        graph_.enter("/embeddings");
        const ImageKind& image = spec_.image;
        graph_.model.inputs.push_back(
            {"pixel_values", OnnxType::f32, {batch_extent, image.channels, image.size, image.size}});
        const BlockSpec& block = spec_.embeddings;
        const std::vector<std::int64_t> sides{image.patch, image.patch};
        const std::string patches = graph_.add("Conv",
                                               {"pixel_values", graph_.parameter(*block.find(Role::patch)),
                                                graph_.parameter(*block.find(Role::patch, true))},
                                               {{"kernel_shape", sides}, {"strides", sides}});
        const std::string columns =
            graph_.add("Reshape", {patches, graph_.wholes({0, spec_.layer.width, image.patches()})});
        const std::string rows =
            graph_.add("Transpose", {columns}, {{"perm", std::vector<std::int64_t>{0, 2, 1}}});
        const std::string samples = graph_.add("Shape", {"pixel_values"}, {{"end", std::int64_t{1}}});
        const std::string shape = graph_.add("Concat", {samples, graph_.wholes({1, spec_.layer.width})},
                                             {{"axis", std::int64_t{0}}});
        const std::string first =
            graph_.add("Expand", {graph_.parameter(*block.find(Role::class_token)), shape});
        const std::string all = graph_.add("Concat", {first, rows}, {{"axis", std::int64_t{1}}});
        return graph_.add("Add", {all, graph_.parameter(*block.find(Role::position))});
    }

    std::string first_rows(const std::string& hidden) {
        return graph_.add("Gather", {hidden, graph_.whole(0)}, {{"axis", std::int64_t{1}}});
    }

    /// The mean of the rows that are seen.
    std::string mean_rows(const std::string& hidden) {
        const std::string weights = graph_.add("Unsqueeze", {seen_, graph_.wholes({2})}),
                          axes = graph_.wholes({1});
        const auto sum = [&](const std::string& x) {
            return graph_.add("ReduceSum", {x, axes}, {{"keepdims", std::int64_t{0}}});
        };
        const std::string rows = sum(graph_.add("Mul", {hidden, weights}));
        return graph_.add("Div", {rows, graph_.add("Max", {sum(weights), graph_.number(1e-9f)})});
    }

    std::string read_rows(const std::string& hidden) {
        if (spec_.readout == task::Readout::every) return hidden;
        return spec_.readout == task::Readout::mean ? mean_rows(hidden) : first_rows(hidden);
    }

    void add_logits(const std::string& hidden) {
        std::string rows = onnx_norm(graph_, spec_.head, Role::final_norm, spec_.norm_eps, read_rows(hidden));
        if (spec_.head.find(Role::dense))
            rows = onnx_activation(graph_, spec_.head_kind.activation,
                                   onnx_linear(graph_, spec_.head, Role::dense, rows));
        const std::string logits = onnx_linear(graph_, spec_.head, Role::classifier, rows);
        graph_.add_output("logits", "Identity", {logits});
        OnnxValue output{"logits", OnnxType::f32, {batch_extent}};
        if (spec_.readout == task::Readout::every) output.shape.emplace_back(length_extent);
        output.shape.emplace_back(spec_.head.find(Role::classifier)->shape.front());
        graph_.model.outputs.push_back(std::move(output));
    }

    void add_embedding(const std::string& hidden) {
        std::string embedding = read_rows(hidden);
        if (config_.sentence && config_.sentence->normalizes) {
            const std::string length =
                graph_.add("ReduceL2", {embedding}, {{"axes", std::vector<std::int64_t>{-1}}});
            embedding = graph_.add("Div", {embedding, graph_.add("Max", {length, graph_.number(1e-12f)})});
        }
        graph_.add_output("token_embeddings", "Identity", {hidden});
        graph_.add_output("sentence_embedding", "Identity", {embedding});
        const std::int64_t width = spec_.layer.width;
        graph_.model.outputs = {{"token_embeddings", OnnxType::f32, {batch_extent, length_extent, width}},
                                {"sentence_embedding", OnnxType::f32, {batch_extent, width}}};
    }

    std::vector<std::pair<std::string, std::string>> metadata() const {
        std::vector<std::pair<std::string, std::string>> all{{"task", task_.name}};
        if (const auto names = config_.json.find("id2label"); names != config_.json.end() && !task_.embeds())
            all.emplace_back("id2label", names->dump(-1, ' ', false, Json::error_handler_t::replace));
        if (*task_.problem_type) all.emplace_back("problem_type", task_.problem_type);
        if (!spec_.image.is_on()) all.emplace_back("max_length", fmt::to_string(config_.max_tokens()));
        return all;
    }

    const ModelConfig& config_;
    const task::Task& task_;
    const ModelSpec& spec_;
    OnnxGraph graph_;
    std::string seen_; ///< 1 for a token, 0 for padding, in fp32: [batch, rows]
    std::string mask_; ///< onnx_layer()'s
};

} // namespace

void require_onnx_form(const ModelConfig& config, const task::Task& task) {
    const ModelSpec spec = config.spec(1, task.readout);
    const auto refuse = [&](const char* reason) {
        throw Error(ErrorId::architecture_unsupported,
                    {std::string("model_type ") + config.family->model_type, reason}, "config.json")
            .with_next(spec.has_word_head() ? "export a language model as FILE.gguf"
                                            : "export it as a Hugging Face folder");
    };
    if (spec.layer.causal || spec.computed_positions > 0)
        refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "ONNX export does not support decoders"));
    if (spec.layer.blocks.applies_to(config.max_tokens()))
        refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "ONNX export does not support block-sparse attention"));
}

format::OnnxModel onnx_model(const ModelConfig& config, const task::Task& task,
                             const format::ModelWeights& weights) {
    require_onnx_form(config, task);
    const ModelSpec spec = spec_of(config, task, weights);
    return Export(config, task, spec, weights).made();
}

} // namespace tunedesk::arch
