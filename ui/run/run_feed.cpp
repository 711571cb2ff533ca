// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_feed.h"

#include "base/clock.h"
#include "base/error.h"
#include "event/journal/journal_cursor.h"
#include "remote/view.h"
#include "run/follow/follow.h"
#include "ui/widgets/background.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace tunedesk::ui {

namespace {

constexpr std::size_t piece_bytes = 1 << 20, large_journal = 8 << 20, samples = 800;
constexpr std::size_t most_pending = 20'000; ///< events queued for the window
constexpr std::size_t most_a_turn = 2'000;   ///< per turn of the window's event loop
constexpr double memory_seconds = 2, look_again_seconds = 1;

event::JournalCursor::Readers into(RunHistory& history) {
    return {[&](const auto& line, const auto& reader) { history.take_step(line, reader); },
            [&](const event::Event& event, std::string_view) { history.take(event, 0); }};
}

bool is_superseded(event::Type type) {
    return type == event::Type::Progress || type == event::Type::Heartbeat;
}

} // namespace

/// State shared by the reading thread and the window's thread. The thread may outlive the feed.
struct RunFeed::Shared {
    explicit Shared(RunFeed* feed) : receiver(feed) {}

    std::atomic<bool> stopped = false;
    std::atomic<bool> connect_now = false;
    std::mutex mutex;
    std::condition_variable changed;
    RunFeed* receiver; ///< null after the feed was destroyed
    bool posted = false;
    double posted_at = 0;

    // Data queued for the window.
    std::shared_ptr<RunHistory> history;
    bool complete = false;
    std::vector<event::Event> events;
    /// index of the latest event of kinds that supersede earlier ones
    std::map<std::tuple<event::Type, int, std::string>, std::size_t> latest;
    std::optional<std::vector<run::RankMemory>> memory;
    std::optional<Source> source;
    std::optional<event::ExitRecord> exit;
    std::optional<int> ended;
    std::optional<remote::ConnectionStatus> connection;
    bool files = false;

    /// Requires the mutex: schedules a turn on the window's thread.
    void post(const std::shared_ptr<Shared>& self) {
        if (posted || !receiver) return;
        posted = true;
        posted_at = monotonic_seconds();
        QMetaObject::invokeMethod(
            receiver, [feed = receiver, self] { feed->receive(self); }, Qt::QueuedConnection);
    }

    /// Of progress and heartbeat events only the latest is relevant: a queued older one is replaced.
    void add(const std::shared_ptr<Shared>& self, event::Event event) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return events.size() < most_pending || stopped; });
        if (is_superseded(event.type)) {
            const auto [place, is_new] = latest.try_emplace(
                {event.type, event.rank, text_field(event.fields, "phase")}, events.size());
            if (is_new)
                events.push_back(std::move(event));
            else
                events[place->second] = std::move(event);
        } else {
            events.push_back(std::move(event));
        }
        if (monotonic_seconds() - posted_at >= least_interval_ms / 1e3) post(self);
    }

    void flush(const std::shared_ptr<Shared>& self) {
        const std::lock_guard lock(mutex);
        if (!events.empty() && monotonic_seconds() - posted_at >= least_interval_ms / 1e3) post(self);
    }

    template <typename Change>
    void post(const std::shared_ptr<Shared>& self, Change change) {
        const std::lock_guard lock(mutex);
        change(*this);
        post(self);
    }

    /// Sleeps; false if the thread was stopped.
    bool rest(double time) {
        std::unique_lock lock(mutex);
        return !changed.wait_for(lock, std::chrono::duration<double>(time), [&] { return stopped.load(); });
    }
};

namespace {

/// The reading thread's work for one run.
template <typename Shared>
class Reader {
public:
    Reader(std::shared_ptr<Shared> shared, event::RunFolder folder)
        : shared_(std::move(shared)), folder_(std::move(folder)), cursor_(folder_) {}

