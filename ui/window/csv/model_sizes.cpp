// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/csv/model_sizes.h"

#include "arch/family.h"
#include "arch/model_config.h"
#include "base/error.h"
#include "run/check/check.h"
#include "ui/window/csv/csv_preset.h"
#include "ui/window/csv/sample_tokens.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr std::uint64_t small_below = 150'000'000, medium_below = 400'000'000; ///< bytes of weights

/// A model that need not be local: the keys of its config.json that differ from its family's defaults, and
/// its size.
struct NamedModel {
    const char* name;
    const char* config;
    std::uint64_t bytes;
};
constexpr std::array<NamedModel, model_size_count> named_models{{
    {"sentence-transformers/all-MiniLM-L6-v2",
     R"({"model_type": "bert", "hidden_size": 384, "num_hidden_layers": 6, "num_attention_heads": 12,
         "intermediate_size": 1536})",
     91'000'000},
    {"distilbert/distilbert-base-uncased", R"({"model_type": "distilbert"})", 268'000'000},
    {"google-bert/bert-base-uncased", R"({"model_type": "bert"})", 440'000'000},
}};

const NamedModel* named_model(const std::string& name) {
    const auto found =
        std::ranges::find_if(named_models, [&](const NamedModel& m) { return name == m.name; });
    return found == named_models.end() ? nullptr : &*found;
}

arch::ModelConfig config_of(const FoundModel& model) {
    if (!model.path.empty()) return arch::read_model_config(model.path);
    const NamedModel* named = named_model(model.hub_name);
    if (!named) throw Error(ErrorId::hub_model_not_downloaded, {model.hub_name, model.hub_name});
    return arch::parse_model_config(named->config, named->name);
}

FoundModel found_by_name(const NamedModel& named) {
    FoundModel model;
    model.name = model.hub_name = named.name;
    model.bytes = named.bytes;
    model.architecture = architecture_of(arch::parse_model_config(named.config, named.name));
    return model;
}

void stretch_rows(run::CheckedInputs& inputs, double ratio) {
    if (ratio == 1) return;
    for (std::uint32_t& length : inputs.train_lengths)
        length = static_cast<std::uint32_t>(std::max(1L, std::lround(length * ratio)));
    inputs.file_tokens = static_cast<std::uint64_t>(static_cast<double>(inputs.file_tokens) * ratio);
}

} // namespace

ModelSize size_of(const FoundModel& model) {
    return model.bytes < small_below    ? ModelSize::small
           : model.bytes < medium_below ? ModelSize::medium
                                        : ModelSize::large;
}

std::array<FoundModel, model_size_count> models_by_size(const std::vector<FoundModel>& at_hand) {
    std::array<FoundModel, model_size_count> models;
    for (std::size_t i = 0; i < model_size_count; ++i) {
        const auto found = std::ranges::find_if(at_hand, [i](const FoundModel& model) {
            return model.is_supported() && size_of(model) == static_cast<ModelSize>(i);
        });
        models[i] = found != at_hand.end() ? *found : found_by_name(named_models[i]);
    }
    return models;
}

std::vector<std::optional<ModelEstimate>> estimate_models(const preset::Draft& draft,
                                                          const run::CheckedInputs& inputs,
                                                          const std::vector<FoundModel>& models,
                                                          SampleTokens& tokens, const fs::path& own) {
    const run::MeasuredRuns measured;
    std::vector<std::optional<ModelEstimate>> estimates;
    for (const FoundModel& model : models) {
        std::optional<ModelEstimate>& estimate = estimates.emplace_back();
        try {
            run::CheckedInputs of_model = inputs;
            of_model.config = config_of(model);
            of_model.head_classes.reset();
            stretch_rows(of_model, tokens.ratio(model.path, own));
            preset::Draft with_model = draft;
            with_model.loaded.preset.data.max_length = csv_max_length(of_model.config->max_tokens());
            with_model.loaded.preset.model.path =
                model.hub_name.empty() ? model.path.string() : model.hub_name;
            const run::Check check = run::check(std::move(with_model), std::move(of_model), measured);
            if (check.estimate)
                estimate = {check.estimate->seconds, check.memory_needed(), check.memory_verdict()};
        } catch (const Error&) {
            // its card has no estimate
        }
    }
    return estimates;
}

} // namespace tunedesk::ui
