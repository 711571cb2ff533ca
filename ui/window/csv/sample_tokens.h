// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// Tokens of a table's first texts by the tokenizers of models, each of which is read once. Any thread,
/// several at once.
class SampleTokens {
public:
    explicit SampleTokens(std::vector<std::string> texts);

    /// By the tokenizer of a model's folder, special tokens included; std::nullopt if it cannot be read, or
    /// there are no texts.
    std::optional<std::uint64_t> count(const fs::path& model);
    /// How many tokens a row has by the tokenizer of `model` for each that it has by the one of `other`; 1
    /// where that is not known.
    double ratio(const fs::path& model, const fs::path& other);

private:
    std::vector<std::string> texts_;
    std::mutex mutex_;
    std::map<fs::path, std::optional<std::uint64_t>> counts_;
};

} // namespace tunedesk::ui
