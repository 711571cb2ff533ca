// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/phrase.h"

#include <QString>

namespace tunedesk::ui {

/// Error::line() in the window's language; the text of Error::in_words() is not translated. cause: an
/// additional explanation in the window's language. Any thread.
QString shown_error(const Error& error, const QString& cause = {});

/// Error::message() and Error::next() in the window's language.
QString error_sentence(const Error& error);
QString error_advice(const Error& error);

/// sentence() in the window's language; the sender's own text if the id is of another version.
QString phrase_text(const Phrase& phrase);

} // namespace tunedesk::ui
