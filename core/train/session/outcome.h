// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tunedesk::train {

/// How a training session ended, where it did not fail.
enum class Outcome { finished, stopped };

} // namespace tunedesk::train
