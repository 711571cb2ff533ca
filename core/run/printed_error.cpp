// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/printed_error.h"

#include "base/text.h"

#include <charconv>
#include <string_view>

namespace tunedesk::run {

Error printed_error(const std::string& text, const std::string& command) {
    const std::string said(trimmed(text));
    const std::size_t begin = said.find("error[TD");
    int id = 0;
    if (begin != std::string::npos && said.size() >= begin + 12)
        std::from_chars(said.data() + begin + 8, said.data() + begin + 12, id);
    if (id < 2000) return Error(ErrorId::command_silent, {}, command).with_next(shortened(said, 500));
    std::string what = said.substr(begin + 12), next;
    if (what.starts_with("]: ")) what.erase(0, 3);
    for (const std::string_view mark : {"; next: ", "\nnext: "})
        if (const std::size_t at = what.rfind(mark); at != std::string::npos) {
            next = what.substr(at + mark.size());
            what.resize(at);
        }
    return Error::in_words(id, what, {}, next);
}

} // namespace tunedesk::run
