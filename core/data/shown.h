#pragma once

#include <string>
#include <string_view>

namespace tunedesk::data {

/// Untrusted text as a message may show it: in double quotes, at most about 60 bytes, control characters and
/// bad bytes as \xNN, so that no data can move a terminal's cursor or flood a log.
std::string shown(std::string_view text);

} // namespace tunedesk::data
