// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/generation/language_model.h"

#include "arch/adapter_folder.h"
#include "base/error.h"
#include "memory/torch_headers.h"
#include "model/network.h"
#include "plan/data_specs.h"

#include <algorithm>
#include <set>

namespace tunedesk::train {

namespace {

/// The 16-bit type that all of a folder's weights have: they are kept in it, and products of one row widen
/// them as they read. Else fp32, as for GPT-2's weights, which lie the other way.
at::ScalarType stored_type(const format::ModelWeights& weights, const arch::ModelSpec& spec) {
    if (std::ranges::any_of(spec.layers.front().parameters, &arch::ParameterSpec::transposed))
        return at::kFloat;
    std::set<format::DType> types;
    for (const std::string& name : weights.names())
        types.insert(weights.info(name).dtype);
    if (types == std::set{format::DType::BF16}) return at::kBFloat16;
    return types == std::set{format::DType::F16} ? at::kHalf : at::kFloat;
}

} // namespace

LanguageModel::LanguageModel(const fs::path& folder) : form_(TextForm::load(folder)) {
    const arch::ModelConfig config = arch::read_model_config(folder);
    plan::require_tables_fit(config, form_.tokenizer, false, folder.string());
    positions_ = config.max_tokens();
    const format::ModelWeights weights = arch::open_weights(folder);
    const arch::ModelSpec spec = config.spec(config.vocab_size, task::Readout::every);
    network_ = std::make_unique<model::Network>(
        spec, model::placement_on(at::kCPU, at::kFloat, stored_type(weights, spec)), std::nullopt);
    const model::LoadReport report = network_->parameters().load(weights, network_->spec().prefix, {}, false);
    if (!report.created.empty()) throw Error(ErrorId::weights_incomplete, {}, report.created.front());
}

LanguageModel::~LanguageModel() = default;

task::Generation LanguageModel::generate_from(Prompt prompt, const task::GenerationSpec& spec,
                                              const HearText& hear) const {
    return generate(*network_, positions_, form_, std::move(prompt), spec, hear);
}

task::Generation LanguageModel::answer(const data::Conversation& conversation,
                                       const task::GenerationSpec& spec, const HearText& hear) const {
    return generate_from(form_.prompt(conversation), spec, hear);
}

task::Generation LanguageModel::continue_text(const std::string& text, const task::GenerationSpec& spec,
                                              const HearText& hear) const {
    return generate_from(form_.prompt(text), spec, hear);
}

bool is_language_model(const fs::path& folder) {
    const arch::ModelConfig config = arch::read_model_config(folder);
    if (!config.family->language_class) return false;
    return !config.family->classifier_class ||
           !arch::open_weights(folder).contains(config.classifier_weight());
}

} // namespace tunedesk::train
