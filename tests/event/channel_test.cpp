// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "base/error.h"
#include "event/event_queue.h"
#include "event/journal/journal.h"
#include "event/socket/channel.h"
#include "event/socket/peer.h"
#include "listener.h"
#include "samples.h"

#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>
#include <atomic>
#include <csignal>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::event;

namespace {

Event progress(std::int64_t done) {
    return make_event(Type::Progress, Json{{"phase", "train"}, {"done", done}, {"total", 1'000'000}});
}
Event heartbeat(std::int64_t step) {
    return make_event(Type::Heartbeat, Json{{"step", step}, {"phase", "train"}});
}
Event log(const char* level) {
    return make_event(Type::Log, Json{{"level", level}, {"text", "hello"}});
}

int id_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.id();
    }
    return 0;
}

/// A child process of user nobody that does this and then ends.
template <typename Do>
pid_t as_nobody(Do act) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    if (::setresgid(65534, 65534, 65534) == 0 && ::setresuid(65534, 65534, 65534) == 0) act();
    ::_exit(0);
}

/// Asks until there is a command, within a limit that only a hang passes.
Command next_command(Channel& channel) {
    for (int i = 0; i < 3000; ++i) {
        if (const Command command = channel.command(); command != Command::none) return command;
        QTest::qSleep(10);
    }
    return Command::none;
}

} // namespace

class ChannelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        place_ = std::make_unique<QTemporaryDir>();
        path_ = fs::path(place_->path().toStdString()) / "s";
    }

    void queueKeepsOrderAndReplaces() {
        EventQueue queue(3);
        queue.push(progress(1));
        queue.push(step_at(1));
        queue.push(heartbeat(1));
        queue.push(progress(2));
        queue.push(step_at(2));
        queue.push(heartbeat(2));
        QCOMPARE(queue.dropped(), 2u);
        QCOMPARE(queue.last(), 6u);
        std::vector<std::uint64_t> order;
        for (const Event& event : queue.take(100)) {
            QCOMPARE(event.rank, 3);
            order.push_back(event.rank_seq);
        }
        QCOMPARE(order, (std::vector<std::uint64_t>{2, 4, 5, 6}));
        QVERIFY(queue.empty());
        queue.close();
        queue.push(step_at(3));
        QVERIFY(queue.empty());
    }

    void fullQueueDropsOnlyChatter() {
        EventQueue queue(0);
        for (std::size_t i = 0; i < EventQueue::limit; ++i)
            queue.push(log("info"));
        QCOMPARE(queue.dropped(), 0u);
        queue.push(log("info"));
        QCOMPARE(queue.dropped(), 1u);
        queue.push(log("warning"));
        queue.push(step_at(1));
        queue.push(eval_at(1, "val"));
        queue.push(make_event(Type::State, Json{{"state", "running"}}));
        QCOMPARE(queue.dropped(), 1u);
        QCOMPARE(queue.take(100'000).size(), EventQueue::limit + 4);
    }

    void nobodyListens() {
        for (const fs::path& path : {path_, fs::path(std::string(200, 'x'))}) {
            try {
                connect_channel(path, "t", 0, 1);
                QFAIL("connected");
            } catch (const Error& error) {
                QCOMPARE(error.id(), 7005);
                QCOMPARE(error.where(), path.string());
            }
        }
    }

    void helloComesFirst() {
        Listener listener(path_);
        const auto channel = connect_channel(path_, "secret", 1, 2);
        channel->publish(step_at(1));
        Connection connection = listener.accept();
        const Event hello = connection.read_event();
        QVERIFY(hello.type == Type::Hello);
        QCOMPARE(hello.rank, 1);
        QCOMPARE(hello.rank_seq, 1u);
        QCOMPARE(hello.fields["token"].get<std::string>(), std::string("secret"));
        QCOMPARE(hello.fields["pid"].get<int>(), int(::getpid()));
        QCOMPARE(hello.fields["world_size"].get<int>(), 2);
        QVERIFY(!hello.fields["host"].get<std::string>().empty());
        const Event step = connection.read_event();
        QVERIFY(step.type == Type::Step);
        QCOMPARE(step.rank_seq, 2u);
        QVERIFY(std::abs(step.t - utc_seconds()) < 3600);
    }

    void syncWaitsForTheAnswer() {
        Listener listener(path_);
        const auto channel = connect_channel(path_, "t", 0, 1);
        Connection connection = listener.accept();
        channel->publish(step_at(1));
        QVERIFY(!channel->sync(0.05)); // nobody has answered
        std::atomic<bool> answered = false;
        std::thread supervisor([&] {
            // The question comes after the event it asks about.
            connection.read_event();
            connection.read_event();
            const Json question = connection.read_message();
            if (question != Json{{"type", "Sync"}, {"rank_seq", 2}}) return;
            answered = true;
            connection.send(R"({"type":"Synced","rank_seq":2})");
        });
        const bool synced = channel->sync(60);
        supervisor.join();
        QVERIFY(answered);
        QVERIFY(synced);
        QVERIFY(channel->sync(0));
        channel->publish(step_at(2));
        QVERIFY(!channel->sync(0.05));
        connection.send(R"({"type":"Synced","rank_seq":1000})"); // never asked
        QVERIFY(!channel->sync(0.2));
    }

    void commandsArrive() {
        Listener listener(path_);
        const auto channel = connect_channel(path_, "t", 0, 1);
        Connection connection = listener.accept();
        QVERIFY(channel->command() == Command::none);
        connection.send(R"({"type":"Command","command":"pause"})");
        QVERIFY(next_command(*channel) == Command::pause);
        QVERIFY(channel->command() == Command::none);
        connection.send(R"({"type":"Command","command":"dance"})");
        connection.send(R"({"type":"Unknown"})");
        connection.send(R"({"type":"Command","command":"stop"})");
        QVERIFY(next_command(*channel) == Command::stop);
        // Two between two steps: neither is lost.
        connection.send(R"({"type":"Command","command":"continue"})");
        connection.send(R"({"type":"Command","command":"checkpoint"})");
        QVERIFY(next_command(*channel) == Command::continue_run);
        QVERIFY(next_command(*channel) == Command::checkpoint);
        connection.send(R"({"type":"Command","command":"kill"})");
        connection.send(R"({"type":"Command","command":"stop"})");
        connection.send(R"({"type":"Command","command":"checkpoint"})");
        QVERIFY(next_command(*channel) == Command::kill);
    }

    void lostSupervisorKills_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("closes") << QByteArray();
        QTest::newRow("sends garbage") << QByteArray("\x03\0\0\0abc", 7);
        QTest::newRow("announces a huge frame") << QByteArray("\xff\xff\xff\x7f", 4);
        QTest::newRow("sends a number") << QByteArray("\x01\0\0\0001", 5);
    }

    void lostSupervisorKills() {
        QFETCH(QByteArray, bytes);
        Listener listener(path_);
        const auto channel = connect_channel(path_, "t", 0, 1);
        {
            Connection connection = listener.accept();
            if (!bytes.isEmpty()) connection.send_raw(bytes.toStdString());
            if (!bytes.isEmpty()) QVERIFY(next_command(*channel) == Command::kill);
        }
        QVERIFY(next_command(*channel) == Command::kill);
        QVERIFY(channel->command() == Command::kill);
        channel->publish(step_at(1)); // no SIGPIPE
        QVERIFY(!channel->sync(60));
    }

    void everyStepReachesASlowReader() {
        Listener listener(path_);
        const auto channel = connect_channel(path_, "t", 0, 1);
        Connection connection = listener.accept();
        constexpr int count = 20'000;
        std::uint64_t steps = 0, others = 0, previous = 0;
        bool in_order = true;
        std::thread reader([&] {
            while (const auto event = connection.try_read_event()) {
                in_order = in_order && event->rank_seq > previous;
                previous = event->rank_seq;
                (event->type == Type::Step ? steps : others) += 1;
                if (others % 64 == 0) QTest::qSleep(1);
            }
        });
        for (int i = 1; i <= count; ++i) {
            channel->publish(progress(i));
            channel->publish(heartbeat(i));
            if (i % 10 == 0) channel->publish(step_at(i));
        }
        channel->close(60);
        reader.join();
        QVERIFY(in_order);
        QCOMPARE(steps, std::uint64_t(count / 10));
        // What was not dropped has arrived, the Hello included.
        QCOMPARE(others, 2 * std::uint64_t(count) - channel->dropped() + 1);
        QVERIFY(channel->command() == Command::none);
    }

    void frozenReaderCostsNothing() {
        Listener listener(path_);
        const auto channel = connect_channel(path_, "t", 0, 1);
        Connection connection = listener.accept(); // and never reads
        const double start = monotonic_seconds();
        constexpr int count = 200'000;
        for (int i = 1; i <= count; ++i)
            channel->publish(i % 20 ? progress(i) : step_at(i));
        const double seconds = monotonic_seconds() - start;
        qInfo("publish() with a frozen reader: %.2f us", seconds / count * 1e6);
        QVERIFY(channel->dropped() > 100'000);
        QVERIFY(!channel->sync(0.05));
        channel->close(0.1);
        QVERIFY(monotonic_seconds() - start < 60);
    }

    void recordsIntoTheRunFolder() {
        const RunFolder folder{place_->path().toStdString()};
        const auto channel = recording_channel(folder, {}, 0);
        channel->publish(step_at(1));
        channel->publish(progress(1));
        channel->publish(eval_at(1, "val"));
        QVERIFY(channel->sync(60));
        std::vector<std::uint64_t> seqs, rank_seqs;
        replay_journal(folder, 0, [&](const Event& event) {
            seqs.push_back(event.seq);
            rank_seqs.push_back(event.rank_seq);
        });
        QCOMPARE(seqs, (std::vector<std::uint64_t>{1, 2}));
        QCOMPARE(rank_seqs, (std::vector<std::uint64_t>{1, 3}));
        QVERIFY(channel->command() == Command::none);
        channel->publish(step_at(2));
        channel->close(60);
        int count = 0;
        replay_journal(folder, 0, [&](const Event&) { ++count; });
        QCOMPARE(count, 3);
        QVERIFY(!channel->sync(0));
        channel->publish(step_at(3)); // is ignored
        channel->close(1);
    }

    void recordsFromManyThreadsWhileSyncing() {
        const RunFolder folder{place_->path().toStdString()};
        const auto channel = recording_channel(folder, {false, false, {}}, 0);
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                for (int i = 0; i < 2'000; ++i)
                    channel->publish(log("warning"));
            });
        for (int i = 0; i < 20; ++i)
            QVERIFY(channel->sync(60));
        for (std::thread& thread : threads)
            thread.join();
        channel->close(60);
        std::uint64_t count = 0;
        bool in_order = true;
        replay_journal(folder, 0, [&](const Event& event) {
            in_order = in_order && event.seq == ++count && event.rank_seq == count;
        });
        QCOMPARE(count, 8'000u);
        QVERIFY(in_order);
    }

    void peersAreKnown() {
        Listener listener(path_);
        const auto channel = connect_channel(path_, "t", 0, 1);
        const Connection connection = listener.accept();
        const Peer peer = peer_of(connection.fd());
        QCOMPARE(peer.pid, ::getpid());
        QCOMPARE(peer.uid, ::geteuid());
        QCOMPARE(peer.gid, ::getegid());
        require_same_user(connection.fd());
        QTemporaryFile file;
        QVERIFY(file.open());
        try {
            require_same_user(file.handle());
            QFAIL("a file has no peer");
        } catch (const Error& error) {
            QCOMPARE(error.id(), 7006);
        }
    }

    // FAULTS 9
    void otherUsersAreRefused() {
        if (::geteuid() != 0) QSKIP("only root can become another user");
        fs::permissions(path_.parent_path(), fs::perms::all);
        {
            // A client of another user, seen by the listener.
            Listener listener(path_);
            fs::permissions(path_, fs::perms::all);
            const pid_t child = as_nobody([&] {
                const FileDescriptor client = unix_socket(path_, false);
                ::pause();
            });
            const Connection connection = listener.accept();
            const Peer peer = peer_of(connection.fd());
            QCOMPARE(peer.uid, 65534u);
            QCOMPARE(peer.pid, child);
            QCOMPARE(id_of([&] { require_same_user(connection.fd()); }),
                     static_cast<int>(ErrorId::peer_of_other_user));
            ::kill(child, SIGKILL);
            ::waitpid(child, nullptr, 0);
        }
        // A listener of another user, seen by a worker: it keeps its token to itself.
        fs::remove(path_);
        const pid_t child = as_nobody([&] {
            Listener listener(path_);
            ::pause();
        });
        int id = 7005; // until it listens
        for (int i = 0; i < 3000 && id == 7005; ++i) {
            id = id_of([&] { connect_channel(path_, "t", 0, 1); });
            QTest::qSleep(10);
        }
        QCOMPARE(id, static_cast<int>(ErrorId::peer_of_other_user));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
    }

    void silentChannelIsSilent() {
        const auto channel = silent_channel();
        channel->publish(step_at(1));
        QVERIFY(channel->sync(0));
        QVERIFY(channel->command() == Command::none);
        channel->close(0);
        QCOMPARE(channel->dropped(), 0u);
    }

private:
    std::unique_ptr<QTemporaryDir> place_;
    fs::path path_;
};

QTEST_GUILESS_MAIN(ChannelTest)
#include "channel_test.moc"
