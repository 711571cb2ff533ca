// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/memory_plan.h"

#include "arch/layer_costs.h"
#include "plan/constants.h"
#include "plan/stages.h"
#include "plan/word_head.h"
#include "preset/schema/placement.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::plan {

namespace {

/// Bytes per token, computed from shapes and types.
struct TokenBytes {
    /// bytes of a value (fp32 for all parameter types), and of an operand or result of a product
    double value, product;
    double copies;  ///< of a copy for products; 0 if they read the value itself
    double widened; ///< of fp16's operands and products converted to fp32, while one exists
    arch::TokenValues of_layer, of_last_layer, of_embeddings; ///< kept for the backward pass
    double gathered;                                          ///< by block-sparse attention
    double hidden, intermediate;
    bool plain, recorded; ///< LibTorch's own operations on a device; those of a recorded step
    bool drops, first_only;

    TokenBytes(const Preset& preset, const arch::ModelSpec& spec, bool cuda)
        : value(4), product(size_of(preset.precision.compute)), copies(product < value ? product : 0),
          of_layer(arch::kept_by_layer(spec.layer)),
          of_last_layer(spec.readout == task::Readout::first ? arch::kept_by_first_only_layer(spec.layer)
                                                             : of_layer),
          of_embeddings(arch::kept_by_embeddings(spec)),
          gathered(cuda ? 4 * arch::gathered_by_layer(spec.layer) : 0),
          hidden(static_cast<double>(spec.layer.width)),
          intermediate(static_cast<double>(spec.layer.intermediate)),
          plain(cuda && !preset.precision.static_graph), recorded(cuda && preset.precision.static_graph),
          drops(preset.model.dropout.value_or(spec.layer.output_dropout) > 0),
          first_only(spec.readout == task::Readout::first) {
        widened = preset.precision.compute == Preset::Compute::fp16 && !cuda
                      ? 4 * (widened_intermediate * intermediate + widened_hidden * hidden)
                      : 0;
    }

