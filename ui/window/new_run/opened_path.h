// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "preset/interop/interop.h"

#include <optional>

namespace tunedesk::ui {

/// The kind of a path that is opened or dropped on the window.
struct OpenedPath {
    enum class Kind {
        run,            ///< a run's folder
        bundle,         ///< NAME.tunedesk
        preset,         ///< a YAML preset of this program
        other_settings, ///< settings of Hugging Face, accelerate or DeepSpeed, in `imported`
        other_log,      ///< log of Lightning or the Hugging Face Trainer, for comparison with runs
        table,          ///< rows to fine-tune on
        no_run,         ///< a folder without run and log
    };
    Kind kind = Kind::table;
    fs::path path; ///< absolute
    std::optional<preset::Imported> imported;
};

/// Determines the kind by the name or, if that is ambiguous, by the contents. Reads files: call it outside
/// the window's thread. Throws Error if the window cannot show the path.
OpenedPath look_at(const fs::path& path);

} // namespace tunedesk::ui
