// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "commands.h"
#include "on_host.h"
#include "output.h"
#include "program.h"
#include "report/document/html.h"
#include "report/document/report_document.h"
#include "run/registry/known_runs.h"

#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

using report::RunReport;
using report::RunSummary;

std::string setting(const run::KnownRun& run, std::string_view key) {
    for (const auto& [name, value] : run.compared.settings)
        if (name == key) return value;
    return {};
}

void print_line(const char* title, const std::string& text) {
    if (!text.empty()) print_text("{:<10}{}\n", title, harmless(text));
}

std::string training_line(const RunReport& report) {
    return fmt::format("{} steps, {} in {}; {} tokens/s", grouped(static_cast<std::uint64_t>(report.steps)),
                       counted_epochs(report.epochs), human_duration(report.train_seconds),
                       grouped(static_cast<std::uint64_t>(std::max(0.0, report.train_tokens_per_second))));
}

std::string values_text(const task::Values& values) {
    std::string text;
    for (const auto& [name, value] : values)
        if (name != "loss") text += fmt::format("{}{} {:.4f}", text.empty() ? "" : ", ", name, value);
    return text;
}

std::string test_line(const RunReport& report) {
    std::string text;
    if (report.classification)
        text = fmt::format("accuracy {:.4f}, macro F1 {:.4f}", report.classification->accuracy,
                           report.classification->macro.f1);
    else
        text = values_text(report.metrics);
    if (text.empty()) return "none";
    if (report.test_loss) text += fmt::format(", loss {:.4f}", *report.test_loss);
    if (report.best_step > 0) text += fmt::format("; weights of step {}", report.best_step);
    if (!report.monitor.empty() && report.monitor_value)
        text += fmt::format(" (best {} {:.4f})", report.monitor, *report.monitor_value);
    return text;
}

/// Metrics of the validation rows, because the test rows are not evaluated before training.
std::string start_line(const RunSummary& run) {
    if (run.progress.at_start.empty()) return {};
    return fmt::format("{} (validation rows)", values_text(run.progress.at_start));
}

/// What each prompt got at the first and at the last evaluation.
void print_samples(const RunSummary& run) {
    for (const auto& [step, samples] : run.progress.samples) {
        print_text("\nsamples of step {}\n", step);
        for (const event::TextSample& sample : samples)
            print_text("  {} → {}\n", shortened(sample.prompt, 200), shortened(sample.text, 1000));
    }
}

std::string progress_line(const RunSummary& run) {
    std::string text = fmt::format("step {}", run.progress.step);
    if (run.progress.steps > 0) text += fmt::format(" of {}", run.progress.steps);
    if (run.progress.loss) text += fmt::format(", loss {:.4f}", *run.progress.loss);
    if (run.progress.evaluated.size() > 1) // the loss is first, followed by the task's main metric
        text += fmt::format(", validation {} {:.4f}", run.progress.evaluated[1].first,
                            run.progress.evaluated[1].second);
    return text;
}

void print_report(const run::KnownRun& run) {
    const RunSummary& summary = run.compared.summary;
    print_line("run", summary.folder.string());
    print_line("state", status_text(run.status));
    if (!run.running && summary.exit && !summary.exit->line.empty()) print_line("", summary.exit->line);
    print_line("preset", run.compared.name);
    std::string model = setting(run, "model.path");
    if (summary.report)
        model += fmt::format(", {} parameters, {} of them trained", grouped(summary.report->parameters),
                             grouped(summary.report->trainable));
    print_line("model", model);
    if (summary.report) {
        const RunReport& report = *summary.report;
        print_line("training", training_line(report));
        if (report.loss_scale && report.loss_scale_skips)
            print_line("loss scale", fmt::format("{} at the end; {} updates left out by overflows",
                                                 shortest(*report.loss_scale), *report.loss_scale_skips));
        if (report.static_graph_shapes)
            print_line("static graph",
                       fmt::format("{} batch shapes; beside the training {:.1f} s of warm-up and {:.1f} s of "
                                   "recording",
                                   *report.static_graph_shapes,
                                   report.static_graph_warmup_seconds.value_or(0),
                                   report.static_graph_capture_seconds.value_or(0)));
        std::string memory = human_bytes(report.peak_rss_bytes) + " (the largest worker)";
        if (report.peak_gpu_bytes > 0)
            memory += fmt::format(", {} on the GPU", human_bytes(report.peak_gpu_bytes));
        print_line("memory", memory);
        print_line("at start", start_line(summary));
        for (const auto& [name, metrics] : report.extra_validation)
            print_line("also on", fmt::format("{}: {}", shortened(name), values_text(metrics)));
        print_line("test", test_line(report));
        if (report.test_windowed_rows && report.test_windows)
            print_line("windows",
                       fmt::format("{} test rows are read in several windows, {} in all; a row's "
                                   "outputs are the mean of its windows'",
                                   grouped(*report.test_windowed_rows), grouped(*report.test_windows)));
        print_line("best lost", report.lost_best);
    } else {
        print_line("training", progress_line(summary));
    }
    if (summary.has_best) print_line("best", (summary.folder / "best").string());
    if (summary.has_final) print_line("final", (summary.folder / "final").string());
    for (const std::string& part : summary.damaged)
        print_line("damaged", part);
    if (summary.report && summary.report->memory)
        print_text("\n{}", memory_table(*summary.report->memory).to_text());
    if (!summary.report_text.empty())
        print_text("\n{}", summary.report_text);
    else if (!run.running && (!summary.exit || summary.exit->code != 0))
        print_text("\nThere is no report yet. next: tunedesk resume {}\n", summary.folder.string());
    print_samples(summary);
}

