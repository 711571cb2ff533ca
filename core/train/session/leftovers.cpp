// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/session/leftovers.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tunedesk::train {

namespace {

template <class Matches>
void remove_where(const fs::path& folder, Matches matches) {
    std::vector<fs::path> found;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
        if (matches(entry->path().filename().string())) found.push_back(entry->path());
    for (const fs::path& path : found)
        fs::remove_all(path, failed);
}

} // namespace

void remove_leftovers(const event::RunFolder& folder) {
    std::vector<std::string> written;
    for (const fs::path& path :
         {folder.environment(), folder.report_json(), folder.report_text(), folder.confusion(),
          folder.predictions(), folder.best(), folder.final_model()})
        written.push_back(path.filename().string() + ".tmp");
    remove_where(folder.root, [&](const std::string& name) {
        return std::ranges::any_of(written,
                                   [&](const std::string& start) { return name.starts_with(start); });
    });
    remove_where(folder.checkpoints(), [](const std::string& name) {
        return name.ends_with(".tmp") && (name.starts_with("step-") || name.starts_with("next-best"));
    });
}

} // namespace tunedesk::train
