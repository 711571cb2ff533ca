// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "preset/interop/interop.h"

#include <optional>

namespace tunedesk::ui {

/// What a path is that is opened or dropped on the window.
struct OpenedPath {
    enum class Kind {
        run,            ///< a run's folder
        bundle,         ///< NAME.tunedesk
        preset,         ///< YAML of ours
        other_settings, ///< of Hugging Face, accelerate or DeepSpeed, with `imported`
        other_log,      ///< of Lightning or the Hugging Face Trainer, to be compared with runs
        table,          ///< rows to fine-tune on
        no_run,         ///< a folder with neither run nor log
    };
    Kind kind = Kind::table;
    fs::path path; ///< absolute
    std::optional<preset::Imported> imported;
};

/// Goes by the name, and where that says too little by what the file holds: reads it, so call it off the
/// window's thread. Throws Error if the path is nothing that the window can show.
OpenedPath look_at(const fs::path& path);

} // namespace tunedesk::ui