    double input() const { return hidden * value; }
    double layer() const {
        return bytes_of(of_layer) + gathered +
               hidden * ((plain || recorded ? device_input_copies * copies : 0) + device_masks * mask()) +
               intermediate * before_activation();
    }
    double last_layer() const {
        if (!first_only) return layer();
        return bytes_of(of_last_layer) +
               hidden * (plain || recorded ? device_input_copies_last_layer * copies : 0);
    }
    double embeddings() const { return bytes_of(of_embeddings) + hidden * mask(); }
    double backward() const {
        return transient_hidden * hidden * value + passing(transient_intermediate) +
               transient_copies * hidden * copies + widened;
    }
    /// Prefetched tensors of offloaded activations.
    double ahead() const { return static_cast<double>(tensors_ahead) * intermediate * product; }
    double last_backward() const {
        return first_only ? transient_hidden * hidden * value + hidden * copies : backward();
    }
    double forward() const {
        return forward_hidden * hidden * value + passing(forward_intermediate) +
               forward_copies * hidden * copies + widened;
    }

private:
    double bytes_of(const arch::TokenValues& values) const {
        return values.hidden * value + values.products * product + values.statistics * 4;
    }
    double mask() const { return plain && drops ? 1 : 0; }
    /// Per value of the MLP, in addition to the operand of products.
    double before_activation() const { return plain ? value : recorded ? product : 0; }
    /// Temporary values of the MLP's passes; `values` on the host.
    double passing(double values) const {
        return intermediate * (plain      ? device_passing_intermediate * value
                               : recorded ? device_passing_intermediate * product
                                          : values * product);
    }
};

/// Memory in use at one moment.
struct Moment {
    double gradients = 0, activations = 0;
    double sum() const { return gradients + activations; }
};

/// Whether memory.offload moves a part to the host.
bool is_offloaded(const Preset& preset, bool cuda, const char* part) {
    return cuda && offloads(preset, part);
}

/// Elements of two blocks that are gathered at the same time: two layers, or one and the embeddings.
double blocks_in_flight(const Shapes& shapes) {
    return static_cast<double>(std::max(shapes.embeddings, shapes.layer) + shapes.layer);
}

/// Bytes of the buffers through which the gradients of offloaded parameters are moved to the host: for one
/// layer more than are recomputed together.
double gradient_rooms(const Preset& preset, const Shapes& shapes) {
    const auto interval = static_cast<double>(std::max<std::int64_t>(1, checkpoint_interval(preset)));
    const auto layers = static_cast<double>(trained_layers(preset, shapes));
    if (layers == 0 || preset.memory.optimizer_in_backward) return 0;
    return (std::min(interval, layers) + 1) * static_cast<double>(shapes.layer) *
           size_of(preset.precision.params);
}

/// Whether the embeddings' kept values exist until the end of the backward pass.
bool reaches_embeddings(const Preset& preset, const Shapes& shapes) {
    return preset.model.train == Preset::Train::all && shapes.frozen_blocks == 0;
}

/// The peak of the backward pass through the trained layers, each with the kept values below it and the
/// gradients above it.
Moment worst_of_backward(const Preset& preset, const TokenBytes& token, const Shapes& shapes, double layers,
                         double tokens, double all_gradients, bool all_exist, bool cuda) {
    const auto interval = static_cast<double>(checkpoint_interval(preset));
    const bool in_backward = preset.memory.optimizer_in_backward,
               parameters_offloaded = is_offloaded(preset, cuda, "parameters") && !in_backward,
               activations_offloaded = is_offloaded(preset, cuda, "activations");
    const double value = size_of(preset.precision.params),
                 bottom = reaches_embeddings(preset, shapes) ? 1 : 0;
    const double head = static_cast<double>(shapes.dense + shapes.classifier + shapes.tied_table) * value;
    const double of_layers = parameters_offloaded ? gradient_rooms(preset, shapes) : 0;
    const auto gradients_at = [&](double layer) { // 0: the embeddings
        if (all_exist || (parameters_offloaded && layer == 0)) return all_gradients;
        if (in_backward)
            return static_cast<double>(layer > 0 ? shapes.largest_of_layer : shapes.largest_tensor) * value;
        if (parameters_offloaded) return head + of_layers;
        return layer > 0 ? std::min(all_gradients,
                                    head + (layers - layer + 1) * static_cast<double>(shapes.layer) * value)
                         : all_gradients;
    };
    /// Gradients not yet added to the existing ones. Recomputed layers produce all of theirs at the same
    /// time.
    const auto added_at = [&](double layer) {
        if (parameters_offloaded && layer > 0)
            return static_cast<double>(interval > 0 ? shapes.layer : shapes.largest_of_layer) *
                   std::max(1.0, std::min(interval, layers));
        // Being reduced to the ranks' chunks, including those that the pass adds.
        if (divided_by(preset.parallel.strategy).gradients)
            return layer > 0 ? static_cast<double>(2 * shapes.layer + shapes.largest_of_layer)
                             : blocks_in_flight(shapes);
        if (!all_exist) return layer > 0 ? 0.0 : static_cast<double>(shapes.tied_table);
        return static_cast<double>(layer > 0 ? shapes.largest_of_layer : shapes.largest_tensor);
    };
    Moment worst;
    for (double layer = bottom > 0 ? 0 : 1; layer <= layers; ++layer) {
        const bool last = layer == layers;
        double kept = bottom * token.embeddings();
        if (layer > 0) {
            const double whole = last ? token.last_layer() : token.layer();
            if (activations_offloaded) {
                kept = whole + token.ahead();
            } else if (interval > 0) {
                const double segment = std::ceil(layer / interval), before = (segment - 1) * interval;
                kept += segment * token.input() + (layer - before - 1) * token.layer() + whole;
            } else {
                kept += (layer - 1) * token.layer() + whole;
            }
        }
        kept += last ? token.last_backward() : layer > 0 ? token.backward() : 2 * token.input();
        const Moment now{gradients_at(layer), tokens * kept + added_at(layer) * value};
        if (now.sum() > worst.sum()) worst = now;
    }
    return worst;
}

/// Memory while a language model's head computes its logits, for the loss and for its gradients, with the
/// kept values of all layers.
Moment moment_of_head(const Preset& preset, const TokenBytes& token, const WordHead& head, double layers,
                      bool keeps_embeddings, double tokens, double gradients, bool cuda) {
    const auto interval = static_cast<double>(checkpoint_interval(preset));
    double kept = keeps_embeddings ? token.embeddings() : 0;
    if (is_offloaded(preset, cuda, "activations"))
        kept = token.ahead();
    else if (interval > 0)
        kept += std::ceil(layers / interval) * token.input();
    else
        kept += (layers - 1) * token.layer() + token.last_layer();
    return {gradients, tokens * (kept + head.kept()) + std::max(head.forward(tokens), head.backward(tokens))};
}

Moment worst_moment(const Preset& preset, const arch::ModelSpec& spec, const Shapes& shapes,
                    const MemoryWork& work, double all_gradients, bool cuda) {
    const TokenBytes token(preset, spec, cuda);
    const auto layers = static_cast<double>(trained_layers(preset, shapes));
    // On the host a single rank frees its gradients before it evaluates.
    const bool keeps_gradients =
        !preset.memory.optimizer_in_backward && (cuda || work.data_ranks * work.stages > 1);
    const WordHead head(preset, spec, cuda);
    const Moment evaluation{keeps_gradients ? all_gradients : 0,
                            work.evaluation_tokens * token.forward() + work.feature_rows * token.input() +
                                work.evaluation_batches *
                                    head.forward(work.evaluation_tokens / work.evaluation_batches)};
    if (layers == 0) return evaluation;
    // With several micro-batches all gradients exist and are accumulated; ranks reduce them in buckets; a
    // recorded step needs fixed addresses.
    const bool all_exist =
        micro_batches_of(preset) > 1 || work.data_ranks > 1 || (cuda && preset.precision.static_graph);
    Moment worst = evaluation;
    const auto compare = [&](const Moment& other) {
        if (other.sum() > worst.sum()) worst = other;
    };
    const double tokens = work.batch_tokens * static_cast<double>(micro_batches_in_flight(preset, 0));
    compare(worst_of_backward(preset, token, shapes, layers, tokens, all_gradients, all_exist, cuda));
    if (head.is_there())
        compare(moment_of_head(preset, token, head, layers, reaches_embeddings(preset, shapes), tokens,
                               all_exist ? all_gradients : 0, cuda));
    return worst;
}

/// On the host, ranks with full copies store only the used rows of the word embeddings' gradient, if no head
/// shares the table: those of the step's tokens and of all ranks, unless the optimizer's state has 8 bits or
/// parameters are fp16. Returns the omitted elements; `shapes` is adjusted.
double leave_unused_rows(const Preset& preset, const arch::ModelSpec& spec, const MemoryWork& work,
                         Shapes& shapes) {
    if (preset.model.train != Preset::Train::all || preset.training.optim == Preset::Optim::adamw_8bit ||
        preset.precision.params == Preset::Compute::fp16)
        return 0;
    const arch::ParameterSpec* words = spec.embeddings.find(arch::Role::word);
    if (!words || !words->trained || spec.tied_head) return 0;
    const arch::ParameterSpec* positions = spec.embeddings.find(arch::Role::position);
    const auto all = static_cast<double>(words->shape[0]), width = static_cast<double>(words->shape[1]);
    const double rows =
        std::min(all, work.data_ranks * work.batch_tokens * static_cast<double>(micro_batches_of(preset)));
    const double others = std::max(static_cast<double>(shapes.largest_of_layer),
                                   positions ? static_cast<double>(positions->count()) : 0.0);
    shapes.largest_tensor = static_cast<std::uint64_t>(std::max(others, rows * width));
    return (all - rows) * width;
}

/// Bytes per element while a device dequantizes it: its index in the table, and its value in fp32 and in the
/// type of products.
constexpr double widened_on_device = 8;

/// Elements of quantized weights.
double packed_elements(const arch::ModelSpec& spec) {
    double elements = 0;
    for (const arch::BlockSpec& layer : spec.layers)
        for (const arch::ParameterSpec& parameter : layer.parameters)
            if (parameter.quantization != arch::Quantization::none)
                elements += static_cast<double>(parameter.count());
    return elements;
}

bool saves_beside_training(const Preset& preset) {
    return preset.checkpoint.asynchronous && preset.logging.level != Preset::LogLevel::none;
}

/// Bytes of the weights and the optimizer's state of that many parameters in a checkpoint.
double saved_bytes(const Preset& preset, double all, double trained) {
    const double weights = preset.model.train == Preset::Train::lora ? trained : all;
    return weights * size_of(preset.precision.params) + trained * optimizer_bytes(preset);
}

/// The same for the whole model.
double saved_bytes(const Preset& preset, const Estimate& counted) {
    return saved_bytes(preset, static_cast<double>(counted.parameters),
                       static_cast<double>(counted.trainable));
}

} // namespace

