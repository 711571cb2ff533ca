// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/training_state.h"

#include "base/error.h"
#include "base/json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::format {

namespace {

constexpr int state_version = 1;
constexpr std::size_t max_state_bytes = 16u << 20; // includes the preset
constexpr std::int64_t max_count = std::int64_t{1} << 53;
constexpr double max_seconds = 1e12;
constexpr std::size_t max_passed_over = 65536;
constexpr int max_world_size = 1 << 20;
constexpr std::int64_t last_grouping = 2, max_of_batch = (std::int64_t{1} << 31) - 1;
constexpr std::int64_t last_sharding = 1;

/// One list of the fields for both directions.
template <class State, class Visitor>
void visit(State& s, Visitor&& see) {
    see("step", s.step);
    see("updates", s.updates);
    see("epoch", s.epoch);
    see("steps_in_epoch", s.steps_in_epoch);
    see("samples_in_epoch", s.samples_in_epoch);
    see("nonfinite_in_row", s.nonfinite_in_row);
    see("nonfinite_total", s.nonfinite_total);
    see("passed_over", s.passed_over);
    see("has_best", s.has_best);
    see("best_value", s.best_value);
    see("best_step", s.best_step);
    see("evaluations_without_gain", s.evaluations_without_gain);
    see("running_loss", s.running_loss);
    see("logged_steps", s.logged_steps);
    see("logged_samples", s.logged_samples);
    see("logged_tokens", s.logged_tokens);
    see("logged_seconds", s.logged_seconds);
    see("train_seconds", s.train_seconds);
    see("train_tokens", s.train_tokens);
    see("finished", s.finished);
}

template <class State, class Visitor>
void visit_kept(State& s, Visitor&& see) {
    see("has_kept", s.has_kept);
    see("kept_value", s.kept_value);
    see("kept_step", s.kept_step);
}

template <class State, class Visitor>
void visit_scaler(State& s, Visitor&& see) {
    see("scale", s.scale);
    see("good_steps", s.good_steps);
    see("hysteresis", s.hysteresis);
    see("skipped", s.skipped);
}

template <class Part, class Visitor>
void visit_part(Part& p, Visitor&& see) {
    see("grouping", p.grouping);
    see("batch_size", p.batch_size);
    see("max_tokens", p.max_tokens);
    see("accumulation", p.accumulation);
    see("world_size", p.world_size);
    see("drop_last", p.drop_last);
    see("shuffle", p.shuffle);
    see("seed", p.seed);
    see("samples", p.samples);
}

/// Reads fields of one object by their C++ types.
class FieldReader {
public:
    FieldReader(const Json& object, const std::string& where) : object_(object), where_(where) {
        if (!object.is_object()) refuse("it is not an object");
    }

    void operator()(const char* name, std::int64_t& value) const { value = count(name, at(name)); }
    void operator()(const char* name, double& value) const {
        const Json& field = at(name);
        if (field.is_null()) // NaN is written as null
            value = std::numeric_limits<double>::quiet_NaN();
        else if (field.is_number())
            value = field.get<double>();
        else
            wrong_type(name);
    }
    void operator()(const char* name, bool& value) const {
        if (!at(name).is_boolean()) wrong_type(name);
        value = at(name).get<bool>();
    }
    void operator()(const char* name, std::string& value) const {
        if (!at(name).is_string()) wrong_type(name);
        value = at(name).get<std::string>();
    }
    void operator()(const char* name, std::vector<std::int64_t>& value) const {
        const Json& list = at(name);
        if (!list.is_array()) wrong_type(name);
        if (list.size() > max_passed_over) out_of_range(name);
        for (const Json& item : list)
            value.push_back(count(name, item));
    }
    void operator()(const char* name, std::map<std::string, std::string>& value) const {
        if (!at(name).is_object()) wrong_type(name);
        for (const auto& [key, text] : at(name).items()) {
            if (!text.is_string()) wrong_type(name);
            value.emplace(key, text.get<std::string>());
        }
    }

    const Json* find(const char* name) const {
        const auto found = object_.find(name);
        return found == object_.end() ? nullptr : &*found;
    }
    const Json& at(const char* name) const {
        const Json* field = find(name);
        if (!field) wrong_type(name);
        return *field;
    }

    [[noreturn]] void wrong_type(const char* name) const {
        refuse(fmt::format("the field \"{}\" is missing or of another type", name));
    }
    [[noreturn]] void out_of_range(const char* name) const {
        throw Error(ErrorId::state_value_out_of_range, {name}, where_);
    }
    [[noreturn]] void refuse(const std::string& what) const {
        throw Error(ErrorId::state_damaged, {what}, where_);
    }

private:
    std::int64_t count(const char* name, const Json& field) const {
        if (!field.is_number_integer()) wrong_type(name);
        if (field.is_number_unsigned() ? field.get<std::uint64_t>() > max_count
                                       : field.get<std::int64_t>() < 0)
            out_of_range(name);
        return field.get<std::int64_t>();
    }

