// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hub/hub_client.h"

namespace tunedesk::hub {

/// A model or a data set in the results of a search. Texts are from the hub and untrusted.
struct HubSummary {
    std::string name, license;
    std::int64_t downloads = 0; ///< of the last 30 days
    std::int64_t likes = 0;
    bool is_gated = false;
};

struct HubModelSummary : HubSummary {
    std::string task, model_type;
    std::uint64_t parameters = 0; ///< 0: unknown
    std::uint64_t bytes = 0;      ///< size of the weights; 0: unknown
    bool is_supported = false;    ///< this program can train the architecture
};

struct HubDataSummary : HubSummary {
    std::string tasks;         ///< "text-classification, question-answering"; may be empty
    std::string rows;          ///< order of magnitude: "10K–100K"; empty: unknown
    std::string format;        ///< of its files, as named by the hub: "parquet", "csv"; empty: unknown
    std::uint64_t bytes = 0;   ///< size of all files of all revisions; 0: unknown
    bool is_supported = false; ///< download_data() can read the files' format
};

/// Models with safetensors weights whose names contain these words, by descending downloads. Blocks; throws
/// the errors of HubClient::json().
std::vector<HubModelSummary> search_models(HubClient& client, const std::string& words, int most);

/// The same for data sets, with files of any format.
std::vector<HubDataSummary> search_data_sets(HubClient& client, const std::string& words, int most);

} // namespace tunedesk::hub
