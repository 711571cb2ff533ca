// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "event/evaluation.h"
#include "event/folder/run_folder_guard.h"
#include "event/journal/journal.h"
#include "event/journal/metrics.h"
#include "event/journal/run_recorder.h"
#include "event/prediction_sample.h"
#include "samples.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::event;

namespace {

void record(RunRecorder& recorder, std::vector<Event> events) {
    for (Event& event : events)
        recorder.record(event);
}

/// What training says of the steps after `from` up to 40: a Step each second one, an evaluation each tenth.
std::vector<Event> steps_after(std::int64_t from) {
    std::vector<Event> events;
    for (std::int64_t step = from + 1; step <= 40; ++step) {
        if (step % 2 == 0) events.push_back(step_at(step));
        if (step % 10 == 0) {
            events.push_back(make_event(Type::CheckpointSaved, Json{{"step", step}}));
            events.push_back(eval_at(step, "val"));
        }
    }
    return events;
}

/// Records the events in a process that SIGKILLs itself before event number `kill_at`.
void record_and_die(const RunFolder& folder, std::vector<Event> events, std::size_t kill_at) {
    const pid_t child = ::fork();
    if (child == 0) {
        RunRecorder recorder(folder, {});
        for (std::size_t i = 0; i < events.size(); ++i) {
            if (i == kill_at) ::kill(::getpid(), SIGKILL);
            recorder.record(events[i]);
        }
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    QVERIFY(WIFSIGNALED(status));
}

std::string replayed(const RunFolder& folder) {
    std::string lines;
    replay_journal(folder, 0, [&](const Event& event) {
        if (event.type == Type::Resumed) return;
        Event bare = event;
        bare.seq = 0;
        lines += to_line(bare) + '\n';
    });
    return lines;
}

} // namespace

class RecorderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        place_ = std::make_unique<QTemporaryDir>();
        folder_.root = place_->path().toStdString();
        fs::create_directory(folder_.root / "whole");
        whole_.root = folder_.root / "whole";
        RunRecorder recorder(whole_, {});
        record(recorder, steps_after(0));
    }

    void metricsHaveLightningsLayout() {
        {
            RunRecorder recorder(folder_, {});
            Event step = make_event(Type::Step, Json{{"step", 10},
                                                     {"epoch", 0.5},
                                                     {"loss", 0.6931471805599453},
                                                     {"accuracy", 0.5},
                                                     {"learning_rate", 5e-5},
                                                     {"grad_norm", "nan"}});
            Event clipped = step;
            clipped.fields["step"] = 20;
            clipped.fields["grad_norm"] = 1.25;
            clipped.fields["loss"] = "nan";
            Event other = eval_at(20, "other");
            Event val = make_event(Type::Eval, Json{{"split", "val"},
                                                    {"step", 20},
                                                    {"epoch", 1.0},
                                                    {"loss", 0.25},
                                                    {"accuracy", 0.9},
                                                    {"macro_f1", 0.875}});
            Event test = val;
            test.fields["split"] = "test";
            record(recorder, {step, clipped, other, val, test});
        }
        QCOMPARE(read_file(folder_.metrics(), ErrorId::file_unreadable),
                 std::string("step,epoch,train_loss,train_acc,lr,grad_norm,val_loss,val_acc,val_f1,test_loss,"
                             "test_acc,test_f1\n"
                             "10,0.5,0.6931471805599453,0.5,5e-05,,,,,,,\n"
                             "20,0.5,nan,0.5,5e-05,1.25,,,,,,\n"
                             "20,1,,,,,0.25,0.9,0.875,,,\n"
                             "20,1,,,,,,,,0.25,0.9,0.875\n"));
    }

    void optionsTurnThingsOff() {
        {
            RunRecorder recorder(folder_, {false, false, {}});
            record(recorder, {step_at(1)});
        }
        QVERIFY(!fs::exists(folder_.metrics()));
        QVERIFY(!fs::exists(folder_.tensorboard()));
        QVERIFY(fs::file_size(folder_.journal()) > 0);
    }

    void liveOnlyEventsAreNotJournaled() {
        RunRecorder recorder(folder_, {});
        for (const Type type : {Type::Progress, Type::Heartbeat}) {
            Event event = make_event(type, Json{{"step", 1}});
            recorder.record(event);
            QCOMPARE(event.seq, 0u);
        }
        QCOMPARE(fs::file_size(folder_.journal()), 0u);
        QCOMPARE(recorder.next_seq(), 1u);
        Event event = step_at(1);
        recorder.record(event);
        QCOMPARE(event.seq, 1u);
    }

    void tokenStaysSecret() {
        RunRecorder recorder(folder_, {});
        Event hello = make_event(Type::Hello, Json{{"token", "secret"}, {"pid", 1}});
        recorder.record(hello);
        QVERIFY(!hello.fields.contains("token"));
        QVERIFY(read_file(folder_.journal(), ErrorId::file_unreadable).find("secret") == std::string::npos);
    }

    void killedAndResumedRunLeavesTheSameBytes_data() {
        QTest::addColumn<int>("kill_at");
        for (int i = 6; i < 24; ++i) // the first checkpoint is event 5
            QTest::addRow("before event %d", i) << i;
    }

    void killedAndResumedRunLeavesTheSameBytes() {
        QFETCH(int, kill_at);
        const std::vector<Event> events = steps_after(0);
        record_and_die(folder_, events, static_cast<std::size_t>(kill_at));
        std::int64_t checkpoint = 0;
        for (int i = 0; i < kill_at; ++i) {
            if (events[i].type == Type::CheckpointSaved) checkpoint = events[i].fields["step"];
        }
        // Killed between a checkpoint and its evaluation, the evaluation is made up for.
        std::vector<Event> rest{resumed_from(checkpoint), eval_at(checkpoint, "val")};
        for (Event& event : steps_after(checkpoint))
            rest.push_back(std::move(event));
        // And killed again.
        record_and_die(folder_, rest, rest.size() - 3);
        std::vector<Event> last{resumed_from(checkpoint), eval_at(checkpoint, "val")};
        for (Event& event : steps_after(checkpoint))
            last.push_back(std::move(event));
        {
            RunRecorder recorder(folder_, {});
            record(recorder, last);
        }
        QCOMPARE(read_file(folder_.metrics(), ErrorId::file_unreadable),
                 read_file(whole_.metrics(), ErrorId::file_unreadable));
        QCOMPARE(replayed(folder_), replayed(whole_));
    }

    void tornFilesAreMended() {
        const std::vector<Event> events = steps_after(0);
        record_and_die(folder_, events, 20);
        const std::string journal = read_file(folder_.journal(), ErrorId::file_unreadable);
        const std::string metrics = read_file(folder_.metrics(), ErrorId::file_unreadable);
        for (std::size_t cut = 1; cut < 700; cut += 37) {
            fs::remove_all(folder_.tensorboard());
            write_file_atomically(folder_.journal(), journal.substr(0, journal.size() - cut));
            write_file_atomically(folder_.metrics(), metrics.substr(0, metrics.size() - cut % 50));
            const fs::path leftover = make_temporary_beside(folder_.metrics(), 0600).path; // left by a kill
            remove_leftovers(folder_); // as the run's lock does
            {
                RunRecorder recorder(folder_, {});
                std::vector<Event> rest{resumed_from(20)};
                for (Event& event : steps_after(20))
                    rest.push_back(std::move(event));
                record(recorder, rest);
            }
            QCOMPARE(read_file(folder_.metrics(), ErrorId::file_unreadable),
                     read_file(whole_.metrics(), ErrorId::file_unreadable));
            QVERIFY(!fs::exists(leftover));
        }
    }

    void restartFromTheBeginningLeavesTheSameBytes() {
        record_and_die(folder_, steps_after(0), 3);
        {
            RunRecorder recorder(folder_, {});
            record(recorder, {resumed_from(0)});
            record(recorder, steps_after(0));
        }
        QCOMPARE(read_file(folder_.metrics(), ErrorId::file_unreadable),
                 read_file(whole_.metrics(), ErrorId::file_unreadable));
    }

    // FAULTS 30
    void clockThatJumpsChangesNothing() {
        std::vector<Event> events = steps_after(0);
        for (std::size_t i = 0; i < events.size(); ++i)
            events[i].t = i % 2 ? 1e9 : 4e9 - static_cast<double>(i) * 86400;
        record_and_die(folder_, events, 20);
        {
            RunRecorder recorder(folder_, {});
            std::vector<Event> rest{resumed_from(20)};
            rest[0].t = 0;
            for (Event& event : steps_after(20))
                rest.push_back(std::move(event));
            record(recorder, rest);
        }
        QCOMPARE(read_file(folder_.metrics(), ErrorId::file_unreadable),
                 read_file(whole_.metrics(), ErrorId::file_unreadable));
        std::uint64_t seq = 0;
        replay_journal(folder_, 0, [&](const Event& event) {
            QVERIFY(event.seq > seq);
            seq = event.seq;
        });
    }

    void extraSetsHaveColumnsOfTheirOwn() {
        RunRecorder::Options options;
        options.extra_validation = {"other"};
        RunRecorder recorder(folder_, options);
        record(recorder, {eval_at(10, "val"), eval_at(10, "other"), eval_at(10, "unknown")});
        const std::string text = read_file(folder_.metrics(), ErrorId::file_unreadable);
        const std::string header = MetricsLayout().header();
        const std::string columns = header.substr(0, header.size() - 1) + ",other_loss,other_acc,other_f1\n";
        QVERIFY2(text.starts_with(columns), text.c_str());
        QCOMPARE(std::ranges::count(text, '\n'), 3);
        QVERIFY2(text.ends_with(",,,,0.07692307692307693,0.8125,0.6666666666666666\n"), text.c_str());
    }

    void predictionsAreCutToFitIntoAnEvent() {
        std::vector<PredictionSample> samples(100);
        for (PredictionSample& sample : samples) {
            for (int i = 0; i < 20'000; ++i)
                sample.text += "\u00e4";
            sample.label = sample.predicted = "yes";
            sample.probability = 0.75;
        }
        samples[1].predicted = "no";
        Event event = eval_at(10, "val");
        add_predictions(event, samples);
        QVERIFY(to_line(event).size() < 200'000);
        const auto read = predictions_of(parse_event(to_line(event)));
        QCOMPARE(read.size(), samples.size());
        QVERIFY(read[0].is_right() && !read[1].is_right());
        QCOMPARE(read[0].probability, 0.75);
        QVERIFY(read[0].text.starts_with("\u00e4") && read[0].text.size() < 1000);
        QVERIFY(samples_of(event).empty()); // those are of language models
        QVERIFY(predictions_of(eval_at(10, "val")).empty());
        QVERIFY(!is_extra_validation(event) && is_extra_validation(eval_at(10, "other")));
    }

    void metricsAreWholeAfterEveryEvent() {
        RunRecorder recorder(folder_, {});
        std::string expected = MetricsLayout().header();
        for (Event& event : steps_after(0)) {
            recorder.record(event);
            expected += MetricsLayout().row(event).value_or("");
            QCOMPARE(read_file(folder_.metrics(), ErrorId::file_unreadable), expected);
        }
    }

private:
    std::unique_ptr<QTemporaryDir> place_;
    RunFolder folder_, whole_;
};

QTEST_GUILESS_MAIN(RecorderTest)
#include "recorder_test.moc"
