// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/follow_remote.h"

#include "event/event_line.h"

namespace tunedesk::remote {

namespace {

/// The last status received, and the next expected seq.
class Follower {
public:
    explicit Follower(const RemoteFollowing& following)
        : following_(following), next_seq_(following.from_seq), journal_(following.journal) {}

    Words command() const {
        Words words{"attach", following_.run, "--json", "--follow", "--from-seq", std::to_string(next_seq_)};
        if (following_.files_stamp) words.insert(words.end(), {"--files", *following_.files_stamp});
        return words;
    }

    bool take(const std::string& line) {
        try {
            if (const auto status = run::stream_status_from(line)) {
                take(*status);
                return true;
            }
            if (!restarting_ && following_.other && following_.other(line)) return true;
            const auto event = event::event_of_line(line);
            if (event && !restarting_) see(*event);
            return event.has_value();
        } catch (const Error&) {
            return false;
        }
    }

    /// Whether to reconnect and read all events again.
    bool restarting() const { return restarting_; }
    void restart() { restarting_ = false; }

private:
    void take(const run::StreamStatus& status) {
        if (!status.journal.empty() && !journal_.empty() && status.journal != journal_) {
            next_seq_ = 1;
            restarting_ = true;
            if (following_.on_new_journal) following_.on_new_journal();
        }
        if (!status.journal.empty()) journal_ = status.journal;
        if (!restarting_ && following_.on_status) following_.on_status(status);
    }

    /// Events without a seq are not in the journal; those with one arrive in order, each once.
    void see(const event::Event& event) {
        if (event.seq > 0) {
            if (event.seq < next_seq_) return;
            next_seq_ = event.seq + 1;
        }
        following_.see(event);
    }

    const RemoteFollowing& following_;
    std::uint64_t next_seq_;
    std::string journal_;
    bool restarting_ = false;
};

} // namespace

void follow_remote(const Server& server, const RemoteFollowing& following) {
    Follower follower(following);
    LineStream stream;
    stream.longest_line = 2 * event::max_event_bytes;
    stream.command = [&] { return follower.command(); };
    stream.see = [&](const std::string& line) { return follower.take(line); };
    stream.connection = following.connection;
    stream.idle = following.idle;
    stream.enough = [&] { return follower.restarting() || (following.enough && following.enough()); };
    stream.at_once = following.at_once;
    stream.is_patient = following.is_patient;
    while (!(following.enough && following.enough())) {
        follower.restart();
        const auto answer = read_lines(server, stream);
        if (!answer) continue; // stopped, or restarting
        if (answer->code == 0) return;
        throw remote_error(server, *answer, "tunedesk attach");
    }
}

} // namespace tunedesk::remote
