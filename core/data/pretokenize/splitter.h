// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/pretokenize/regular_expression.h"
#include "data/unicode/word_patterns.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace tunedesk::data {

/// Bytes [begin, end) of a text.
struct TextRange {
    std::size_t begin = 0, end = 0;
};

/// Finds what a text is split at. A copy shares the regular expression. Thread rule: immutable.
class Separator {
public:
    enum class Class { digit, punctuation, white_space };

    struct WordRuns {}; ///< what `\w+|[^\w\s]+` finds
    /// Characters one by one, a text that is not empty, or a regular expression.
    using Kind = std::variant<Class, WordRuns, std::string, std::shared_ptr<const RegularExpression>>;
    explicit Separator(Kind kind) : kind_(std::move(kind)) {}

    /// The first match at `from` or behind it, which a regular expression's may be empty. Needs well-formed
    /// UTF-8. Throws Error 4202 if a regular expression takes too long.
    std::optional<TextRange> find(std::string_view text, std::size_t from, MatchBudget& budget) const;
    const Kind& kind() const { return kind_; }

private:
    Kind kind_;
};

/// What becomes of the matches of a pre-tokenizer that splits.
enum class SplitBehavior { isolated, removed, merged_with_previous, merged_with_next, contiguous };

/// One pre-tokenizer that splits text, as `tokenizers` 0.22.2 has them.
struct SplitRule {
    Separator separator;
    SplitBehavior behavior = SplitBehavior::isolated;
    bool is_inverted = false; ///< what is between the matches counts as matched
};

/// One of the patterns that are known, or a rule.
using Splitter = std::variant<WordPattern, SplitRule>;

} // namespace tunedesk::data
