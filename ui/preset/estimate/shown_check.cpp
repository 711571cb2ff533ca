// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/estimate/shown_check.h"

#include "base/errors/error_json.h"
#include "base/text.h"
#include "plan/stage_plans.h"
#include "plan/strategy_plans.h"
#include "preset/schema/schema.h"
#include "run/check/inputs_stream.h"
#include "ui/preset/estimate/estimator.h"
#include "ui/preset/form/parsed_preset.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr std::size_t most_problems = 200, longest_text = 1000, most_values = 4;

/// Members of an untrusted object from another machine.
class RemoteObject {
public:
    explicit RemoteObject(const Json& object) : object_(object) {}

    std::string text(const char* name) const {
        const Json* value = find(name);
        return value && value->is_string() ? shortened(value->get_ref<const std::string&>(), longest_text)
                                           : std::string();
    }
    /// Values of an error's sentence; std::nullopt for an error in words.
    std::optional<std::vector<std::string>> values() const {
        auto values = values_from(object_);
        if (values)
            for (std::string& value : *values)
                value = shortened(value, longest_text);
        return values;
    }
    std::uint64_t count(const char* name) const {
        const Json* value = find(name);
        return value && value->is_number_unsigned() ? value->get<std::uint64_t>() : 0;
    }
    double number(const char* name) const {
        const Json* value = find(name);
        return value && value->is_number() ? value->get<double>() : 0;
    }
    bool flag(const char* name) const {
        const Json* value = find(name);
        return value && value->is_boolean() && value->get<bool>();
    }
    const Json& part(const char* name, Json::value_t type) const {
        static const Json none;
        const Json* value = find(name);
        return value && value->type() == type ? *value : none;
    }

private:
    const Json* find(const char* name) const {
        const auto found = object_.is_object() ? object_.find(name) : object_.end();
        return found == object_.end() ? nullptr : &*found;
    }

    const Json& object_;
};

std::string with_remedy(const Error& error) {
    return (error_sentence(error) + (error.next().empty() ? QString() : "; " + error_advice(error)))
        .toStdString();
}

/// The key for an error of a file, whose path is that on the other machine: the key whose value ends the
/// path.
std::string key_there(const std::string& where, const Preset& as_written) {
    if (const preset::Key* key = key_of(where)) return key->dotted();
    std::pair<std::size_t, std::string> best;
    std::vector<std::pair<const char*, std::string>> paths{{"data.train", as_written.data.train},
                                                           {"data.validation", as_written.data.validation},
                                                           {"data.test", as_written.data.test},
                                                           {"data.split_file", as_written.data.split_file},
                                                           {"model.path", as_written.model.path}};
    for (const std::string& path : as_written.data.extra_validation)
        paths.emplace_back("data.extra_validation", path);
    for (const auto& [name, path] : paths) {
        const std::string plain = fs::path(path).lexically_normal().string();
        for (const std::string& each : {path, plain})
            if (each.size() > best.first && where.find(each) != std::string::npos) best = {each.size(), name};
    }
    return best.second;
}

ShownCheck::Problem problem_there(const RemoteObject& object, const Preset& as_written,
                                  const std::vector<data::Finding>& findings) {
    const std::string key = object.text("key"), what = object.text("what"), where = object.text("where");
    if (const std::uint64_t id = object.count("id"); id >= 1000 && id < 10000) {
        const Error error = error_of(static_cast<int>(id), object.values(), what, where, object.text("next"));
        const bool is_found = std::ranges::any_of(
            findings, [&](const data::Finding& finding) { return run::reports(finding, error); });
        return {shown_error(error), key_there(where, as_written), is_found ? ShownCheck::in_data_check : "",
                with_remedy(error)};
    }
    const Phrase reason = phrase_from(object.part("reason", Json::value_t::object));
    const QString said = reason.is_empty() ? to_qt(what) : phrase_text(reason);
    return {key.empty() ? said : to_qt(key) + QStringLiteral(": ") + said, key, {}, said.toStdString()};
}

/// std::nullopt for a finding that this version does not know.
std::optional<data::Finding> finding_there(const Json& json) {
    try {
        data::Finding finding = run::finding_from_json(json);
        finding.rows.resize(std::min(finding.rows.size(), data::most_finding_rows));
        finding.labels.resize(std::min(finding.labels.size(), most_problems));
        for (std::string* text : {&finding.message, &finding.split, &finding.twin_split})
            *text = shortened(*text, longest_text);
        for (std::string& label : finding.labels)
            label = shortened(label, longest_text);
        for (data::Finding::Row& row : finding.rows)
            if (row.fault) {
                row.fault->values.resize(std::min(row.fault->values.size(), most_values));
                for (std::string& value : row.fault->values)
                    value = shortened(value, longest_text);
            }
        return finding;
    } catch (const Error&) {
    } catch (const Json::exception&) {
    }
    return std::nullopt;
}

plan::MemoryParts memory_there(const RemoteObject& object) {
    plan::MemoryParts memory;
    memory.weights_bytes = object.count("weights_bytes");
    memory.gradient_bytes = object.count("gradient_bytes");
    memory.optimizer_bytes = object.count("optimizer_bytes");
    memory.activation_bytes = object.count("activation_bytes");
    memory.runtime_bytes = object.count("runtime_bytes");
    memory.total_bytes = object.count("total_bytes");
    return memory;
}

