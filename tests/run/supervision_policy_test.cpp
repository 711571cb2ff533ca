// SPDX-License-Identifier: GPL-3.0-or-later
// What a supervisor decides, fact by fact. Each of these was found by the simulation
// (supervisor_simulation.h), or holds a judgement that it found to be sound.

#include "run/policy/supervision_policy.h"

#include "base/error.h"
#include "run/policy/hang_suspect.h"

#include <QTest>
#include <algorithm>
#include <csignal>
#include <set>

using namespace tunedesk;
using namespace tunedesk::run;
using event::Type;
using Kind = Decision::Kind;

namespace {

/// A supervised run of some ranks with a clock of its own.
class Run {
public:
    explicit Run(int ranks, Preset::Supervision limits = {})
        : count_(ranks), policy({.limits = limits, .folder = {"/run"}}) {
        take(policy.began(now));
    }

    void take(const Decisions& decisions) {
        for (const Decision& decision : decisions) {
            made.push_back(decision);
            if (decision.kind == Kind::start_ranks) {
                policy.starting_ranks(now, count_);
                for (int rank = 0; rank < count_; ++rank)
                    policy.rank_started(rank, /*is_remote=*/false);
            }
        }
    }

    void say(int rank, Type type, Json fields = Json::object()) {
        event::Event event;
        event.type = type;
        event.rank = rank;
        event.fields = std::move(fields);
        policy.sign_of_life(now, rank);
        take(policy.heard(now, rank, event));
    }
    void all_say(Type type, const Json& fields = Json::object()) {
        for (int rank = 0; rank < count_; ++rank)
            if (policy.ranks().at(static_cast<std::size_t>(rank)).lives()) say(rank, type, fields);
    }
    /// Ranks 0 to `ranks` - 1 work on meanwhile.
    void work(double seconds, int ranks) {
        for (const double end = now + seconds; now < end;) {
            now += 0.2;
            for (int rank = 0; rank < ranks; ++rank)
                say(rank, Type::Heartbeat, {{"step", 0}, {"phase", "training"}});
            take(policy.tick(now));
        }
    }
    void pass(double seconds) { work(seconds, 0); }
    void start_training() {
        all_say(Type::Hello);
        say(0, Type::Started);
    }
    void stop() { take(policy.command_arrived(now, event::Command::stop, {}).second); }
    void end(int rank, ProcessEnd how) { take(policy.rank_ended(now, rank, how, false)); }

    int count(Kind kind) const { return static_cast<int>(std::ranges::count(made, kind, &Decision::kind)); }
    int count(event::Command command) const {
        return static_cast<int>(std::ranges::count_if(made, [&](const Decision& decision) {
            return decision.kind == Kind::send_command && decision.command == command;
        }));
    }
    RunState state() const { return policy.state(); }

    double now = 1000;
    const int count_;
    SupervisionPolicy policy;
    Decisions made;
};

const Json port_taken = {{"id", 6601}, {"what", "the port is taken"}};
const Json lost_peer = {{"id", 7601}, {"what", "a peer is lost"}};
constexpr ProcessEnd stopped{75, 0}, terminated{0, SIGTERM}, killed{0, SIGKILL};

} // namespace

class SupervisionPolicyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_rank_may_work_on_after_another_has_ended() {
        Preset::Supervision limits;
        limits.stop_grace_seconds = 0;
        Run run(2, limits);
        run.start_training();
        run.end(1, {0, 0});
        run.work(100, 1);
        QCOMPARE(run.state(), RunState::running);
    }

    void who_waited_for_a_save_may_learn_late_that_it_has_ended() {
        Run run(2);
        run.start_training();
        for (int i = 0; i < 300; ++i) { // the disk may take longer than the ranks
            run.say(0, Type::Heartbeat, {{"waits_for", "disk"}, {"phase", "saving"}});
            run.say(1, Type::Heartbeat, {{"waits_for", "ranks"}, {"phase", "saving"}});
            run.pass(1);
        }
        run.end(0, stopped);
        run.pass(1);
        QCOMPARE(run.state(), RunState::running);
        for (int i = 0; i < 70; ++i) {
            run.say(1, Type::Heartbeat, {{"waits_for", "ranks"}, {"phase", "saving"}});
            run.pass(1);
        }
        QCOMPARE(run.state(), RunState::failing);
    }

    void who_starts_slowly_is_not_sent_a_second_SIGTERM() {
        Preset::Supervision limits;
        limits.rank_timeout_seconds = 2;
        limits.stop_grace_seconds = 1;
        Run run(2, limits);
        run.stop();
        run.pass(100);
        QCOMPARE(run.count(Kind::signal_ranks), 1);
        QCOMPARE(run.count(Kind::kill_ranks), 1); // soon, since nothing is to be saved
        QCOMPARE(run.state(), RunState::stopping);
    }

    void a_lost_peer_may_be_reported_before_its_end() {
        Run run(2);
        run.say(1, Type::Hello);
        run.stop();
        run.say(1, Type::Failed, lost_peer);
        run.end(0, terminated);
        run.end(1, {7, 0});
        QCOMPARE(run.policy.outcome({}).code, 75);
    }

    void who_has_trained_is_not_taken_for_one_that_starts() {
        Run run(2);
        run.all_say(Type::Hello);
        run.stop();
        run.say(1, Type::Failed, lost_peer);
        run.say(0, Type::Started); // read late
        run.end(0, {0, SIGABRT});
        run.end(1, {7, 0});
        QCOMPARE(run.policy.outcome({}).id, 7011);
    }

    void who_leaves_is_not_sent_SIGTERM() {
        Preset::Supervision limits;
        limits.rank_timeout_seconds = 2;
        limits.stop_grace_seconds = 1;
        Run run(1, limits);
        run.start_training();
        run.stop();
        run.policy.disconnected(run.now, 0);
        run.pass(6);
        QCOMPARE(run.count(Kind::signal_ranks), 0);
        run.end(0, stopped);
        QCOMPARE(run.policy.outcome({}).code, 75);
    }

    void who_is_still_starting_does_not_hold_up_the_others() {
        Run run(2);
        run.say(1, Type::Hello);
        run.pass(61);
        QCOMPARE(run.state(), RunState::failing);
        QVERIFY(run.policy.outcome({}).where.starts_with("rank 1"));
    }

    void who_leaves_does_not_hold_up_the_others() {
        Preset::Supervision limits;
        limits.rank_timeout_seconds = 5;
        Run run(2, limits);
        run.start_training();
        run.pass(1);
        run.policy.disconnected(run.now, 1);
        run.say(0, Type::Heartbeat, {{"waits_for", "ranks"}, {"phase", "training"}});
        run.pass(5.5);
        QCOMPARE(run.state(), RunState::failing);
        QVERIFY(run.policy.outcome({}).where.starts_with("rank 0"));
    }

    void a_gap_is_no_silence_data() {
        QTest::addColumn<bool>("ready");
        QTest::newRow("while it starts") << false;
        QTest::newRow("while it trains") << true;
    }

    void a_gap_is_no_silence() {
        QFETCH(bool, ready);
        Run run(2);
        if (ready) run.start_training();
        run.now += 100'000;
        run.take(run.policy.tick(run.now));
        QCOMPARE(run.state(), ready ? RunState::running : RunState::starting);
        run.all_say(Type::Hello);
        run.work(10, 2);
        QCOMPARE(run.state(), RunState::running);
        run.work(65, 1);
        QCOMPARE(run.state(), RunState::failing); // no sooner than its timeout, and no later
    }

    void a_gap_gives_nobody_less_time_to_stop() {
        Preset::Supervision limits;
        limits.stop_grace_seconds = 0;
        Run run(1, limits);
        run.start_training();
        run.now += 8;
        run.stop(); // before what was sent meanwhile is read
        for (int step = 1; step <= 9; ++step)
            run.say(0, Type::Heartbeat, {{"step", step}, {"phase", "training"}});
        run.pass(0.2);
        QCOMPARE(run.count(Kind::signal_ranks), 0);
    }

    void a_request_while_the_port_is_changed_is_kept_data() {
        QTest::addColumn<int>("command");
        QTest::addColumn<bool>("starts");
        QTest::addColumn<int>("end");
        QTest::newRow("stop") << static_cast<int>(event::Command::stop) << false
                              << static_cast<int>(RunState::stopped);
        QTest::newRow("kill") << static_cast<int>(event::Command::kill) << false
                              << static_cast<int>(RunState::killed);
        QTest::newRow("pause") << static_cast<int>(event::Command::pause) << true
                               << static_cast<int>(RunState::pausing);
    }

    void a_hang_has_the_likeliest_cause() {
        using enum HangSuspect::Process;
        const HangSuspect in_order[] = {
            {false, false, stopped, 9}, {false, false, awake, 1},  {false, false, awake, 2},
            {false, false, asleep, 1},  {false, true, stopped, 1}, {true, false, stopped, 1},
        };
        for (std::size_t i = 0; i + 1 < std::size(in_order); ++i)
            QVERIFY2(in_order[i] < in_order[i + 1], std::to_string(i).c_str());
    }

    void every_reply_has_its_sentence_and_values() {
        using event::Command;
        const std::vector<RunEvent> ways[] = {
            {},
            {RunEvent::all_ready},
            {RunEvent::all_ready, RunEvent::pause_asked},
            {RunEvent::all_ready, RunEvent::pause_asked, RunEvent::paused},
            {RunEvent::stop_asked},
            {RunEvent::rank_failed},
            {RunEvent::all_ready, RunEvent::all_gone_done},
        };
        std::set<std::string> ids;
        for (const auto& way : ways)
            for (const Command command : {Command::stop, Command::pause, Command::continue_run,
                                          Command::checkpoint, Command::kill, Command::none}) {
                RunControl control;
                control.begin(0);
                for (const RunEvent event : way)
                    QVERIFY(control.apply(0, event));
                const RunState before = control.state();
                const event::Reply reply = control.command(0, command);
                const PhraseForm* form = form_of(reply.phrase);
                QVERIFY2(form, reply.phrase.id.c_str());
                const QString english = QString::fromUtf8(form->english);
                QCOMPARE(english.count(QStringLiteral("{}")), std::ssize(reply.phrase.values));
                for (const std::string& value : reply.phrase.values)
                    QCOMPARE(value, name_of(before));
                const auto read = event::reply_from(event::to_json(reply));
                QVERIFY(read && read->accepted == reply.accepted && read->phrase.id == reply.phrase.id);
                ids.insert(reply.phrase.id);
            }
        QVERIFY(ids.size() >= 8); // each kind of reply was given
    }
    /// Of a supervisor before replies had ids.
    void a_reply_without_an_id_is_shown_as_it_is() {
        const auto reply = event::reply_from({{"type", "Reply"}, {"ok", true}, {"text", "as you wish"}});
        QVERIFY(reply && reply->accepted);
        QCOMPARE(sentence(reply->phrase), std::string("as you wish"));
        QVERIFY(!event::reply_from({{"type", "Step"}}) && !event::reply_from(Json::array()));
    }

    void a_request_while_the_port_is_changed_is_kept() {
        QFETCH(int, command);
        QFETCH(bool, starts);
        QFETCH(int, end);
        Run run(2);
        run.all_say(Type::Hello);
        run.say(0, Type::Failed, port_taken);
        QCOMPARE(run.count(Kind::remove_ranks), 1);
        run.say(1, Type::Failed, lost_peer); // because of the other
        const auto which = static_cast<event::Command>(command);
        run.take(run.policy.command_arrived(run.now, which, {}).second);
        run.take(run.policy.ranks_removed(run.now));
        QCOMPARE(run.count(Kind::start_ranks), starts ? 2 : 1);
        if (starts) run.all_say(Type::Hello);
        if (starts) QCOMPARE(run.count(which), 2);
        QCOMPARE(static_cast<int>(run.state()), end);
    }

    void after_a_change_of_port_the_ranks_are_awaited_again() {
        Run run(2);
        run.all_say(Type::Hello);
        run.say(0, Type::Failed, port_taken);
        run.take(run.policy.ranks_removed(run.now));
        run.stop();
        QCOMPARE(run.count(event::Command::stop), 0);
        QCOMPARE(run.count(Kind::signal_ranks), 1);
        run.all_say(Type::Hello);
        QCOMPARE(run.count(event::Command::stop), 1);
        QCOMPARE(run.count(Kind::announce_ready), 1);
    }

    void a_stop_before_the_ranks_met_ends_them_all_data() {
        QTest::addColumn<bool>("asked");
        QTest::addColumn<int>("code");
        QTest::newRow("before its handler is there") << true << 0;
        QTest::newRow("a shell around it had a SIGTERM") << true << 128 + SIGTERM;
        QTest::newRow("SIGTERM from outside") << false << 0;
    }

    void a_stop_before_the_ranks_met_ends_them_all() {
        QFETCH(bool, asked);
        QFETCH(int, code);
        Run run(3);
        run.say(1, Type::Hello);
        if (asked) run.stop();
        run.end(0, code == 0 ? terminated : ProcessEnd{code, 0});
        QCOMPARE(run.state(), RunState::stopping);
        run.say(1, Type::Failed, lost_peer);
        run.end(1, {7, 0});
        run.work(2, 0);
        QCOMPARE(run.count(Kind::kill_ranks), 1);
        run.end(2, killed);
        QCOMPARE(run.policy.outcome({}).code, 75);
    }

    void who_trains_is_there() {
        Run run(2);
        run.say(0, Type::Hello);
        run.say(0, Type::Started); // the other's Hello is not read yet
        run.stop();
        QCOMPARE(run.count(Kind::signal_ranks), 0);
        QCOMPARE(run.count(event::Command::stop), 1);
    }

    /// A stop came before all had said hello; one is killed after they have met, which is heard later.
    void who_dies_after_the_ranks_met_is_no_part_of_a_cancelled_start() {
        Run run(3);
        run.say(1, Type::Hello);
        run.stop();
        run.say(0, Type::Hello);
        run.say(2, Type::Hello);
        run.end(1, killed);
        QCOMPARE(run.state(), RunState::stopping);
        run.say(0, Type::Started);
        QCOMPARE(run.state(), RunState::failing);
        run.work(2, 0);
        QCOMPARE(run.count(Kind::kill_ranks), 1);
        run.end(0, killed);
        run.end(2, killed);
        QCOMPARE(run.policy.outcome({}).id, static_cast<int>(ErrorId::rank_killed));
    }

    void the_reason_of_a_stop_is_in_the_record() {
        for (const bool user_first : {false, true}) {
            Run run(1);
            run.start_training();
            if (user_first) run.stop();
            run.take(run.policy.command_arrived(run.now, event::Command::stop, "pruned: too late").second);
            QCOMPARE(run.count(event::Command::stop), 1);
            run.end(0, {.code = 75});
            const event::ExitRecord record = run.policy.outcome({});
            QCOMPARE(record.code, 75);
            QCOMPARE(record.what == "pruned: too late", !user_first);
            QVERIFY(record.next.find("resume /run") != std::string::npos);
        }
    }

    void the_first_who_ends_it_is_named() {
        Run run(1);
        run.start_training();
        run.take(run.policy.command_arrived(run.now, event::Command::kill, {}).second);
        run.take(run.policy.signal_arrived(run.now, SIGTERM, SignalMeaning::force));
        run.end(0, killed);
        QCOMPARE(run.policy.outcome({}).code, 128 + SIGKILL);
    }

    /// Of what the ranks' records say: a rank's end by another, not its own report of a cause.
    void a_diagnosis_is_added_where_it_explains_data() {
        QTest::addColumn<int>("reported"); // the id of a rank's report; 0: it dies
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("added");
        const int behind = static_cast<int>(event::Diagnosis::Kind::behind);
        const int threw = static_cast<int>(event::Diagnosis::Kind::threw);
        QTest::addRow("a rank died") << 0 << behind << true;
        QTest::addRow("a lost peer") << 7602 << behind << true;
        QTest::addRow("ranks that disagree") << 7603 << behind << true;
        QTest::addRow("ranks that end by disagreeing") << 7603 << threw << false;
        QTest::addRow("damaged data") << 3101 << behind << false;
    }
    void a_diagnosis_is_added_where_it_explains() {
        QFETCH(int, reported);
        QFETCH(int, kind);
        QFETCH(bool, added);
        Run run(2);
        run.start_training();
        if (reported != 0) run.say(1, Type::Failed, {{"id", reported}, {"what", "it failed"}});
        run.end(1, reported == 0 ? killed : ProcessEnd{7, 0});
        QCOMPARE(run.state(), RunState::failing);
        run.policy.diagnosed({static_cast<event::Diagnosis::Kind>(kind), 1, 0, "gradient sum", "", 5});
        run.end(0, killed);
        const event::ExitRecord record = run.policy.outcome({});
        QCOMPARE(record.diagnosis.has_value(), added);
        QCOMPARE(record.line.find("gradient sum") != std::string::npos, added);
    }

    // Its end is seen by its connection alone, and rank 0 may report the loss before or after that.
    void a_rank_of_another_node_that_vanishes_is_named_data() {
        QTest::addColumn<bool>("reported_first");
        QTest::newRow("rank 0 reports first") << true;
        QTest::newRow("the connection ends first") << false;
    }
    void a_rank_of_another_node_that_vanishes_is_named() {
        QFETCH(bool, reported_first);
        Run run(2);
        run.policy.rank_started(1, /*is_remote=*/true);
        run.all_say(Type::Hello, {{"host", "n2"}});
        run.say(0, Type::Started);
        run.say(1, Type::Heartbeat, {{"step", 5}, {"phase", "training"}});
        const Json lost_collective = {{"id", 7602}, {"what", "the all-reduce failed"}};
        if (reported_first) run.say(0, Type::Failed, lost_collective);
        run.end(1, {.code = 1, .vanished = true});
        if (!reported_first) run.say(0, Type::Failed, lost_collective);
        QCOMPARE(run.state(), RunState::failing);
        run.end(0, {7, 0});
        const event::ExitRecord record = run.policy.outcome({});
        QCOMPARE(record.id, static_cast<int>(ErrorId::rank_vanished));
        for (const char* part : {"rank 1 on host n2 ", "rank 1 on n2, training, step 5"})
            QVERIFY2(record.line.find(part) != std::string::npos, record.line.c_str());
    }

    void a_rank_of_another_node_that_is_silent_is_named_with_its_host() {
        Run run(2);
        run.policy.rank_started(1, /*is_remote=*/true);
        run.all_say(Type::Hello, {{"host", "n2"}});
        run.say(0, Type::Started);
        run.work(90, 1);
        QCOMPARE(run.state(), RunState::failing);
        run.end(0, killed);
        run.end(1, killed); // as rank 0, without which nothing is heard of it
        const event::ExitRecord record = run.policy.outcome({});
        QCOMPARE(record.id, static_cast<int>(ErrorId::rank_silent));
        QVERIFY2(record.line.find("rank 1 on n2") != std::string::npos, record.line.c_str());
    }

    void ranks_that_cannot_be_started_end_the_run() {
        Run run(2);
        run.policy.starting_ranks(run.now, 2);
        run.policy.rank_started(0, /*is_remote=*/false);
        run.take(run.policy.ranks_not_started(run.now, Error::in_words(7014, "cannot start a worker")));
        QCOMPARE(run.state(), RunState::failing);
        run.pass(2);
        QCOMPARE(run.count(Kind::kill_ranks), 1);
        run.end(0, killed);
        QCOMPARE(run.state(), RunState::failed);
        QCOMPARE(run.policy.outcome({}).id, 7014);
    }
};

QTEST_APPLESS_MAIN(SupervisionPolicyTest)
#include "supervision_policy_test.moc"
