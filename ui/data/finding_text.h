// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/findings.h"

#include <QString>

namespace tunedesk::ui {

/// "Training", "Validation", "Test".
QString role_name(const QString& role);

/// A label as a line or a button shows it: in quotes, short, what could disturb a line made visible.
QString label_text(const std::string& label);

/// Why a row cannot be used, in the window's language.
QString fault_text(const data::RowFault& fault);

/// What was found, in one sentence in the window's language.
QString finding_text(const data::Finding& finding);
/// The first rows of a finding, a line each, for a tool tip.
QString finding_rows(const data::Finding& finding);

/// What the button that mends it does; `into`: the label that merged ones get.
QString mend_text(const data::Finding& finding, const std::string& into);
/// How it does that.
QString mend_tip(const data::Finding& finding);

} // namespace tunedesk::ui
