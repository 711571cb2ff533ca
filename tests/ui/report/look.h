// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QPalette>

namespace tunedesk::test {

/// Sets Fusion and, with SCREENSHOT_DARK, a dark palette: for inspecting screenshots.
inline void use_asked_look() {
    QApplication::setStyle(QStringLiteral("Fusion"));
    if (!qEnvironmentVariableIsSet("SCREENSHOT_DARK")) return;
    QPalette palette(QColor(0x31, 0x33, 0x36), QColor(0x26, 0x28, 0x2b));
    palette.setColor(QPalette::Base, QColor(0x1d, 0x1f, 0x22));
    palette.setColor(QPalette::AlternateBase, QColor(0x23, 0x25, 0x28));
    palette.setColor(QPalette::Highlight, QColor(0x2f, 0x65, 0xa8));
    QApplication::setPalette(palette);
}

} // namespace tunedesk::test
