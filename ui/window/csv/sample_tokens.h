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

/// Numbers of tokens of a table's first texts with the tokenizers of models, each of which is read once.
/// Thread-safe.
class SampleTokens {
public:
    explicit SampleTokens(std::vector<std::string> texts);

    /// The number with the tokenizer of a model's folder, special tokens included; std::nullopt if it cannot
    /// be read, or there are no texts.
    std::optional<std::uint64_t> count(const fs::path& model);
    /// The ratio of a row's tokens with the tokenizer of `model` to those with that of `other`; 1 if unknown.
    double ratio(const fs::path& model, const fs::path& other);

private:
    std::vector<std::string> texts_;
    std::mutex mutex_;
    std::map<fs::path, std::optional<std::uint64_t>> counts_;
};

} // namespace tunedesk::ui
