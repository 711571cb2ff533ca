// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/findings.h"

#include <QString>

namespace tunedesk::ui {

/// "Training", "Validation", "Test".
QString role_name(const QString& role);

/// A label for display: quoted, shortened, with problematic characters made visible.
QString label_text(const std::string& label);

/// Why a row cannot be used, in the window's language.
QString fault_text(const data::RowFault& fault);

/// A finding as one sentence in the window's language.
QString finding_text(const data::Finding& finding);
/// The first rows of a finding, one per line, for a tool tip.
QString finding_rows(const data::Finding& finding);

/// The text of the button for the remedy; `into`: the label for merged ones.
QString mend_text(const data::Finding& finding, const std::string& into);
/// A description of the remedy.
QString mend_tip(const data::Finding& finding);

} // namespace tunedesk::ui
