// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"
#include "output.h"
#include "plots.h"
#include "run/programs.h"
#include "supervise.h"

#include <memory>

namespace tunedesk::app {

namespace {

int plot_run(const std::string& text, const std::string& out) {
    const event::RunFolder run = existing_run(text);
    const fs::path folder = out.empty() ? fs::path() : fs::absolute(out).lexically_normal();
    const auto plotted = draw_plots(run.root, folder, 600);
    if (!plotted) throw Error(ErrorId::plot_program_missing, {}, run::program_folder().string());
    write_text(plotted->out);
    if (plotted->code == 0) return 0;
    if (!plotted->error.empty() && plotted->code > 0) {
        write_notice(plotted->error); // its own error line
        return plotted->code;
    }
    throw Error(ErrorId::plot_failed, {plotted->error, run.root.string()}, run.root.string());
}

} // namespace

void add_plot_command(CLI::App& app, Action& action) {
    auto run = std::make_shared<std::string>();
    auto out = std::make_shared<std::string>();
    CLI::App* command =
        app.add_subcommand("plot", "Draw a run's curves and its confusion matrix as PDF and PNG");
    command->add_option("RUN", *run, "The run's folder")->required();
    command->add_option("--out", *out, "Where to write them; default: RUN/plots")->type_name("DIR");
    command->callback([run, out, &action] { action = [run, out] { return plot_run(*run, *out); }; });
}

} // namespace tunedesk::app
