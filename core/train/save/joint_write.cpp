// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/save/joint_write.h"

#include "base/error.h"
#include "base/errors/error_json.h"
#include "format/manifest.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>

namespace tunedesk::train {

namespace {

Error of_rank(std::size_t rank, Error& error) {
    return error.with_where(fmt::format("rank {}: {}", rank, error.where()));
}

/// What another rank has answered; throws its error.
std::vector<format::Manifest::Entry> entries_of(const std::string& answer) {
    const Json json = parse_json(answer, "a rank's answer", ErrorId::manifest_damaged,
                                 {.max_bytes = format::max_manifest_bytes, .max_depth = 8});
    if (json.contains("error")) throw error_from(json.at("error"), ErrorId::write_failed);
    return format::parse_entries(json.at("entries").get<std::string>(), "a rank's answer");
}

} // namespace

std::string answer_of(const std::function<std::vector<format::Manifest::Entry>()>& write) {
    Json answer;
    try {
        answer["entries"] = format::entries_text(write());
    } catch (const Error& error) {
        if (error.code() != ExitCode::resources) throw;
        answer["error"] = error_json(error);
    }
    return answer.dump();
}

std::string JointWrite::carry_out(const Json& asked, const Write& write_own) const {
    return answer_of([&]() -> Entries {
        const fs::path folder = asked.at("folder").get<std::string>();
        if (asked.at("what") == "state")
            return write_own(remote_ ? remote_->local_folder_for(folder) : folder);
        if (remote_) remote_->send(asked);
        return {};
    });
}

void JointWrite::collect(const fs::path& folder, const std::map<int, Entries>& written) {
    const Json asked = remote_->request(folder, written);
    requests_.post(asked.dump());
    std::optional<Error> failed;
    try {
        remote_->collect(asked, folder, written);
    } catch (const Error& error) {
        failed = error;
    }
    requests_.answers();
    if (failed) throw *failed;
}

std::vector<format::Manifest::Entry> JointWrite::write(const fs::path& folder, std::int64_t step,
                                                       const Write& write_own) {
    requests_.post(Json{{"what", "state"}, {"folder", folder.string()}, {"step", step}}.dump());
    std::vector<format::Manifest::Entry> entries;
    std::optional<Error> failed;
    try {
        entries = write_own(folder);
    } catch (Error& error) {
        failed = of_rank(0, error); // the others still write there
    }
    const std::vector<std::string> answers = requests_.answers();
    std::map<int, Entries> written;
    for (std::size_t i = 0; i < answers.size() && !failed; ++i)
        try {
            written[static_cast<int>(i) + 1] = entries_of(answers[i]);
        } catch (Error& error) {
            failed = of_rank(i + 1, error);
        }
    if (failed) throw *failed;
    if (remote_ && remote_->any()) collect(folder, written);
    for (auto& [rank, files] : written)
        std::ranges::move(files, std::back_inserter(entries));
    return entries;
}

} // namespace tunedesk::train
