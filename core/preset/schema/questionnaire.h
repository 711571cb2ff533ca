// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "preset/preset.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::preset {

/// What the questions propose depends on the machine they are asked on.
struct MachineProfile {
    int gpus = 0;
    bool bf16 = false; ///< the devices compute in bf16
    std::string model; ///< a model folder at hand, or empty
};

/// This machine's GPUs (through NVML where it is installed) and a model below `.deps/models`.
MachineProfile detect_machine();

/// One question with its proposal.
struct Question {
    std::string id;   ///< "strategy"; also the flag's name
    std::string text; ///< "How do the devices share the work?"
    std::string help;
    std::vector<std::string> choices; ///< empty if the answer is free
    std::string proposal;
};

/// The questions that lead to a preset: model, data, devices, nodes, strategy, ZeRO stage, offload,
/// precision, accumulation, clipping, batch, epochs, learning rate, name. Which come and what they propose
/// follows from the answers so far. Knows nothing of terminals. One thread.
class Questionnaire {
public:
    /// Whether the core can run a preset with these values; choices that it cannot are not offered.
    using Supported = std::function<bool(const Preset&)>;

    explicit Questionnaire(MachineProfile machine, Supported supported = this_version);

    /// The next open question; std::nullopt if there is none.
    std::optional<Question> next() const;

    /// Every question there is, for --help.
    std::vector<Question> all() const;

    /// Takes an answer, in any order. Returns the error in it; std::nullopt if it is accepted.
    [[nodiscard]] std::optional<std::string> answer(const std::string& id, const std::string& text);

    /// The preset, each key with its meaning as comment. Open questions are answered by their proposals.
    /// Relative paths of the answers count from the working directory; in the preset they count from
    /// `folder`, where it will lie.
    std::string to_yaml(const fs::path& folder) const;

    static bool this_version(const Preset& preset);

private:
    struct Entry;
    static const std::vector<Entry>& entries();
    static std::vector<Entry> data_entries();
    static std::vector<Entry> device_entries();
    static std::vector<Entry> training_entries();
    Question question(const Entry& entry) const;
    bool applies(const Entry& entry) const;
    std::string value(const std::string& id) const;
    std::vector<std::string> offered(const Entry& entry) const;
    std::string proposal(const Entry& entry, const std::vector<std::string>& choices) const;
    std::map<std::string, std::string> key_values() const;

    MachineProfile machine_;
    Supported supported_;
    std::map<std::string, std::string> answers_;
};

} // namespace tunedesk::preset
