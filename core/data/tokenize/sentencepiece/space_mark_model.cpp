// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/sentencepiece/space_mark_model.h"

namespace tunedesk::data {

std::size_t SpaceMarkModel::count(std::string_view text, std::size_t offset) const {
    thread_local std::vector<std::int32_t> ids;
    ids.clear();
    TokenSink sink{ids};
    encode(text, offset, sink);
    return ids.size();
}

} // namespace tunedesk::data