    void work() {
        if (const auto there = run::remote_run_of(folder_.root)) return work_there(*there);
        forbid_writes_of_this_thread();
        open();
        bool lived = false, has_posted_end = false;
        while (!shared_->stopped) {
            const bool was_live = follow();
            lived |= was_live;
            if (shared_->stopped) return;
            if (was_live || !has_posted_end) post_end(std::exchange(lived, false));
            has_posted_end = true;
            if (!shared_->rest(look_again_seconds)) return;
        }
    }

private:
    /// Follows a run on another machine until stopped; after an error that retries cannot resolve it waits
    /// for the user.
    void work_there(const run::RemoteRun& run) {
        bool is_open = false;
        while (!shared_->stopped) {
            try {
                remote::RemoteView view(run);
                if (!std::exchange(is_open, true)) open();
                view.follow(following_there());
            } catch (const Error& error) {
                if (!std::exchange(is_open, true)) open();
                post_connection({remote::ConnectionStatus::State::lost, error, 0});
            }
            while (!shared_->connect_now && shared_->rest(look_again_seconds)) {
            }
        }
    }

    remote::RemoteView::Following following_there() {
        remote::RemoteView::Following following;
        following.from_seq = cursor_.last_seq() + 1;
        following.see = [this](const event::Event& event) {
            cursor_.skip(event);
            shared_->add(shared_, event);
        };
        following.on_status = [this](const run::StreamStatus& status) { take_status(status); };
        following.on_new_journal = [this] {
            cursor_ = event::JournalCursor(folder_);
            hand_over(std::make_shared<RunHistory>(), true);
        };
        following.files = [this] { shared_->post(shared_, [](Shared& s) { s.files = true; }); };
        following.connection = [this](const remote::ConnectionStatus& connection) {
            post_connection(connection);
        };
        following.idle = [this] { shared_->flush(shared_); };
        following.enough = [this] { return shared_->stopped.load(); };
        following.at_once = [this] { return shared_->connect_now.exchange(false); };
        return following;
    }

    void post_connection(const remote::ConnectionStatus& connection) {
        shared_->post(shared_, [&](Shared& s) { s.connection = connection; });
    }

    void take_status(const run::StreamStatus& status) {
        if (!status.is_live && !status.is_complete) return;
        const bool has_ended = !status.is_live && std::exchange(lived_there_, false);
        lived_there_ |= status.is_live;
        shared_->post(shared_, [&](Shared& s) {
            s.source = status.is_live ? RunFeed::Source::live : RunFeed::Source::journal;
            s.exit = status.is_live ? std::nullopt : status.exit;
            if (has_ended) s.ended = status.exit ? status.exit->code : -1;
        });
    }

    void open() {
        std::error_code none;
        const auto size = fs::file_size(folder_.journal(), none);
        if (!none && size > large_journal) {
            auto preview = std::make_shared<RunHistory>(true);
            event::sample_steps(folder_, samples, [&](const auto& line, const auto& reader) {
                preview->take_step(line, reader);
            });
            hand_over(std::move(preview), false);
        }
        auto history = std::make_shared<RunHistory>();
        const auto readers = into(*history);
        while (!shared_->stopped && cursor_.read(piece_bytes, readers)) {
        }
        hand_over(std::move(history), true);
    }

    void hand_over(std::shared_ptr<RunHistory> history, bool complete) {
        shared_->post(shared_, [&](Shared& s) {
            s.history = std::move(history);
            s.complete = complete;
        });
    }

    /// Follows a live run; false if the run was not live.
    bool follow() {
        bool live = false;
        const auto go_live = [&] {
            if (std::exchange(live, true)) return;
            shared_->post(shared_, [](Shared& s) {
                s.source = RunFeed::Source::live;
                s.exit.reset();
            });
        };
        run::Following following;
        following.from_seq = cursor_.last_seq() + 1;
        following.see = [&](const event::Event& event) {
            go_live();
            cursor_.skip(event);
            shared_->add(shared_, event);
        };
        following.idle = [&] {
            go_live();
            shared_->flush(shared_);
            measure();
        };
        following.enough = [&] { return shared_->stopped.load(); };
        try {
            live |= run::follow_live(folder_, following).has_value();
        } catch (const Error&) {
            // a socket of another user: only the journal can be read
        }
        // Events in the journal that were not received live.
        const event::JournalCursor::Readers rest{
            nullptr, [&](const event::Event& event, std::string_view) { shared_->add(shared_, event); }};
        while (!shared_->stopped && cursor_.read(piece_bytes, rest)) {
        }
        return live;
    }

