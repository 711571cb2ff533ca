// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/registry/user_settings.h"

#include "run/registry/settings_text.h"

#include <QStandardPaths>

namespace tunedesk::run {

fs::path settings_file() {
    const QString config = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    return fs::path(config.toStdString()) / "tunedesk" / "settings.yaml";
}

UserSettings read_user_settings() {
    const fs::path path = settings_file();
    std::error_code unknown;
    if (!fs::exists(path, unknown)) return {};
    return parse_user_settings(read_file(path, ErrorId::settings_invalid, 1u << 20), path.string());
}

} // namespace tunedesk::run
