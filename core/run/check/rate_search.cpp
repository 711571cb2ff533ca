// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/check/rate_search.h"

#include "event/event.h"

#include <cmath>

namespace tunedesk::run {

namespace {

/// The rates that Adam fine-tunes transformers with, new weights with more; SGD, whose steps are not divided
/// by the gradient's size, takes about a hundred times as much.
std::vector<double> usual_rates(const Preset& preset, const RangeTest& test) {
    const bool sgd = preset.training.optim == Preset::Optim::sgd;
    std::vector<double> usual{1e-5, 3e-5, 1e-4, 3e-4}, rates;
    if (sgd || !keeps_weights(preset)) usual.push_back(1e-3);
    for (const double rate : usual)
        if (const double own = sgd ? 100 * rate : rate; own >= test.from && own <= test.to)
            rates.push_back(own);
    return rates;
}

Json or_null(const std::optional<double>& rate) {
    return rate ? Json(*rate) : Json();
}

std::optional<double> rate_of(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

} // namespace

RateSearch search_rate(const Preset& preset, const RangeTest& test,
                       const std::function<void(const RateProgress&)>& on_step) {
    RateSearch search;
    search.points = test_range(preset, test, [&](const RangePoint& point) {
        on_step({point.learning_rate, 0, 0});
    });
    search.advice = advise_rate(search.points, preset);
    const bool starts = !search.points.empty() && std::isfinite(search.points.front().loss);
    if (search.advice.suggested || !starts) return search;
    const std::vector<double> rates = usual_rates(preset, test);
    if (rates.size() < 2) return search;
    for (const double rate : rates) {
        RateTrial trial{rate, {}};
        const int number = static_cast<int>(search.trials.size()) + 1;
        for (const RangePoint& point :
             test_range(preset, {rate, rate, trial_steps(test)}, [&](const RangePoint& tried) {
                 on_step({tried.learning_rate, number, static_cast<int>(rates.size())});
             }))
            trial.losses.push_back(point.loss);
        search.trials.push_back(std::move(trial));
    }
    search.advice = advise_rate(search.trials, trial_steps(test), search.advice);
    return search;
}

Json to_json(const RateSearch& search) {
    const RangeAdvice& advice = search.advice;
    Json json{{"points", Json::array()},
              {"trials", Json::array()},
              {"suggested", or_null(advice.suggested)},
              {"usable", advice.suggested ? Json::array({advice.usable_from, advice.usable_to}) : Json()},
              {"diverges_above", or_null(advice.diverges_above)}};
    for (const RangePoint& point : search.points)
        json["points"].push_back(
            {{"learning_rate", point.learning_rate}, {"loss", event::number_json(point.loss)}});
    for (const RateTrial& trial : search.trials) {
        Json losses = Json::array();
        for (const double loss : trial.losses)
            losses.push_back(event::number_json(loss));
        json["trials"].push_back({{"learning_rate", trial.learning_rate},
                                  {"loss", event::number_json(late_loss(trial))},
                                  {"losses", losses}});
    }
    return json;
}

RateSearch parse_rate_search(std::string_view text) {
    const Json json = parse_json(text, "lr-range --json", ErrorId::command_answer_invalid);
    RateSearch search;
    for (const Json& point : json.at("points"))
        search.points.push_back(
            {event::number(point, "learning_rate", 0), event::number(point, "loss", NAN)});
    for (const Json& each : json.at("trials")) {
        RateTrial trial{event::number(each, "learning_rate", 0), {}};
        for (const Json& loss : each.at("losses"))
            trial.losses.push_back(loss.is_number() ? loss.get<double>() : NAN);
        search.trials.push_back(std::move(trial));
    }
    search.advice.suggested = rate_of(json.at("suggested"));
    search.advice.diverges_above = rate_of(json.at("diverges_above"));
    if (!search.advice.suggested) return search;
    search.advice.usable_from = json.at("usable").at(0).get<double>();
    search.advice.usable_to = json.at("usable").at(1).get<double>();
    return search;
}

} // namespace tunedesk::run