    const Json& object_;
    const std::string& where_;
};

void check_ranges(const TrainingState& s, const FieldReader& fields) {
    const auto at_most_steps = [&](const char* name, std::int64_t value) {
        if (value > s.step) fields.out_of_range(name);
    };
    at_most_steps("updates", s.updates);
    at_most_steps("epoch", s.epoch); // each has a step
    at_most_steps("best_step", s.best_step);
    at_most_steps("kept_step", s.kept_step);
    for (const auto& [name, seconds] :
         {std::pair("logged_seconds", s.logged_seconds), std::pair("train_seconds", s.train_seconds)})
        if (!(seconds >= 0 && seconds <= max_seconds)) fields.out_of_range(name);
}

std::vector<DealtPart> parse_parts(const Json& json, const FieldReader& state, const std::string& where,
                                   std::int64_t samples_in_epoch) {
    constexpr const char* name = "dealt_before";
    if (!json.is_array()) state.wrong_type(name);
    if (json.size() > most_dealt_parts) state.out_of_range(name);
    std::vector<DealtPart> parts;
    std::int64_t samples = 0;
    for (const Json& item : json) {
        const FieldReader fields(item, where);
        DealtPart& part = parts.emplace_back();
        visit_part(part, fields);
        if (fields.find("sharding")) fields("sharding", part.sharding);
        const bool counts = part.batch_size > 0 && part.accumulation > 0 && part.world_size > 0;
        const double step = static_cast<double>(part.batch_size) * static_cast<double>(part.accumulation) *
                            static_cast<double>(part.world_size);
        const bool fits = part.samples >= 1 && part.samples <= samples_in_epoch - samples;
        if (!fits || !counts ||
            std::max({part.batch_size, part.accumulation, part.max_tokens}) > max_of_batch ||
            part.world_size > max_world_size || !(step < 0x1p50) || part.grouping > last_grouping ||
            part.sharding > last_sharding)
            state.out_of_range(name);
        samples += part.samples;
    }
    return parts;
}

RunFingerprint parse_run(const Json& json, const std::string& where) {
    const FieldReader fields(json, where);
    RunFingerprint run;
    fields("preset", run.preset_yaml);
    fields("data", run.data_hashes);
    if (fields.find("model")) fields("model", run.model_hashes);
    std::int64_t ranks = 0;
    fields("world_size", ranks);
    if (ranks < 1 || ranks > max_world_size) fields.out_of_range("world_size");
    run.world_size = static_cast<int>(ranks);
    return run;
}

} // namespace

std::string state_text(const SavedState& saved) {
    Json state = Json::object();
    const auto put = [&](const char* name, const auto& value) { state[name] = value; }; // NaN becomes null
    visit(saved.state, put);
    visit_kept(saved.state, put);
    if (saved.state.scaler)
        visit_scaler(*saved.state.scaler,
                     [&](const char* name, const auto& value) { state["scaler"][name] = value; });
    for (const DealtPart& part : saved.state.dealt_before) {
        Json& json = state["dealt_before"].emplace_back(Json::object());
        visit_part(part, [&](const char* name, const auto& value) { json[name] = value; });
        json["sharding"] = part.sharding;
    }
    Json json = {{"version", state_version}, {"state", std::move(state)}};
    if (saved.run)
        json["run"] = {{"preset", saved.run->preset_yaml},
                       {"data", saved.run->data_hashes},
                       {"model", saved.run->model_hashes},
                       {"world_size", saved.run->world_size}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

SavedState parse_state(std::string_view text, const std::string& where) {
    const Json json =
        parse_json(text, where, ErrorId::state_damaged, {.max_bytes = max_state_bytes, .max_depth = 8});
    const FieldReader fields(json, where);
    std::int64_t version = 0;
    fields("version", version);
    if (version != state_version)
        throw Error(ErrorId::state_version_unknown, {fmt::to_string(version), fmt::to_string(state_version)},
                    where);
    SavedState saved;
    const FieldReader state(fields.at("state"), where);
    visit(saved.state, state);
    if (state.find("has_kept"))
        visit_kept(saved.state, state);
    else
        saved.state.keep_best(); // in earlier versions the best model was always that in best/
    check_ranges(saved.state, state);
    if (const Json* parts = state.find("dealt_before"))
        saved.state.dealt_before = parse_parts(*parts, state, where, saved.state.samples_in_epoch);
    if (const Json* scaler = state.find("scaler")) {
        const FieldReader of_scaler(*scaler, where);
        visit_scaler(saved.state.scaler.emplace(), of_scaler);
        if (!(saved.state.scaler->scale > 0 && std::isfinite(saved.state.scaler->scale)))
            of_scaler.out_of_range("scale");
    }
    if (const Json* run = fields.find("run")) saved.run = parse_run(*run, where);
    return saved;
}

} // namespace tunedesk::format
