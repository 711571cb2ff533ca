// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/pretokenize/regular_expression.h"
#include "data/tokenize/normal/aligned_text.h"
#include "data/tokenize/normal/charsmap.h"

#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace tunedesk::data {

/// The normalizers of `tokenizers` 0.22.2 other than BERT's.
namespace normal {

/// Removes white space at the ends of a text.
struct Strip {
    bool left = true, right = true;
};
struct Lowercase {};
struct StripAccents {};
/// Removes control characters; white space and invisible characters become a space.
struct Nmt {};
/// Replaces two or more spaces by `content`.
struct SpaceRuns {
    std::string content;
};
struct ReplaceExpression {
    std::shared_ptr<const RegularExpression> expression;
    std::string content;
};

} // namespace normal

using NormalStep = std::variant<TextStep, normal::Strip, normal::Lowercase, normal::StripAccents, normal::Nmt,
                                normal::SpaceRuns, normal::ReplaceExpression, unicode::NormalForm,
                                std::shared_ptr<const Charsmap>>;

/// A tokenizer's normalization steps. Thread rule: immutable.
class NormalSteps {
public:
    explicit NormalSteps(std::vector<NormalStep> steps = {});

    bool empty() const { return steps_.empty(); }
    /// Throws Error 4201 if a text becomes too long, 4202 if a regular expression takes too long or has an
    /// empty match between two characters.
    void apply(AlignedText& text) const;
    /// Whether the normal form certainly begins with the result of the text's first byte.
    bool surely_keep_begin(std::string_view text) const;

private:
    std::vector<NormalStep> steps_;
    std::bitset<128> kept_begins_;
};

} // namespace tunedesk::data