    void measure() {
        if (monotonic_seconds() - measured_at_ < memory_seconds) return;
        measured_at_ = monotonic_seconds();
        shared_->post(shared_, [memory = run::rank_memory(folder_)](Shared& s) { s.memory = memory; });
    }

    void post_end(bool lived) {
        std::optional<event::ExitRecord> record;
        try {
            record = event::read_exit(folder_);
        } catch (const Error&) {
            // A damaged exit.json: the reason of the end is unknown.
        }
        shared_->post(shared_, [&](Shared& s) {
            s.source = RunFeed::Source::journal;
            s.exit = record;
            if (lived) s.ended = record ? record->code : -1;
        });
    }

    std::shared_ptr<Shared> shared_;
    event::RunFolder folder_;
    event::JournalCursor cursor_;
    double measured_at_ = 0;
    bool lived_there_ = false;
};

} // namespace

std::shared_ptr<RunHistory> read_history(const event::RunFolder& folder, const std::function<bool()>& stop) {
    auto history = std::make_shared<RunHistory>();
    event::JournalCursor cursor(folder);
    const auto readers = into(*history);
    while (!(stop && stop()) && cursor.read(piece_bytes, readers)) {
    }
    return history;
}

RunFeed::RunFeed(QObject* parent) : QObject(parent) {}

RunFeed::~RunFeed() {
    stop();
}

void RunFeed::stop() {
    if (!shared_) return;
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->stopped = true;
        shared_->receiver = nullptr;
    }
    shared_->changed.notify_all();
    shared_.reset();
    source_ = Source::none;
    connection_.reset();
}

void RunFeed::connect_now() {
    if (shared_) shared_->connect_now = true;
}

void RunFeed::watch(const fs::path& run) {
    stop();
    history_.reset();
    exit_.reset();
    source_ = Source::reading;
    shared_ = std::make_shared<Shared>(this);
    // Detached: it is not joined, and ends shortly after it was stopped.
    std::thread([shared = shared_, folder = event::RunFolder{run}] {
        Reader<Shared>(shared, folder).work();
    }).detach();
}

void RunFeed::receive(const std::shared_ptr<Shared>& from) {
    if (from != shared_) return; // from a run that is no longer watched
    std::shared_ptr<RunHistory> opened_history;
    std::vector<event::Event> events;
    std::optional<std::vector<run::RankMemory>> memory;
    std::optional<Source> source;
    std::optional<int> end;
    std::optional<remote::ConnectionStatus> connection;
    bool complete = false, files = false;
    {
        const std::lock_guard lock(from->mutex);
        from->posted = false;
        opened_history = std::move(from->history);
        complete = from->complete;
        const auto taken = static_cast<std::ptrdiff_t>(std::min(from->events.size(), most_a_turn));
        std::move(from->events.begin(), from->events.begin() + taken, std::back_inserter(events));
        from->events.erase(from->events.begin(), from->events.begin() + taken);
        from->latest.clear();
        memory = std::exchange(from->memory, std::nullopt);
        connection = std::exchange(from->connection, std::nullopt);
        files = std::exchange(from->files, false);
        if (from->events.empty()) { // the end is reported after all earlier events
            source = std::exchange(from->source, std::nullopt);
            if (source) exit_ = from->exit;
            end = std::exchange(from->ended, std::nullopt);
        } else {
            from->post(from);
        }
    }
    from->changed.notify_all();
    if (opened_history) {
        history_ = std::move(opened_history);
        Q_EMIT opened(complete);
    }
    if (source) source_ = *source;
    if (!events.empty() && history_) {
        const double now = monotonic_seconds();
        for (const event::Event& event : events)
            history_->take(event, now);
        Q_EMIT grown(events);
    }
    if (memory) Q_EMIT measured(*memory);
    if (connection) {
        connection_ = std::move(connection);
        Q_EMIT connection_changed();
    }
    if (files) Q_EMIT files_changed();
    if (source) Q_EMIT source_changed();
    if (end) Q_EMIT ended(*end);
}

} // namespace tunedesk::ui
