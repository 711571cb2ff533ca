// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/key_text.h"

#include "ui/widgets/text.h"

#include <QCoreApplication>

namespace tunedesk::ui {

QString shown_label(const preset::Key& key) {
    return QCoreApplication::translate("KeyLabel", key.label.c_str());
}

QString shown_default(const preset::Key& key) {
    return key.default_text.empty() ? QCoreApplication::translate("KeyText", "none")
                                    : to_qt(key.default_text);
}

} // namespace tunedesk::ui
