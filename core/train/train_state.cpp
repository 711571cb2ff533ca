#include "train/train_state.h"

#include "base/error.h"

#include <cmath>

namespace tunedesk::train {

namespace {

/// One list of the fields serves both directions.
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

/// Reads a field of the visitors above.
auto reader(const Json& json, const std::string& where) {
    return [&json, &where](const char* name, auto& value) {
        using Value = std::decay_t<decltype(value)>;
        try {
            const auto& field = json.at(name);
            if constexpr (std::is_same_v<Value, double>)
                value =
                    field.is_null() ? std::numeric_limits<double>::quiet_NaN() : field.template get<double>();
            else
                value = field.template get<Value>();
        } catch (const nlohmann::json::exception&) {
            throw Error(4410, std::string("the field \"") + name + "\" is missing or of another type", where,
                        "resume from an earlier checkpoint");
        }
    };
}

} // namespace

Json to_json(const TrainState& state) {
    Json json = Json::object();
    const auto put = [&](const char* name, const auto& value) { json[name] = value; }; // NaN becomes null
    visit(state, put);
    visit_kept(state, put);
    if (state.scaler)
        visit_scaler(*state.scaler,
                     [&](const char* name, const auto& value) { json["scaler"][name] = value; });
    return json;
}

TrainState state_from_json(const Json& json, const std::string& where) {
    TrainState state;
    visit(state, reader(json, where));
    if (json.contains("has_kept"))
        visit_kept(state, reader(json, where));
    else
        state.keep_best(); // an earlier version's: its best model was always the one in best/
    if (json.contains("scaler")) visit_scaler(state.scaler.emplace(), reader(json["scaler"], where));
    return state;
}

} // namespace tunedesk::train
