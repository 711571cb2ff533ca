// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hub/hub_client.h"

namespace tunedesk::hub {

/// A model or a data set that a search has found. Texts are the hub's, of unknown origin.
struct HubSummary {
    std::string name, license;
    std::int64_t downloads = 0; ///< of the last 30 days
    std::int64_t likes = 0;
    bool is_gated = false;
};

struct HubModelSummary : HubSummary {
    std::string task, model_type;
    std::uint64_t parameters = 0; ///< 0: not known
    std::uint64_t bytes = 0;      ///< of its weights; 0: not known
    bool is_supported = false;    ///< an architecture that this program trains
};

struct HubDataSummary : HubSummary {
    std::string tasks;         ///< "text-classification, question-answering"; may be empty
    std::string rows;          ///< an order of magnitude: "10K–100K"; empty: not known
    std::string format;        ///< of its files, as the hub names it: "parquet", "csv"; empty: not known
    std::uint64_t bytes = 0;   ///< of all its files, of all revisions; 0: not known
    bool is_supported = false; ///< files of a form that download_data() reads
};

/// Models with safetensors weights whose names have these words, the most downloaded first. Blocks; throws as
/// HubClient::json().
std::vector<HubModelSummary> search_models(HubClient& client, const std::string& words, int most);

/// The same of data sets, of any files.
std::vector<HubDataSummary> search_data_sets(HubClient& client, const std::string& words, int most);

} // namespace tunedesk::hub