/// Only strategies that this version knows.
std::vector<plan::StrategyPlan> strategies_there(const Json& list) {
    std::vector<plan::StrategyPlan> plans;
    const preset::Key& key = *preset::find_key("parallel.strategy");
    for (const Json& json : list) {
        const RemoteObject object(json);
        Preset named;
        if (plans.size() == key.choices.size() || preset::set(named, key, object.text("strategy"))) continue;
        plans.push_back({named.parallel.strategy, memory_there(object), object.count("sent_bytes")});
    }
    return plans;
}

plan::Estimate estimate_there(const RemoteObject& object) {
    plan::Estimate e;
    static_cast<plan::MemoryParts&>(e) = memory_there(object);
    e.strategies = strategies_there(object.part("strategies", Json::value_t::array));
    e.parameters = object.count("parameters");
    e.trainable = object.count("trainable");
    e.train_tokens = object.count("train_tokens");
    e.steps = object.count("steps");
    e.disk_bytes = object.count("disk_bytes");
    e.seconds = object.number("seconds");
    e.basis = object.text("basis");
    e.measured_run = object.text("measured_run");
    e.measured_bytes = object.count("measured_bytes");
    e.measured_bytes_run = object.text("measured_bytes_run");
    return e;
}

} // namespace

std::map<std::string, std::string> ShownCheck::file_problems() const {
    std::map<std::string, std::string> of_keys;
    for (const Problem& problem : problems) {
        if (problem.key.empty() || !problem.place.empty()) continue;
        std::string& what = of_keys[problem.key];
        what += (what.empty() ? "" : "\n") + problem.what;
    }
    return of_keys;
}

std::uint64_t ShownCheck::memory_free_for_rank() const {
    return memory_free / (cuda ? 1 : static_cast<std::uint64_t>(ranks));
}

std::optional<Preset::Strategy> ShownCheck::recommended_strategy() const {
    if (!estimate) return std::nullopt;
    return plan::recommended(estimate->strategies, memory_free_for_rank());
}

ShownCheck shown_check(const run::Check& check) {
    ShownCheck shown;
    for (const preset::Problem& problem : check.preset_problems) {
        const QString what = phrase_text(problem.what);
        shown.problems.push_back(
            {to_qt(problem.key.empty() ? problem.place : problem.key) + QStringLiteral(": ") + what,
             problem.key, problem.place.empty() ? problem.key : problem.place, what.toStdString()});
    }
    for (const Error& error : check.inputs.problems)
        shown.problems.push_back({shown_error(error), key_of_error(check, error),
                                  run::finding_of(check.inputs, error) ? ShownCheck::in_data_check : "",
                                  with_remedy(error)});
    shown.estimate = check.estimate;
    shown.cuda = check.cuda;
    shown.gpus = check.machine.gpus.size();
    shown.ranks = std::max(1, check.preset.parallel.processes);
    shown.strategy = check.preset.parallel.strategy;
    shown.free_disk = check.free_disk;
    shown.truncated_rows = check.inputs.truncated_rows;
    shown.warnings = check.inputs.warnings;
    if (!check.estimate) return shown;
    const plan::Estimate& e = *check.estimate;
    shown.pipeline = plan::planned_passes(
        check.preset, e.stages, e.seconds / static_cast<double>(std::max<std::uint64_t>(1, e.steps)));
    shown.memory_needed = check.memory_needed();
    shown.memory_free = check.memory_free();
    shown.memory_verdict = check.memory_verdict();
    return shown;
}

ShownCheck shown_check(const Json& json, const Preset& as_written) {
    ShownCheck shown;
    const RemoteObject object(json);
    for (const Json& each : object.part("findings", Json::value_t::array))
        if (auto finding = finding_there(each); finding && shown.findings.size() < most_problems)
            shown.findings.push_back(std::move(*finding));
    for (const Json& problem : object.part("problems", Json::value_t::array))
        if (problem.is_object() && shown.problems.size() < most_problems)
            shown.problems.push_back(problem_there(RemoteObject(problem), as_written, shown.findings));
    for (const Json& warning : object.part("warnings", Json::value_t::array))
        if (warning.is_string() && shown.warnings.size() < most_problems)
            shown.warnings.push_back(shortened(warning.get_ref<const std::string&>(), longest_text));
    shown.files = object.part("data", Json::value_t::array).size();
    const RemoteObject machine(object.part("machine", Json::value_t::object));
    shown.gpus = machine.count("gpus");
    shown.free_disk = machine.count("free_disk_bytes");
    shown.truncated_rows = object.count("truncated_rows");
    shown.ranks = std::max(1, as_written.parallel.processes);
    shown.strategy = as_written.parallel.strategy;
    const Json& estimated = object.part("estimate", Json::value_t::object);
    if (!estimated.is_object()) return shown;
    const RemoteObject estimate(estimated);
    shown.estimate = estimate_there(estimate);
    shown.cuda = estimate.flag("cuda");
    shown.memory_needed = estimate.count("memory_needed_bytes");
    shown.memory_free = estimate.count("memory_free_bytes");
    if (const std::string verdict = estimate.text("memory_verdict");
        verdict == "fits" || verdict == "tight" || verdict == "no")
        shown.memory_verdict = verdict;
    return shown;
}

} // namespace tunedesk::ui
