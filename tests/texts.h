// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QString>
#include <string>

namespace tunedesk::test {

inline bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

inline QString to_qt(const fs::path& path) {
    return QString::fromStdString(path.string());
}

} // namespace tunedesk::test
