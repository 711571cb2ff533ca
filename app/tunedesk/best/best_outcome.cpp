// SPDX-License-Identifier: GPL-3.0-or-later
#include "best/best_outcome.h"

#include "output.h"
#include "preset/interop/shell.h"

#include <fmt/format.h>

namespace tunedesk::app {

namespace {

Json to_json(const run::MeanRow& mean) {
    Json json = run::to_json(mean.row);
    json.erase("learning_rate");
    json["of"] = Json::array();
    for (const run::BestRow& each : mean.of)
        json["of"].push_back(each.run.root.string());
    return json;
}

/// The best single run.
const run::BestRow& best_run(const BestOutcome& outcome) {
    return outcome.rows[*outcome.best];
}

bool takes_mean(const BestOutcome& outcome) {
    return outcome.mean && run::is_recommended(*outcome.mean, outcome.metrics);
}

const run::BestRow& recommended(const BestOutcome& outcome) {
    return takes_mean(outcome) ? outcome.mean->row : best_run(outcome);
}

/// Assignments that train with the recommended settings.
std::vector<std::string> sets_of(const BestOutcome& outcome, double rate) {
    std::vector<std::string> sets = outcome.options.sets;
    sets.insert(sets.end(), outcome.chosen.begin(), outcome.chosen.end());
    sets.push_back(fmt::format("training.learning_rate={:.2g}", rate));
    return sets;
}

Json to_json(const run::BestPlan& plan) {
    return {{"learning_rates", plan.rates},
            {"seeds", plan.seeds},
            {"steps", plan.steps},
            {"seconds", plan.seconds},
            {"rest_seconds", plan.rest_seconds}};
}

std::string values_of(const run::BestRow& row, const run::BestMetrics& metrics) {
    std::string text = row.setting;
    if (row.monitored) text += fmt::format(", {} {:.4f}", metrics.monitor, *row.monitored);
    if (row.tested) text += fmt::format(", test {} {:.4f}", metrics.tested, *row.tested);
    return text;
}

void print_recommended(const BestOutcome& outcome) {
    const run::BestRow &row = recommended(outcome), &best = best_run(outcome);
    if (takes_mean(outcome)) print_text("Best single run: {}\n", values_of(best, outcome.metrics));
    print_text("Recommended: {}\n  {}", run::model_of(row.run).string(), values_of(row, outcome.metrics));
    if (outcome.plan->is_single()) print_text("; the only run, so there is no deviation");
    std::string sets;
    for (const std::string& each : sets_of(outcome, best.rate))
        sets += " --set " + preset::shell_word(each);
    print_text("\nnext: tunedesk predict {} --text TEXT, or train with these settings: tunedesk run {}{}\n",
               preset::shell_word(row.run.root.string()), preset::shell_word(outcome.options.preset), sets);
}

} // namespace

void print_outcome(const BestOutcome& outcome) {
    const std::vector<run::BestGroup> groups = run::best_groups(outcome.rows);
    if (!groups.empty())
        print_text("\nMean ± sample standard deviation over seeds\n{}\n",
                   run::best_table(groups, outcome.metrics).to_text());
    for (const run::BestRow& row : outcome.rows)
        if (!row.finished) print_text("{}: {}\n", row.setting, row.state);
    if (outcome.best)
        print_recommended(outcome);
    else
        print_text("No model is recommended: no run was evaluated before the end. next: more --minutes\n");
}

Json to_json(const BestOutcome& outcome) {
    Json json{{"minutes", outcome.options.minutes},
              {"seconds", outcome.seconds},
              {"monitor", outcome.metrics.monitor},
              {"test_metric", outcome.metrics.tested},
              {"step_seconds", outcome.step_seconds},
              {"plan", outcome.plan ? to_json(*outcome.plan) : Json()},
              {"runs", Json::array()},
              {"learning_rates", Json::array()},
              {"mean", outcome.mean ? to_json(*outcome.mean) : Json()},
              {"recommended", Json()}};
    for (const run::BestRow& row : outcome.rows)
        json["runs"].push_back(run::to_json(row));
    for (const run::BestGroup& group : run::best_groups(outcome.rows))
        json["learning_rates"].push_back(run::to_json(group));
    if (outcome.best) {
        const run::BestRow& row = recommended(outcome);
        json["recommended"] = run::to_json(row);
        if (takes_mean(outcome)) json["recommended"].erase("learning_rate");
        json["recommended"]["model"] = run::model_of(row.run).string();
        json["recommended"]["set"] = sets_of(outcome, best_run(outcome).rate);
    }
    return json;
}

} // namespace tunedesk::app
