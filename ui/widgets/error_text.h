#pragma once

#include "base/error.h"

#include <QString>

namespace tunedesk::ui {

/// Error::line() with its fixed words in the window's language; what happened, where and the remedy stay in
/// the words of the command line. Any thread.
QString shown_error(const Error& error);

/// What a run's end has left in place, as the supervisor says it, in the window's language.
QString kept_text(const std::string& kept);

/// What a supervisor answers to a command, in the window's language.
QString answer_text(const std::string& answer);

} // namespace tunedesk::ui
