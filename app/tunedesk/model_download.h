// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hub/data_download.h"
#include "hub/hub_client.h"
#include "preset/preset.h"

namespace tunedesk::app {

/// A client of the hub that the environment names. An interrupt (Ctrl-C) cancels what it does: Error 9003.
/// Wants a QCoreApplication.
hub::HubClient hub_client();

using ShowDownload = std::function<void(const hub::DownloadProgress&)>;
/// Calls `work` with a client of the hub and a callback that shows a progress bar on a terminal, which is
/// cleared at the end.
void with_hub(const std::function<void(hub::HubClient&, const ShowDownload&)>& work);

/// Downloads a model into the cache, with a bar on a terminal; returns its folder. Throws as
/// hub::download_model().
fs::path get_model(const format::HubModel& model);

/// The same of rows of a data set.
hub::DownloadedData get_rows(const format::HubRows& rows);

/// Before a run of a model or data sets that the preset names and that are not downloaded: downloads them if
/// `is_wanted` or the user agrees on a terminal. Otherwise does nothing; the check before the start reports
/// what is missing. Returns whether data sets were downloaded, so that the preset must be loaded again.
bool download_missing(const Preset& preset, bool is_wanted, bool may_ask);

} // namespace tunedesk::app
