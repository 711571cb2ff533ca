// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyleOption>

namespace tunedesk::ui::style {

constexpr int chevron_room = 14; ///< width of the chevron beside a button's text

/// The option cast to its type; null for another type.
template <class Option>
const Option* as(const QStyleOption* option) {
    return qstyleoption_cast<const Option*>(option);
}

/// Whether a button has a chevron at its right: if a click opens a menu and its text is longer than one
/// character, such as "…".
inline bool shows_chevron(const QStyleOptionToolButton& option) {
    return (option.features & QStyleOptionToolButton::HasMenu) && option.text.size() > 1 &&
           !(option.features & QStyleOptionToolButton::MenuButtonPopup);
}

} // namespace tunedesk::ui::style
