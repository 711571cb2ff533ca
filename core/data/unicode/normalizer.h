// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// The text normalization of BERT (`BertNormalizer` of `tokenizers`), in this order: cleaning, spaces around
/// Chinese characters, NFD without nonspacing marks, lower case. Thread rule: immutable after construction.
class Normalizer {
public:
    struct Options {
        bool clean_text = true;    ///< removes control characters; white space becomes ' '
        bool chinese_chars = true; ///< inserts spaces around Chinese characters
        bool strip_accents = true;
        bool lowercase = true;
        bool operator==(const Options&) const = default;
    };

    explicit Normalizer(Options options);
    const Options& options() const { return options_; }

    /// Appends the normal form of `text` to `out`.
    void normalize(std::string_view text, std::string& out) const;

private:
    /// The result for one code point: if `simple`, the 0 to 3 code points in `out`, independent of its
    /// neighbors; otherwise it takes part in canonical ordering and needs the slow path.
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
    std::vector<Form> forms_; ///< of the code points below 0x3100, which cover nearly all text
};

} // namespace tunedesk::data