Json report_json(const run::KnownRun& run) {
    const RunSummary& summary = run.compared.summary;
    Json json;
    json["run"] = summary.folder.string();
    json["name"] = run.compared.name;
    json["state"] = status_text(run.status);
    json["status"] = status_json(run.status);
    json["running"] = run.running;
    json["exit"] = summary.exit ? event::to_json(*summary.exit) : Json();
    json["step"] = summary.report ? summary.report->steps : summary.progress.step;
    json["model"] = setting(run, "model.path");
    json["best"] = summary.has_best ? Json((summary.folder / "best").string()) : Json();
    json["final"] = summary.has_final ? Json((summary.folder / "final").string()) : Json();
    json["report"] = summary.report ? to_json(*summary.report) : Json();
    json["report_text"] = summary.report_text;
    json["damaged"] = summary.damaged;
    return json;
}

/// Writes the report as one page for a browser. The run's files are untrusted: only the page is written.
int write_page(const std::string& folder, const std::string& file, bool force) {
    forbid_writes_but(fs::absolute(file).parent_path());
    std::error_code ignored;
    if (!force && fs::exists(file, ignored)) throw Error(ErrorId::output_exists, {}, file);
    const run::KnownRun run = run::read_known_run(folder);
    const RunSummary& summary = run.compared.summary;
    const report::TestResults results =
        report::read_test_results(event::RunFolder{summary.folder}.predictions());
    if (results.problem) print_notice("note: {}\n", results.problem->line());
    const report::Metrics metrics = report::metrics_of(summary.folder);
    std::string state = status_text(run.status);
    if (!run.running && summary.exit && !summary.exit->line.empty()) state += ": " + summary.exit->line;
    write_file_atomically(
        file, report::to_html(report::report_document({run.compared, results, metrics, state, nullptr})));
    print_notice("wrote {}\n", file);
    return 0;
}

} // namespace

void add_report_command(CLI::App& app, Action& action) {
    auto folder = std::make_shared<std::string>();
    auto as_json = std::make_shared<bool>(false);
    auto host = std::make_shared<std::string>();
    auto page = std::make_shared<std::string>();
    auto force = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("report", "Show how a run went and what it left");
    command->add_option("RUN", *folder, "The run's folder")->required();
    CLI::Option* json = command->add_flag("--json", *as_json, "One JSON object");
    CLI::Option* html = command
                            ->add_option("--html", *page,
                                         "Write it as one page for a browser: scores, confusion matrix, "
                                         "curves, cost, environment, preset")
                            ->type_name("FILE")
                            ->excludes(json);
    command->add_flag("--force", *force, "Replace an existing file")->needs(html);
    add_host_option(*command, *host);
    html->excludes(command->get_option("--host"));
    command->callback([&action, folder, as_json, host, page, force] {
        action = [folder, as_json, host, page, force] {
            if (!page->empty()) return write_page(*folder, *page, *force);
            if (!host->empty())
                return relay(*host, *as_json ? remote::Words{"report", *folder, "--json"}
                                             : remote::Words{"report", *folder});
            forbid_writes();
            const run::KnownRun run = run::read_known_run(*folder);
            if (*as_json)
                print_json(report_json(run));
            else
                print_report(run);
            return 0;
        };
    });
}

} // namespace tunedesk::app
