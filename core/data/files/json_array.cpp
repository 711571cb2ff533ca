// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/files/json_array.h"

#include "base/error.h"
#include "base/phrase.h"
#include "data/files/text_scan.h"

#include <cstddef>

namespace tunedesk::data {

namespace {

constexpr std::string_view white_space = " \t\r\n";

[[noreturn]] void refuse(const char* detail, const std::string& where) {
    throw Error(ErrorId::data_unreadable, {detail}, where);
}

/// Iterates over the elements of an array, after its opening bracket.
class ArraySplitter {
public:
    ArraySplitter(std::span<char> text, const std::string& where) : text_(text), where_(where) {}

    /// Returns the size including the closing bracket; 0 if there is none.
    std::size_t split() {
        while (at_ < text_.size()) {
            char& c = text_[at_++];
            if (is_in_string_)
                take_of_string(c);
            else if (white_space.find(c) != std::string_view::npos)
                c = ' ';
            else if (depth_ == 0 && (c == ',' || c == ']')) {
                if (!has_content_)
                    refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "the JSON array has an empty element"),
                           where_);
                has_content_ = false;
                const bool is_end = c == ']';
                c = is_end ? ' ' : '\n';
                if (is_end) return at_;
            } else {
                take_of_element(c);
            }
        }
        return 0;
    }

private:
    void take_of_string(char& c) {
        if (c == '\\')
            ++at_;
        else if (c == '"')
            is_in_string_ = false;
        else if (c == '\n')
            c = '\r'; // also invalid in a string, but keeps the row on one line
    }

    void take_of_element(char c) {
        has_content_ = true;
        is_in_string_ = c == '"';
        if (c == '[' || c == '{') ++depth_;
        if ((c == ']' || c == '}') && depth_ > 0) --depth_;
    }

    std::span<char> text_;
    const std::string& where_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0; ///< open brackets and braces in the element
    bool is_in_string_ = false, has_content_ = false;
};

} // namespace

bool begins_object_array(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    const std::size_t first = text.find_first_not_of(white_space);
    if (first == std::string_view::npos || text[first] != '[') return false;
    const std::size_t second = text.find_first_not_of(white_space, first + 1);
    return second != std::string_view::npos && text[second] == '{';
}

void json_array_to_lines(std::span<char> text, bool is_whole, const std::string& where) {
    const std::string_view view(text.data(), text.size());
    if (!begins_object_array(view) || wide_encoding(view)) return;
    const std::size_t bracket = view.find('[');
    text[bracket] = ' ';
    for (char& c : text.first(bracket))
        if (c == '\n' || c == '\r') c = ' ';
    const std::size_t begin = bracket + 1;
    const std::size_t taken = ArraySplitter(text.subspan(begin), where).split();
    if (!is_whole) return;
    if (taken == 0)
        refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "the JSON array is not closed: the file is truncated"),
               where);
    if (view.find_first_not_of(white_space, begin + taken) != std::string_view::npos)
        refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "text follows the JSON array"), where);
}

} // namespace tunedesk::data
