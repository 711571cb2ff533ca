// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/phrase.h"

#include <QString>

namespace tunedesk::ui {

/// Error::line() in the window's language; what came in words stays in them. cause: what is known beside the
/// error's sentence, in the window's language. Any thread.
QString shown_error(const Error& error, const QString& cause = {});

/// Error::message() and Error::next() in the window's language.
QString error_sentence(const Error& error);
QString error_advice(const Error& error);

/// sentence() in the window's language; the sender's own words where the id is of another version.
QString phrase_text(const Phrase& phrase);

} // namespace tunedesk::ui
