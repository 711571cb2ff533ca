// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal_view.h"

#include "base/clock.h"
#include "base/text.h"
#include "event/evaluation.h"
#include "event/number.h"
#include "event/run_status.h"
#include "program.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tunedesk::app {

namespace {

using event::number;

constexpr double redraw_seconds = 0.1;
constexpr std::size_t width_with_parts = 140; ///< columns; narrower terminals show only the sum

bool locale_is_utf8() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
        if (const char* value = std::getenv(name); value && *value) {
            const std::string lower = ascii_lower(value);
            return lower.find("utf-8") != std::string::npos || lower.find("utf8") != std::string::npos;
        }
    return false;
}

/// Number of terminal cells of text with ASCII and one-cell characters.
std::size_t cells(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string clipped(const std::string& text, std::size_t width) {
    std::size_t used = 0, at = 0;
    for (; at < text.size(); ++at)
        if ((text[at] & 0xC0) != 0x80 && ++used > width) break;
    return text.substr(0, at);
}

std::string drawn_bar(double fraction, std::size_t width, bool blocks) {
    static const char* const eighths[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const auto filled =
        static_cast<std::size_t>(std::clamp(fraction, 0.0, 1.0) * static_cast<double>(width) * 8);
    std::string bar;
    for (std::size_t i = 0; i < width; ++i) {
        const std::size_t eighth = filled >= (i + 1) * 8 ? 8 : filled > i * 8 ? filled - i * 8 : 0;
        if (blocks)
            bar += eighth == 8 ? "█" : eighths[eighth];
        else
            bar += eighth == 8 ? "#" : eighth > 0 ? "-" : " ";
    }
    return bar;
}

} // namespace

TerminalView::Style TerminalView::style_for(int fd, bool json) {
    if (json) return Style::json;
    const char* terminal = std::getenv("TERM");
    const bool moves = terminal && *terminal && std::string_view(terminal) != "dumb";
    return ::isatty(fd) && moves ? Style::bars : Style::plain;
}

TerminalView::TerminalView(event::RunFolder folder, Style style, int fd)
    : folder_(std::move(folder)), style_(style), fd_(fd),
      color_(style == Style::bars && !(std::getenv("NO_COLOR") && *std::getenv("NO_COLOR"))),
      blocks_(locale_is_utf8()) {}

void TerminalView::see(const event::Event& event) {
    if (style_ == Style::json) {
        if (event.seq > 0) put(TerminalFrame().json(event::to_line(event) + "\n"));
        return;
    }
    using event::Type;
    if (event.type == Type::Progress) progress(event); // prints a new phase before the bars store it
    const bool knows_memory = !progress_.memory(event.rank, false).empty();
    dirty_ |= progress_.take(event, monotonic_seconds());
    if (const std::string published = batches_.take(event); !published.empty()) {
        if (style_ == Style::plain || event.type == Type::Eval)
            for (const std::string_view one : split(published, '\n'))
                line(std::string(one));
        return;
    }
    switch (event.type) {
    case Type::Step:
        return print_step(event);
    case Type::Eval:
        return print_eval(event);
    case Type::Heartbeat:
        if (const std::string memory = progress_.memory(event.rank, true); !knows_memory && !memory.empty())
            print_memory(event.rank, memory);
        return;
    case Type::Progress:
        return;
    default:
        return print_other(event);
    }
}

void TerminalView::progress(const event::Event& event) {
    if (style_ != Style::plain || event.rank != 0) return;
    const auto before = progress_.phases().find(0);
    const std::string phase = harmless(text_field(event.fields, "phase")); // sanitized as in RunProgress
    if (before == progress_.phases().end() || before->second != phase) line("phase: " + phase);
}

/// Prints the memory if no bar shows it.
void TerminalView::print_memory(int rank, const std::string& memory) {
    if (style_ == Style::plain) line(fmt::format("rank {}: {}", rank, memory));
}

void TerminalView::print_step(const event::Event& event) {
    const auto& f = event.fields;
    if (style_ != Style::plain) return;
    const double step = number(f, "step", 0), seconds = number(f, "step_seconds", 0);
    std::string text = fmt::format("step {:.0f}", step);
    if (progress_.steps() > 0) text += fmt::format("/{:.0f}", progress_.steps());
    text += fmt::format("  epoch {:.2f}  loss {:.4f}", number(f, "epoch", 0), number(f, "loss", 0));
    if (const auto accuracy = event::number_field(f, "accuracy"))
        text += fmt::format("  acc {:.4f}", *accuracy);
    text += fmt::format("  lr {:.3g}", number(f, "learning_rate", 0));
    if (seconds > 0) text += fmt::format("  {:.3f} s/step", seconds);
    text += "  " + human_bytes(static_cast<std::uint64_t>(number(f, "rss_bytes", 0)));
    line(text);
}

void TerminalView::print_eval(const event::Event& event) {
    const auto& f = event.fields;
    const auto best = f.find("best");
    const bool is_best = best != f.end() && best->is_boolean() && best->get<bool>();
    line(fmt::format("{}: step {:.0f}  {}{}", text_field(event.fields, "split"), number(f, "step", 0),
                     event::metrics_text(event, "  ", true), is_best ? "  (best)" : ""));
    for (const event::TextSample& sample : event::samples_of(event))
        line("  " + shortened(sample.prompt, 200) + " → " + shortened(sample.text, 1000));
}

void TerminalView::print_other(const event::Event& event) {
    using event::Type;
    const auto& f = event.fields;
    if (event.type == Type::Started) {
        line(fmt::format("{} steps, {}, {} samples, {} parameters ({} trainable)",
                         grouped(static_cast<std::uint64_t>(progress_.steps())),
                         counted_epochs(number(f, "epochs", 0)),
                         grouped(static_cast<std::uint64_t>(number(f, "samples", 0))),
                         grouped(static_cast<std::uint64_t>(number(f, "parameters", 0))),
                         grouped(static_cast<std::uint64_t>(number(f, "trainable", 0)))));
    } else if (event.type == Type::Resumed) {
        line(fmt::format("resumed from step {:.0f}", number(f, "from_step", 0)));
    } else if (event.type == Type::CheckpointSaved) {
        line(fmt::format("checkpoint: step {:.0f}  {}  {:.1f} s", number(f, "step", 0),
                         human_bytes(static_cast<std::uint64_t>(number(f, "bytes", 0))),
                         number(f, "seconds", 0)));
    } else if (event.type == Type::Log) {
        const std::string level = text_field(event.fields, "level");
        const std::string text = text_field(event.fields, "text");
        line(level == "info" ? text : level + ": " + text);
    } else if (event.type == Type::Failed) {
        line(fmt::format("rank {} failed: {}", event.rank, text_field(event.fields, "what")));
    } else if (event.type == Type::State) {
        const std::string state = text_field(event.fields, "state");
        if (state == event::state::stopping)
            line("stopping: finishing the step and saving; Ctrl-C again ends at once and keeps the last "
                 "checkpoint");
        else if (state == event::state::failing || state == event::state::killing)
            line("ending all ranks");
        else if (state == event::state::pausing || state == event::state::paused ||
                 state == event::state::terminating)
            line(state);
    }
}

void TerminalView::line(const std::string& text) {
    const std::string shown = harmless(text);
    if (style_ == Style::plain) return put(TerminalFrame().text(shown + "\n"));
    TerminalFrame frame;
    if (drawn_rows_ > 0) frame.up(drawn_rows_).erase_below();
    drawn_rows_ = 0;
    using Color = TerminalFrame::Color;
    const bool red = text.rfind("error", 0) == 0 || text.find(" failed:") != std::string::npos;
    const bool yellow = text.rfind("warning", 0) == 0;
    frame.colored(shown, !color_ ? Color::none : red ? Color::red : yellow ? Color::yellow : Color::none);
    put(frame.text("\n"));
    draw(true);
}

void TerminalView::say(const std::string& text) {
    if (style_ != Style::json) line(text);
}

std::size_t TerminalView::width() const {
    winsize size{};
    if (::ioctl(fd_, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
}

std::string TerminalView::bar_row(const run::ProgressBar& bar, const std::string& figures,
                                  std::size_t width) const {
    const std::string left = bar.label + ": " + bar.percent(true) + "|", right = "| " + bar.text(figures);
    const std::size_t used = cells(left) + cells(right);
    const std::size_t room = width > used + 1 ? width - used - 1 : 0;
    return clipped(left + drawn_bar(bar.fraction(), std::min<std::size_t>(room, 60), blocks_) + right,
                   width - 1);
}

std::vector<std::string> TerminalView::rows(std::size_t width) const {
    std::vector<std::string> rows;
    if (progress_.ranks().size() > 1)
        for (const auto& [rank, bar] : progress_.ranks()) {
            const std::string memory = progress_.memory(rank, width >= width_with_parts);
            rows.push_back(bar_row(bar, memory.empty() ? memory : ", " + memory, width));
        }
    if (const auto& total = progress_.total()) rows.push_back(bar_row(*total, progress_.figures(), width));
    if (const auto& phase = progress_.phase_bar()) rows.push_back(bar_row(*phase, {}, width));
    return rows;
}

void TerminalView::draw(bool force) {
    const double now = monotonic_seconds();
    if (style_ != Style::bars || (!force && (!dirty_ || now - drawn_at_ < redraw_seconds))) return;
    TerminalFrame frame;
    frame.up(drawn_rows_);
    const auto all = rows(std::max<std::size_t>(width(), 10));
    for (const std::string& row : all)
        frame.text(harmless(row)).erase_line_end().text("\n");
    frame.erase_below(); // rows that no longer exist
    drawn_rows_ = all.size();
    drawn_at_ = now;
    dirty_ = false;
    put(frame);
}

void TerminalView::tick() {
    draw(false);
}

void TerminalView::finish(const std::optional<event::ExitRecord>& record) {
    if (style_ == Style::json) return;
    draw(true);
    if (!record || record->code != 0) return;
    std::error_code none;
    std::string text = "\n";
    if (fs::exists(folder_.report_text(), none))
        text += read_file(folder_.report_text(), ErrorId::file_unreadable) + "\n";
    const std::string root = folder_.root.string();
    if (fs::exists(folder_.best(), none)) text += "best model   " + folder_.best().string() + "\n";
    if (fs::exists(folder_.final_model(), none))
        text += "final model  " + folder_.final_model().string() + "\n";
    if (fs::exists(folder_.report_text(), none))
        text += "report       " + folder_.report_text().string() + "\n";
    text += "run          " + root + "\n";
    if (!batches_.is_language_model()) // language models do not answer texts yet
        text += "next         tunedesk --no-gui predict " + root + " --text \"...\"\n";
    put(TerminalFrame().text(text));
}

void TerminalView::put(const TerminalFrame& frame) {
    if (!silenced_ && !frame.is_empty() && !frame.write(fd_)) silenced_ = true;
}

} // namespace tunedesk::app
