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

/// Finds the separators of a text. Copies share the regular expression. Thread rule: immutable.
class Separator {
public:
    enum class Class { digit, punctuation, white_space };

    struct WordRuns {}; ///< matches of `\w+|[^\w\s]+`
    /// A class of single characters, a non-empty text, or a regular expression.
    using Kind = std::variant<Class, WordRuns, std::string, std::shared_ptr<const RegularExpression>>;
    explicit Separator(Kind kind) : kind_(std::move(kind)) {}

    /// The first match at or after `from`; a regular expression's match may be empty. Needs well-formed
    /// UTF-8. Throws Error 4202 if a regular expression takes too long.
    std::optional<TextRange> find(std::string_view text, std::size_t from, MatchBudget& budget) const;
    const Kind& kind() const { return kind_; }

private:
    Kind kind_;
};

/// What a splitting pre-tokenizer does with the matches.
enum class SplitBehavior { isolated, removed, merged_with_previous, merged_with_next, contiguous };

/// A pre-tokenizer that splits text, as in `tokenizers` 0.22.2.
struct SplitRule {
    Separator separator;
    SplitBehavior behavior = SplitBehavior::isolated;
    bool is_inverted = false; ///< the text between matches is treated as matched
};

/// A built-in pattern or a rule.
using Splitter = std::variant<WordPattern, SplitRule>;

} // namespace tunedesk::data