std::uint64_t whole_number(double figure) {
    return static_cast<std::uint64_t>(std::max(0.0, figure));
}

std::uint64_t trained_layers(const Preset& preset, const Shapes& shapes) {
    if (preset.model.train == Preset::Train::features) return 0;
    const std::uint64_t frozen = std::max<std::uint64_t>(1, shapes.frozen_blocks) - 1; // of the layers
    const std::uint64_t left = shapes.layers - std::min(frozen, shapes.layers);
    if (preset.model.train != Preset::Train::last_layers) return left;
    return std::min<std::uint64_t>(static_cast<std::uint64_t>(std::max(0, preset.model.last_layers)), left);
}

void plan_memory(const Preset& preset, const arch::ModelSpec& spec, const Shapes& shapes,
                 const MemoryWork& work, bool cuda, Estimate& result) {
    const DividedState divided = divided_by(preset.parallel.strategy);
    const double parameter = size_of(preset.precision.params), compute = size_of(preset.precision.compute);
    const double model = work.stages, data = work.data_ranks;
    const auto all = static_cast<double>(spec.count()),
               trained = static_cast<double>(trainable_count(spec, preset));
    const auto offloaded = [&](const char* part) { return is_offloaded(preset, cuda, part); };
    const auto layer = static_cast<double>(shapes.layer), layers = static_cast<double>(shapes.layers);

    double weights = all * parameter / model;
    const double few_bits = packed_elements(spec), largest = static_cast<double>(shapes.largest_of_layer);
    weights -= few_bits * (parameter - (spec.lora.double_quantization ? 4.127 : 4.5) / 8) / model;
    if (offloaded("parameters")) weights -= (layers - std::min(2.0, layers)) * layer * parameter;
    if (compute < parameter) // rounded copies are made for one product at a time, except in recorded steps
        weights += compute * (cuda && preset.precision.static_graph ? (all - few_bits) / model : largest);
    if (few_bits > 0) // one weight is dequantized at a time
        weights += cuda ? widened_on_device * largest : compute < parameter ? 0 : compute * largest;
    if (divided.parameters) {
        const double head = static_cast<double>(shapes.dense + shapes.classifier) * parameter;
        weights = (weights - head) / data + head + blocks_in_flight(shapes) * parameter;
    }
    double optimizer = trained * optimizer_bytes(preset) / model;
    if (divided.optimizer) optimizer /= data;
    if (offloaded("optimizer")) // moved through the device in two parts
        optimizer = std::min(optimizer, 2 * state_numbers(preset) * size_of_state(preset) *
                                            std::min(static_cast<double>(state_part), trained / model));
    double gradients = trained * parameter / model;
    if (offloaded("parameters") && !preset.memory.optimizer_in_backward)
        gradients = gradient_rooms(preset, shapes) +
                    std::max(0.0, gradients - static_cast<double>(trained_layers(preset, shapes)) * layer *
                                                  parameter);
    if (divided.gradients) gradients /= data;
    Shapes with_gradients = shapes;
    if (!cuda && model == 1 && !divided.optimizer)
        gradients -= parameter * leave_unused_rows(preset, spec, work, with_gradients);
    const Moment worst = worst_moment(preset, spec, with_gradients, work, gradients, cuda);

    result.weights_bytes = whole_number(weights);
    result.gradient_bytes = whole_number(worst.gradients);
    result.optimizer_bytes = whole_number(optimizer);
    result.activation_bytes = whole_number(worst.activations / model) + (cuda ? device_workspace_bytes : 0);
    // the host computes fp16's products in fp32
    const double packed = preset.precision.compute == Preset::Compute::fp16 ? 4 : compute;
    result.runtime_bytes =
        cuda ? runtime_cuda_bytes
             : runtime_cpu_bytes + whole_number(packed_copies * packed *
                                                static_cast<double>(shapes.largest_of_layer) / model);
    if (!cuda) result.runtime_bytes += work.kept_images;
    // With zero1 each rank sums a chunk of all the others' gradients, whose pages are then resident in its
    // process too.
    if (!cuda && divided.optimizer && !divided.gradients)
        result.runtime_bytes += whole_number(trained * parameter / model * (data - 1) / data);
    if (saves_beside_training(preset) && !cuda)
        result.runtime_bytes +=
            whole_number(saved_bytes(preset, all, trained) / model / (divided.optimizer ? data : 1));
    result.total_bytes = result.weights_bytes + result.gradient_bytes + result.optimizer_bytes +
                         result.activation_bytes + result.runtime_bytes;
    result.checkpoint_bytes = checkpoint_extra_bytes + whole_number(saved_bytes(preset, result));
}

} // namespace tunedesk::plan
