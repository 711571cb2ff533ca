// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "output.h"

#include "event/batch_lines.h"
#include "event/event.h"
#include "event/folder/run_folder.h"
#include "run/follow/progress.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::app {

/// Shows a run on a file descriptor: bars on a terminal, plain lines on a pipe, or the journal's lines as
/// they are. Thread rule: one thread. A descriptor that cannot be written any more (a closed pipe or
/// terminal) silences the view and stops nothing.
class TerminalView {
public:
    enum class Style { bars, plain, json };
    /// bars on a terminal that can move the cursor, else plain; json where asked for.
    static Style style_for(int fd, bool json);

    TerminalView(event::RunFolder folder, Style style, int fd);

    void see(const event::Event& event);
    /// Redraws the bars, at most ten times a second; as wide as the terminal is now.
    void tick();
    /// Prints a sentence above the bars; does nothing in json style.
    void say(const std::string& text);
    /// Prints the last bars, then for a finished run the report and the paths of its results.
    void finish(const std::optional<event::ExitRecord>& record);
    bool is_silenced() const { return silenced_; }

private:
    void progress(const event::Event& event);
    void print_memory(int rank, const std::string& memory);
    void print_step(const event::Event& event);
    void print_eval(const event::Event& event);
    void print_other(const event::Event& event);
    void line(const std::string& text);
    std::vector<std::string> rows(std::size_t width) const;
    std::string bar_row(const run::ProgressBar& bar, const std::string& figures, std::size_t width) const;
    void draw(bool force);
    void put(const TerminalFrame& frame);
    std::size_t width() const;

    event::RunFolder folder_;
    Style style_;
    int fd_;
    bool color_, blocks_, silenced_ = false, dirty_ = false;
    std::size_t drawn_rows_ = 0;
    double drawn_at_ = 0;
    run::RunProgress progress_;
    event::BatchLines batches_;
};

} // namespace tunedesk::app
