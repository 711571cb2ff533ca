// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/lines.h"

#include <cstring>

namespace tunedesk::data {

void read_lines(std::string_view text, RowSink& sink) {
    const char* const end = text.data() + text.size();
    for (const char* begin = text.data(); begin < end;) {
        const void* found = std::memchr(begin, '\n', static_cast<std::size_t>(end - begin));
        const char* const line_end = found ? static_cast<const char*>(found) : end;
        std::string_view line(begin, static_cast<std::size_t>(line_end - begin));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.size() > max_field_bytes)
            sink.reject(begin, begin, {RowFault::Kind::large_field});
        else if (!is_blank(line))
            sink.use(begin, line.data() + line.size(), {line, true}, {}, {}, {});
        begin = found ? line_end + 1 : end;
    }
}

} // namespace tunedesk::data
