// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/chat/template_form.h"

#include <algorithm>

namespace tunedesk::data {

namespace {

constexpr const char* white_space = " \t\r\n";

class TemplateReader {
public:
    explicit TemplateReader(std::string_view jinja) : rest_(jinja) {
        if (rest_.ends_with('\n')) rest_.remove_suffix(1);
    }

    std::string read() {
        if (rest_.find("{#") != std::string_view::npos || rest_.find(literal_mark) != std::string_view::npos)
            return {};
        for (;;) {
            const std::size_t tag = std::min(rest_.find("{{"), rest_.find("{%"));
            take_outside(tag);
            if (tag == std::string_view::npos) return form_;
            rest_.remove_prefix(tag);
            if (!take_tag()) return {};
        }
    }

private:
    /// Takes the text before the next tag, or the rest.
    void take_outside(std::size_t tag) {
        std::string_view text = rest_.substr(0, tag);
        bool begins_line = form_.empty();
        if (after_block_ && text.starts_with('\n')) {
            text.remove_prefix(1);
            begins_line = true;
        }
        if (strips_) text.remove_prefix(std::min(text.size(), text.find_first_not_of(white_space)));
        if (tag != std::string_view::npos) {
            if (rest_.substr(tag + 2).starts_with('-'))
                text = text.substr(0, text.find_last_not_of(white_space) + 1);
            else if (rest_[tag + 1] == '%')
                text = without_indentation(text, begins_line);
        }
        if (!text.empty()) ((form_ += "{{") += literal_mark).append(text).append(1, literal_mark) += "}}";
    }

    static std::string_view without_indentation(std::string_view text, bool begins_line) {
        const std::size_t end = text.find_last_not_of(" \t");
        if (end == std::string_view::npos) return begins_line ? std::string_view() : text;
        return text[end] == '\n' ? text.substr(0, end + 1) : text;
    }

    bool take_tag() {
        after_block_ = rest_[1] == '%';
        const std::string_view close = after_block_ ? "%}" : "}}";
        form_ += rest_.substr(0, 2);
        std::size_t at = rest_.substr(2).starts_with('-') ? 3 : 2;
        for (;; ++at) {
            const std::string_view here = rest_.substr(std::min(at, rest_.size()));
            if (here.empty()) return false;
            strips_ = here.starts_with('-') && here.substr(1).starts_with(close);
            if (strips_ || here.starts_with(close)) break;
            if (here.front() == '\'' || here.front() == '"') {
                if (!take_literal(at)) return false;
            } else if (static_cast<unsigned char>(here.front()) > ' ') {
                form_ += here.front();
            }
        }
        form_ += close;
        rest_.remove_prefix(at + (strips_ ? 3 : 2));
        return true;
    }

    /// Takes the literal that begins with the quote at `at`, which is moved to the closing quote.
    bool take_literal(std::size_t& at) {
        const char mark = rest_[at];
        form_ += literal_mark;
        for (++at; at < rest_.size() && rest_[at] != mark; ++at) {
            if (rest_[at] == '\\') {
                if (++at >= rest_.size()) return false;
                if (rest_[at] != 'n' && rest_[at] != '\'' && rest_[at] != '"') return false;
                form_ += rest_[at] == 'n' ? '\n' : rest_[at];
            } else {
                form_ += rest_[at];
            }
        }
        form_ += literal_mark;
        return at < rest_.size();
    }

    std::string_view rest_;
    std::string form_;
    bool after_block_ = false, strips_ = false; ///< for the previous tag
};

} // namespace

std::string template_form(std::string_view jinja) {
    return TemplateReader(jinja).read();
}

} // namespace tunedesk::data
