// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/folder/required_run.h"

#include "base/files/unreadable.h"

namespace tunedesk::event {

void require_run(const RunFolder& folder) {
    require_not_hidden(ErrorId::run_file_unreadable, folder.preset());
    if (!folder.holds_run()) throw Error(ErrorId::run_preset_missing, {}, folder.root.string());
}

} // namespace tunedesk::event
