// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/csv/sample_tokens.h"

#include "arch/adapter_folder.h"
#include "base/error.h"
#include "data/tokenize/tokenizer.h"

namespace tunedesk::ui {

namespace {

constexpr std::size_t most_texts = 500;

std::optional<std::uint64_t> tokens_by(const fs::path& model, const std::vector<std::string>& texts) {
    try {
        const data::Tokenizer tokenizer = data::Tokenizer::load(arch::tokenizer_folder(model));
        std::uint64_t tokens = 0;
        for (const std::string& text : texts)
            tokens += tokenizer.length(text, {}, false);
        return tokens > 0 ? std::optional(tokens) : std::nullopt;
    } catch (const Error&) {
        return std::nullopt; // the check of this model reports the reason
    }
}

} // namespace

SampleTokens::SampleTokens(std::vector<std::string> texts) : texts_(std::move(texts)) {
    if (texts_.size() > most_texts) texts_.resize(most_texts);
}

std::optional<std::uint64_t> SampleTokens::count(const fs::path& model) {
    if (model.empty() || texts_.empty()) return std::nullopt;
    const std::lock_guard lock(mutex_);
    const auto known = counts_.find(model);
    return known != counts_.end() ? known->second : counts_[model] = tokens_by(model, texts_);
}

double SampleTokens::ratio(const fs::path& model, const fs::path& other) {
    if (model == other) return 1;
    const auto tokens = count(model), others = count(other);
    return tokens && others ? static_cast<double>(*tokens) / static_cast<double>(*others) : 1;
}

} // namespace tunedesk::ui
