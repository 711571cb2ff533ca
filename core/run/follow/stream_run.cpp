// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/follow/stream_run.h"

#include "base/clock.h"
#include "event/environment_file.h"
#include "event/folder/run_lock.h"
#include "event/journal/journal.h"
#include "event/journal/journal_cursor.h"
#include "run/folder/run_files.h"
#include "run/follow/follow.h"
#include "run/follow/stream_status.h"
#include "run/registry/listed_runs.h"

#include <chrono>
#include <map>
#include <optional>
#include <thread>
#include <tuple>

namespace tunedesk::run {

namespace {

constexpr std::size_t stream_piece_bytes = 64u << 10;
constexpr double sign_of_life_seconds = 5, look_again_seconds = 0.5, look_at_list_seconds = 2, moment = 0.1;

class RunStreamer {
public:
    RunStreamer(event::RunFolder folder, const StreamOptions& how)
        : folder_(std::move(folder)), next_seq_(std::max<std::uint64_t>(how.from_seq, 1)), print_(how.print),
          enough_(how.enough), files_stamp_(how.files_stamp) {}

    void work() {
        print_status(); // whose journal it is, before anything of it
        print_files();
        while (!over()) {
            complete_ = false;
            read_journal();
            if (over()) return;
            if (follow()) {
                tail_.reset(); // what came live is not to be read again
                continue;
            }
            complete_ =
                !event::RunLock::is_held(folder_); // else it begins just now, or writes its last words
            const bool was_live = std::exchange(live_, false);
            if (was_live || is_due() || !now().is_same_as(*last_)) print_status();
            print_files();
            rest();
        }
    }

private:
    bool over() const { return silenced_ || enough_(); }

    void print(const std::string& lines) { silenced_ |= !print_(lines); }

    /// Prints what the journal holds and was not printed yet.
    void read_journal() {
        if (!tail_)
            tail_.emplace(folder_, event::JournalLines::Start{next_seq_, event::resumed_events(folder_)});
        while (!over()) {
            std::string text;
            const auto see = [&](const event::Event&, std::string_view line) {
                text.append(line).append(1, '\n');
            };
            if (!tail_->read(stream_piece_bytes, {nullptr, see})) return;
            if (!text.empty()) print(text);
            next_seq_ = std::max(next_seq_, tail_->last_given() + 1);
            if (is_due()) print_status();
        }
    }

    /// Whether the run lived.
    bool follow() {
        bool lived = false;
        const auto live = [&] {
            lived = true;
            if (std::exchange(live_, true)) return;
            print_status();
            print_files();
        };
        Following following;
        following.from_seq = next_seq_;
        following.see = [&](const event::Event& event) {
            live();
            see(event);
        };
        following.idle = [&] {
            live();
            flush();
            if (is_due()) print_status();
        };
        following.enough = [&] { return over(); };
        try {
            follow_live(folder_, following);
        } catch (const Error&) {
            // A socket of another user: only the journal can be read.
        }
        flush();
        return lived;
    }

    void see(const event::Event& event) {
        if (event.seq == 0) { // a later word of the same kind replaces one that still waits
            const auto phase = event.fields.find("phase");
            bars_[{event.type, event.rank, phase == event.fields.end() ? "" : phase->dump()}] =
                event::to_line(event) + '\n';
            return;
        }
        next_seq_ = std::max(next_seq_, event.seq + 1);
        print(event::to_line(event) + '\n');
    }

    void flush() {
        std::string text;
        for (const auto& [kind, line] : bars_)
            text += line;
        bars_.clear();
        if (!text.empty()) print(text);
    }

    StreamStatus now() const {
        StreamStatus status;
        status.tunedesk = event::project_version();
        status.run = folder_.root.string();
        status.journal = journal_identity(folder_);
        status.is_live = live_;
        status.is_complete = complete_ && !live_;
        status.seq = next_seq_ - 1;
        try {
            if (!live_) status.exit = event::read_exit(folder_);
        } catch (const Error&) {
            // A damaged exit.json: the run ended without a word that can be read.
        }
        return status;
    }

    void print_status() {
        last_ = now();
        printed_at_ = monotonic_seconds();
        print(to_line(*last_) + '\n');
    }

    bool is_due() const { return monotonic_seconds() - printed_at_ >= sign_of_life_seconds; }

    /// Prints the small files if they changed since they were last printed.
    void print_files() {
        if (!files_stamp_) return;
        const RunFiles files(folder_);
        if (files.stamp() == *files_stamp_) return;
        files_stamp_ = files.stamp();
        files.print([&](const std::string& line) {
            print(line + '\n');
            return !over();
        });
    }

    void rest() {
        const double until = monotonic_seconds() + look_again_seconds;
        while (!over() && monotonic_seconds() < until)
            std::this_thread::sleep_for(std::chrono::duration<double>(moment));
    }

    event::RunFolder folder_;
    std::uint64_t next_seq_;
    const std::function<bool(const std::string&)> print_;
    const std::function<bool()> enough_;
    std::optional<std::string> files_stamp_;
    std::optional<event::JournalCursor> tail_;
    std::map<std::tuple<event::Type, int, std::string>, std::string> bars_;
    std::optional<StreamStatus> last_;
    double printed_at_ = 0;
    bool live_ = false, complete_ = false, silenced_ = false;
};

} // namespace

void stream_run(const event::RunFolder& folder, const StreamOptions& how) {
    RunStreamer(folder, how).work();
}

void stream_list(const std::function<bool(const std::string&)>& print, const std::function<bool()>& enough) {
    RunLister lister;
    std::optional<std::vector<run::ListedRun>> printed;
    double printed_at = 0;
    while (!enough()) {
        std::vector<run::ListedRun> runs = lister.look();
        const bool has_changed = !printed || *printed != runs;
        if (has_changed || monotonic_seconds() - printed_at >= sign_of_life_seconds) {
            Json json = {{"type", "List"}, {"tunedesk", event::project_version()}};
            if (has_changed) json["runs"] = to_json(runs);
            if (!print(json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n')) return;
            printed = std::move(runs);
            printed_at = monotonic_seconds();
        }
        const double until = monotonic_seconds() + look_at_list_seconds;
        while (!enough() && monotonic_seconds() < until)
            std::this_thread::sleep_for(std::chrono::duration<double>(moment));
    }
}

} // namespace tunedesk::run
