// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyleOption>

namespace tunedesk::ui::style {

constexpr int chevron_room = 14; ///< of the chevron beside a button's text

/// The option as what it is; null if it is another.
template <class Option>
const Option* as(const QStyleOption* option) {
    return qstyleoption_cast<const Option*>(option);
}

/// A button whose click opens a menu has a chevron at its right; one of a few dots says so itself.
inline bool shows_chevron(const QStyleOptionToolButton& option) {
    return (option.features & QStyleOptionToolButton::HasMenu) && option.text.size() > 1 &&
           !(option.features & QStyleOptionToolButton::MenuButtonPopup);
}

} // namespace tunedesk::ui::style
