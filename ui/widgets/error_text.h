#pragma once

#include "base/error.h"
#include "base/phrase.h"

#include <QString>

namespace tunedesk::ui {

/// Error::line() with its fixed words in the window's language; what happened, where and the remedy stay in
/// the words of the command line. Any thread.
QString shown_error(const Error& error);

/// sentence() in the window's language; the sender's own words where the id is of another version.
QString phrase_text(const Phrase& phrase);

} // namespace tunedesk::ui
