// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/queue/sweep.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/philox.h"
#include "base/text.h"
#include "preset/schema/schema.h"
#include "run/folder/prepare.h"
#include "run/registry/known_runs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace tunedesk::run {

namespace {

constexpr const char* seed_key = "training.seed";

const preset::Key& key_of(std::string_view name) {
    if (const preset::Key* key = preset::find_key(name)) return *key;
    const preset::Key* found = nullptr;
    for (const preset::Key& key : preset::keys()) {
        if (key.name != name) continue;
        if (found)
            throw Error(ErrorId::sweep_key_ambiguous, {std::string(name), found->dotted(), key.dotted()},
                        "--sweep");
        found = &key;
    }
    if (found) return *found;
    const auto nearest = preset::suggest_key(name);
    throw nearest ? Error(ErrorId::sweep_key_misspelled, {shortened(name), *nearest}, "--sweep")
                  : Error(ErrorId::sweep_key_unknown, {shortened(name)}, "--sweep");
}

/// What a combination says, as assignments and as a setting.
struct Combination {
    std::vector<std::string> sets;
    std::string setting;

    void add(const preset::Key& key, const std::string& value) {
        sets.push_back(key.dotted() + "=" + value);
        setting += (setting.empty() ? "" : " ") + key.name + "=" + value;
    }
};

/// A number of "1e-5..1e-3"; whole where both ends are written so. Any other value as it is.
std::string drawn_value(const std::string& value, PhiloxStream& random) {
    const std::size_t dots = value.find("..");
    if (dots == std::string::npos) return value;
    const auto low = preset::read_number(trimmed(std::string_view(value).substr(0, dots))),
               high = preset::read_number(trimmed(std::string_view(value).substr(dots + 2)));
    if (!low || !high || *low >= *high) return value; // the preset's reader says what is wrong
    const bool are_whole =
        value.find_first_of(".eE", dots + 2) == std::string::npos && value.find_first_of(".eE") == dots;
    if (are_whole)
        return fmt::to_string(
            static_cast<std::int64_t>(*low) +
            static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(*high - *low) + 1)));
    const double part = random.uniform();
    const bool by_logarithm = *low > 0 && *high / *low >= 10;
    return fmt::format("{:.3g}",
                       by_logarithm ? *low * std::pow(*high / *low, part) : *low + part * (*high - *low));
}

std::vector<Combination> drawn_combinations(const Sweep& sweep) {
    constexpr int most_misses = 100; // in a row: the grid has no more
    constexpr std::uint64_t seed = 1;
    PhiloxStream random(seed, 0);
    std::vector<Combination> all;
    std::set<std::string> seen;
    for (int misses = 0; static_cast<int>(all.size()) < sweep.drawn && misses < most_misses;) {
        Combination one;
        for (const SweptKey& swept : sweep.keys)
            one.add(key_of(swept.key), drawn_value(swept.values[random.below(swept.values.size())], random));
        const bool is_new = seen.insert(one.setting).second;
        misses = is_new ? 0 : misses + 1;
        if (is_new) all.push_back(std::move(one));
    }
    return all;
}

std::vector<Combination> combinations(const Sweep& sweep) {
    if (sweep.drawn > 0 && !sweep.keys.empty()) return drawn_combinations(sweep);
    std::vector<Combination> all(1);
    for (const SweptKey& swept : sweep.keys) {
        const preset::Key& key = key_of(swept.key);
        std::vector<Combination> longer;
        for (const Combination& shorter : all)
            for (const std::string& value : swept.values) {
                longer.push_back(shorter);
                longer.back().add(key, value);
            }
        all = std::move(longer);
    }
    return all;
}

void check_sweep(const Sweep& sweep) {
    std::set<std::string> seen;
    for (const SweptKey& swept : sweep.keys) {
        if (!seen.insert(swept.key).second) throw Error(ErrorId::sweep_key_repeated, {}, swept.key);
        if (swept.key == seed_key && sweep.seeds > 1)
            throw Error(ErrorId::sweep_seeds_repeated, {}, swept.key);
    }
    if (sweep.run_count() > most_sweep_runs)
        throw Error(ErrorId::sweep_too_large, {grouped(sweep.run_count()), grouped(most_sweep_runs)});
}

