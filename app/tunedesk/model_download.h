// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_name.h"
#include "hub/hub_client.h"
#include "preset/preset.h"

namespace tunedesk::app {

/// A client of the hub that the environment names. An interrupt (Ctrl-C) cancels what it does: Error 9003.
/// Wants a QCoreApplication.
hub::HubClient hub_client();

/// Downloads a model into the cache, with a bar on a terminal; returns its folder. Throws as
/// hub::download_model().
fs::path get_model(const format::HubModel& model);

/// Before a run of a model that model.path names and that is not downloaded: downloads it where `is_wanted`,
/// or where the user says so on a terminal. Otherwise nothing: the check before the start says what is
/// missing.
void download_missing_model(const Preset& preset, bool is_wanted, bool may_ask);

} // namespace tunedesk::app
