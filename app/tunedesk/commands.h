// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace tunedesk::app {

/// What the chosen command does once the whole command line is parsed; its value is the exit code. It may
/// throw tunedesk::Error: main() prints it and exits with its code.
using Action = std::function<int()>;

// Each command lives in its own file commands/X_command.cpp and defines add_X_command(): it adds
// its subcommand (with options and help) to `app` and, in the subcommand's callback, sets `action`. A new
// file is picked up by the build; only its declaration belongs here. Variables that options write to must
// outlive parsing: keep them in a std::shared_ptr that the callback captures.
void add_run_command(CLI::App& app, Action& action);
void add_resume_command(CLI::App& app, Action& action);
void add_attach_command(CLI::App& app, Action& action);
void add_control_command(CLI::App& app, Action& action); ///< stop, pause, continue, checkpoint, kill
void add_submit_command(CLI::App& app, Action& action);
void add_model_command(CLI::App& app, Action& action);
void add_data_command(CLI::App& app, Action& action);
void add_publish_command(CLI::App& app, Action& action);
void add_list_command(CLI::App& app, Action& action);
void add_recipe_command(CLI::App& app, Action& action);
void add_report_command(CLI::App& app, Action& action);
void add_compare_command(CLI::App& app, Action& action);
void add_track_command(CLI::App& app, Action& action);
void add_check_command(CLI::App& app, Action& action);
void add_errors_command(CLI::App& app, Action& action);
void add_export_command(CLI::App& app, Action& action);
void add_predict_command(CLI::App& app, Action& action);
void add_serve_command(CLI::App& app, Action& action);
void add_tokenize_command(CLI::App& app, Action& action);
void add_preset_command(CLI::App& app, Action& action);
void add_plot_command(CLI::App& app, Action& action);
void add_queue_command(CLI::App& app, Action& action);
void add_device_command(CLI::App& app, Action& action);
void add_completion_command(CLI::App& app, Action& action);
void add_notify_command(CLI::App& app, Action& action);
void add_labels_command(CLI::App& app, Action& action);
void add_inspect_command(CLI::App& app, Action& action);
void add_server_command(CLI::App& app, Action& action);
void add_batch_size_command(CLI::App& app, Action& action);
void add_layout_command(CLI::App& app, Action& action);
void add_lr_range_command(CLI::App& app, Action& action);
void add_best_command(CLI::App& app, Action& action);

/// The options of `run` and `queue add` that lead to a run: --set and --run-dir.
void add_preset_options(CLI::App& command, std::vector<std::string>& sets, std::string& run_dir);

/// --collect of `run` and `resume`.
CLI::Option* add_collect_option(CLI::App& command, bool& collects);

/// For an option's check(): a number above 0 up to `most`.
CLI::Validator above_0(double most);

/// Adds every command that this build holds (generated from the files present).
void add_all_commands(CLI::App& app, Action& action);

} // namespace tunedesk::app
