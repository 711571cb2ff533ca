// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/errors/rows.h"
#include "base/phrase.h"

namespace tunedesk {

namespace {

constexpr ErrorForm stop_errors_rows[] = {
    {ErrorId::stopped_on_request, TUNEDESK_TRANSLATABLE("Error", "stopped on request"),
     TUNEDESK_TRANSLATABLE("Error", "tunedesk --no-gui resume {}")},
    {ErrorId::killed_on_request, TUNEDESK_TRANSLATABLE("Error", "ended at once by signal {}"),
     TUNEDESK_TRANSLATABLE("Error", "tunedesk --no-gui resume {}")},
    {ErrorId::download_cancelled, TUNEDESK_TRANSLATABLE("Error", "download cancelled"),
     TUNEDESK_TRANSLATABLE("Error", "tunedesk model get continues it")},
    {ErrorId::supervisor_blocked_end,
     TUNEDESK_TRANSLATABLE("Error", "ended at once by signal {}; the supervisor's event loop did not run"),
     TUNEDESK_TRANSLATABLE("Error", "tunedesk --no-gui resume {}")},
};

} // namespace

std::span<const ErrorForm> stop_errors() {
    return stop_errors_rows;
}

} // namespace tunedesk