/// The setting whose preset is the very same: "1e-5" and "0.00001".
void require_different(const std::vector<SweepRun>& runs) {
    std::set<std::string> seen;
    for (const SweepRun& run : runs)
        if (!seen.insert(preset::to_yaml(run.preset)).second)
            throw Error(ErrorId::sweep_runs_equal, {}, run.setting);
}

} // namespace

std::uint64_t Sweep::run_count() const {
    std::uint64_t count = static_cast<std::uint64_t>(std::max(1, seeds));
    if (drawn > 0) return std::min<std::uint64_t>(count * static_cast<std::uint64_t>(drawn), 1u << 30);
    for (const SweptKey& key : keys) // no overflow: it says "too many" long before
        count = std::min<std::uint64_t>(count * std::max<std::size_t>(1, key.values.size()), 1u << 30);
    return count;
}

std::vector<std::string> sweep_values(std::string_view text) {
    std::vector<std::string> values;
    std::string value;
    int depth = 0;
    const auto finish = [&] {
        if (const std::string_view word = trimmed(value); !word.empty()) values.emplace_back(word);
        value.clear();
    };
    for (const char c : text) {
        if (c == '[') ++depth;
        if (c == ']') --depth;
        if (c == ',' && depth <= 0)
            finish();
        else
            value += c;
    }
    finish();
    return values;
}

SweptKey read_swept_key(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) throw Error(ErrorId::sweep_values_unnamed, {shortened(text)}, "--sweep");
    SweptKey swept{key_of(trimmed(std::string_view(text).substr(0, equals))).dotted(),
                   sweep_values(std::string_view(text).substr(equals + 1))};
    if (swept.values.empty()) throw Error(ErrorId::sweep_values_missing, {swept.key}, "--sweep");
    return swept;
}

std::vector<SweepRun> sweep_runs(const DraftOf& read, const Sweep& sweep) {
    check_sweep(sweep);
    std::vector<SweepRun> runs;
    std::vector<preset::Problem> problems;
    for (const Combination& combination : combinations(sweep)) {
        const preset::Draft draft = read(combination.sets);
        for (const preset::Problem& problem : draft.problems)
            if (std::ranges::none_of(problems, [&](const preset::Problem& known) {
                    return known.key == problem.key && known.what == problem.what;
                }))
                problems.push_back(problem);
        const auto first = draft.loaded.preset.training.seed;
        for (int seed = 0; seed < std::max(1, sweep.seeds); ++seed) {
            SweepRun run{combination.setting, draft.loaded.preset};
            run.preset.training.seed = first + seed;
            if (sweep.seeds > 1)
                run.setting += (run.setting.empty() ? "" : " ") + fmt::format("seed={}", first + seed);
            runs.push_back(std::move(run));
        }
    }
    if (!problems.empty()) throw preset::PresetError(problems);
    require_different(runs);
    return runs;
}

std::vector<QueuedRun> place_runs(std::vector<SweepRun> runs, const fs::path& folder, const fs::path& base) {
    std::vector<QueuedRun> placed;
    if (runs.empty()) return placed;
    const fs::path root =
        folder.empty() ? default_run_folder(runs.front().preset, base, utc_seconds()) : folder;
    std::set<std::string> taken;
    for (SweepRun& run : runs) {
        const std::string first = run.setting.empty() ? std::string() : folder_name(run.setting);
        std::string name = first;
        for (int number = 2; !name.empty() && !taken.insert(name).second; ++number)
            name = first + "-" +
                   std::to_string(number); // values that differ in what a folder's name cannot hold
        placed.push_back({std::move(run.preset), {name.empty() ? root : root / name}, run.setting});
    }
    return placed;
}

std::string new_group_name(const std::string& preset_name) {
    std::set<std::string> taken;
    for (const RegisteredRun& run : registered_runs())
        taken.insert(run.group);
    const std::string first = preset_name + " sweep";
    std::string name = first;
    for (int number = 2; taken.contains(name); ++number)
        name = first + " " + std::to_string(number);
    return name;
}

} // namespace tunedesk::run
