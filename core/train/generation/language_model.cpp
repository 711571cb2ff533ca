#include "train/generation/language_model.h"

#include "arch/adapter_folder.h"
#include "base/error.h"
#include "memory/torch_headers.h"
#include "model/network.h"
#include "plan/data_specs.h"

namespace tunedesk::train {

LanguageModel::LanguageModel(const fs::path& folder) : form_(TextForm::load(folder)) {
    const arch::ModelConfig config = arch::read_model_config(folder);
    plan::require_tables_fit(config, form_.tokenizer, false, folder.string());
    positions_ = config.max_tokens();
    network_ = std::make_unique<model::Network>(config.spec(config.vocab_size, task::Readout::every),
                                                model::placement_on(at::kCPU));
    const model::LoadReport report =
        network_->parameters().load(arch::open_weights(folder), network_->spec().prefix, {}, false);
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
