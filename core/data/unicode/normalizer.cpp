// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/unicode/normalizer.h"

#include "data/unicode/unicode.h"

#include <algorithm>

namespace tunedesk::data {

/// The code points since the last starter (combining class 0), not yet in canonical order.
struct Normalizer::Pending {
    struct Mark {
        int combining_class;
        char32_t code_point;
    };
    std::vector<Mark> marks;
};

Normalizer::Normalizer(Options options) : options_(options) {
    forms_.resize(0x3100);
    for (char32_t c = 0; c < forms_.size(); ++c)
        forms_[c] = form_of(c);
}

Normalizer::Form Normalizer::form_of(char32_t code_point) const {
    Form form;
    char32_t parts[unicode::expansion_limit];
    const int count =
        options_.strip_accents ? unicode::decompose(code_point, parts) : (parts[0] = code_point, 1);
    const bool spaced = options_.chinese_chars && unicode::is_chinese(code_point);
    for (int i = 0; options_.strip_accents && i < count; ++i)
        if (unicode::combining_class(parts[i]) != 0 || unicode::is_nonspacing_mark(parts[i])) {
            // A starter with marks that are all removed is simple: "é" becomes "e" independent of what
            // follows.
            if (i == 0 || !unicode::is_nonspacing_mark(parts[i])) return form;
        }
    std::string text;
    Pending pending;
    if (!spaced) add_slowly(code_point, pending, text);
    flush(pending, text);
    if (spaced || text.size() > 12) return form;
    for (std::size_t position = 0; position < text.size(); ++form.count) {
        if (form.count == 3) return Form{};
        form.out[form.count] = unicode::next(text, position);
    }
    form.simple = true;
    return form;
}

void Normalizer::emit(char32_t code_point, std::string& out) const {
    char32_t lower[unicode::expansion_limit] = {code_point};
    const int count = options_.lowercase ? unicode::to_lower(code_point, lower) : 1;
    for (int i = 0; i < count; ++i)
        unicode::append(out, lower[i]);
}

void Normalizer::flush(Pending& pending, std::string& out) const {
    auto& marks = pending.marks;
    if (marks.size() > 1)
        std::stable_sort(marks.begin(), marks.end(),
                         [](auto& a, auto& b) { return a.combining_class < b.combining_class; });
    for (const auto& mark : marks)
        if (!unicode::is_nonspacing_mark(mark.code_point)) emit(mark.code_point, out);
    marks.clear();
}

void Normalizer::add_slowly(char32_t code_point, Pending& pending, std::string& out) const {
    if (options_.clean_text) {
        const bool blank = code_point == '\t' || code_point == '\n' || code_point == '\r';
        if (!blank &&
            (code_point == 0 || code_point == unicode::replacement || unicode::is_control(code_point)))
            return;
        if (unicode::is_white_space(code_point)) code_point = ' ';
    }
    const bool spaced = options_.chinese_chars && unicode::is_chinese(code_point);
    if (!options_.strip_accents) {
        if (spaced) out += ' ';
        emit(code_point, out);
        if (spaced) out += ' ';
        return;
    }
    char32_t parts[unicode::expansion_limit];
    const int count = unicode::decompose(code_point, parts);
    if (spaced) flush(pending, out);
    if (spaced) out += ' ';
    for (int i = 0; i < count; ++i) {
        const int combining_class = unicode::combining_class(parts[i]);
        if (combining_class == 0) flush(pending, out);
        if (combining_class != 0)
            pending.marks.push_back({combining_class, parts[i]});
        else if (!unicode::is_nonspacing_mark(parts[i]))
            emit(parts[i], out);
    }
    if (spaced) flush(pending, out);
    if (spaced) out += ' ';
}

void Normalizer::normalize(std::string_view text, std::string& out) const {
    Pending pending;
    for (std::size_t position = 0; position < text.size();) {
        const char32_t code_point = unicode::next(text, position);
        if (code_point < forms_.size() && forms_[code_point].simple) {
            const Form& form = forms_[code_point];
            // A removed character (a control) does not end a run of marks.
            if (form.count > 0 && !pending.marks.empty()) flush(pending, out);
            for (int i = 0; i < form.count; ++i)
                unicode::append(out, form.out[i]);
        } else {
            add_slowly(code_point, pending, out);
        }
    }
    flush(pending, out);
}

} // namespace tunedesk::data
