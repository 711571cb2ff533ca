// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/background.h"

namespace tunedesk::ui {

QThreadPool& reading_threads() {
    static QThreadPool pool;
    // As for Qt's own pool: its jobs end before the application does.
    [[maybe_unused]] static const bool waits = [] {
        qAddPostRoutine([] { reading_threads().waitForDone(); });
        return true;
    }();
    return pool;
}

} // namespace tunedesk::ui
