// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// The text normalisation of BERT (`BertNormalizer` of `tokenizers`), in this order: clean, put spaces around
/// Chinese characters, NFD without nonspacing marks, lower case. Thread rule: immutable after construction.
class Normalizer {
public:
    struct Options {
        bool clean_text = true;    ///< controls vanish, white space becomes ' '
        bool chinese_chars = true; ///< spaces around Chinese characters
        bool strip_accents = true;
        bool lowercase = true;
        bool operator==(const Options&) const = default;
    };

    explicit Normalizer(Options options);
    const Options& options() const { return options_; }

    /// Appends the normal form of `text` to `out`.
    void normalize(std::string_view text, std::string& out) const;

private:
    /// What becomes of one code point: `simple`, the 0 to 3 code points in `out`, whatever stands beside it;
    /// else it takes part in the canonical order and goes the long way.
    struct Form {
        bool simple = false;
        std::uint8_t count = 0;
        char32_t out[3] = {};
    };
    struct Pending;

    Form form_of(char32_t code_point) const;
    void add_slowly(char32_t code_point, Pending& pending, std::string& out) const;
    void emit(char32_t code_point, std::string& out) const;
    void flush(Pending& pending, std::string& out) const;

    Options options_;
    std::vector<Form> forms_; ///< of the code points below 0x3100, which nearly all text holds
};

} // namespace tunedesk::data
