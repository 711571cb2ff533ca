// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "run/check/check_inputs.h"

#include <functional>
#include <memory>

namespace tunedesk::run {

/// Runs inspect_inputs() in a separate process (`tunedesk inspect`), which isolates the caller from damaged
/// files and is killed to cancel. One inspection at a time; a new one cancels the last. Callbacks run on the
/// inspector's thread, which needs Qt's event loop.
class Inspector {
public:
    struct Callbacks {
        std::function<void(const CheckedInputs&)> so_far; ///< everything but the lengths
        std::function<void(std::uint64_t done, std::uint64_t total)> progress;
        std::function<void(CheckedInputs)> done;
        std::function<void(const Error&)> failed; ///< inspect_ended, inspect_answer_invalid, ...
    };

    explicit Inspector(Callbacks callbacks);
    ~Inspector(); ///< cancels
    Inspector(const Inspector&) = delete;
    Inspector& operator=(const Inspector&) = delete;

    void inspect(const Preset& preset);
    void cancel();
    bool is_busy() const;

private:
    struct Running;
    Callbacks callbacks_;
    std::shared_ptr<Running> running_;
};

} // namespace tunedesk::run
