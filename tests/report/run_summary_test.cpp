// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "event/folder/required_run.h"
#include "hidden_folder.h"
#include "report/run_summary.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <functional>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::report;

namespace {

std::string event_line(const std::string& fields) {
    return R"({"v":1,"rank":0,"rank_seq":1,"t":1,)" + fields + "}\n";
}

} // namespace

class RunSummaryTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> temporary_;
    fs::path run_;

    void put(const char* name, std::string_view text) const { write_file_atomically(run_ / name, text); }

private Q_SLOTS:
    void init() {
        temporary_ = std::make_unique<QTemporaryDir>();
        run_ = fs::path(temporary_->path().toStdString()) / "sst2 run";
        fs::create_directory(run_);
    }

    void no_run() {
        QVERIFY_THROWS_EXCEPTION(Error, read_run(run_ / "nowhere"));
        try {
            read_run(run_);
            QFAIL("an empty folder is no run");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ExitCode::usage);
            QVERIFY(error.message().find("preset.yaml") != std::string::npos);
        }
    }

    void only_a_preset() {
        put("preset.yaml", "name: x\n");
        const RunSummary run = read_run(run_ / "");
        QCOMPARE(run.folder_name(), std::string("sst2 run"));
        QCOMPARE(run.preset_yaml, std::string("name: x\n"));
        QVERIFY(!run.report && !run.exit && !run.has_best && !run.has_final && run.damaged.empty());
        QVERIFY(run.environment.empty());
        QCOMPARE(run.progress.step, std::int64_t{0});
    }

    void finished() {
        put("preset.yaml", "name: x\n");
        put("environment.json", R"({"tunedesk":"0.1.0"})");
        put("report.json", R"({"accuracy":0.9,"steps":250})");
        put("report.txt", "the report\n");
        put("exit.json", R"({"code":0,"error":null,"line":"","time":"2026-11-21T07:09:00Z"})");
        fs::create_directories(run_ / "best");
        fs::create_directories(run_ / "final");
        const RunSummary run = read_run(run_);
        QCOMPARE(run.report->classification->accuracy, 0.9);
        QCOMPARE(run.report_text, std::string("the report\n"));
        QCOMPARE(run.exit->code, 0);
        QCOMPARE(run.exit->time, std::string("2026-11-21T07:09:00Z"));
        QVERIFY(run.has_best && run.has_final);
        QCOMPARE(run.environment.at("tunedesk").get<std::string>(), std::string("0.1.0"));
    }

    void failed() {
        put("preset.yaml", "");
        put("exit.json",
            R"({"code":7,"error":{"id":7004,"what":"rank 1 died","where":"step 12","kept":"step 10",)"
            R"("next":"tunedesk resume R"},"line":"error[TD7004]: rank 1 died","time":"t"})");
        const RunSummary run = read_run(run_);
        QCOMPARE(run.exit->code, 7);
        QCOMPARE(run.exit->id, 7004);
        QCOMPARE(run.exit->where, std::string("step 12"));
        QCOMPARE(run.exit->kept, std::string("step 10"));
        QCOMPARE(run.exit->next, std::string("tunedesk resume R"));
        QCOMPARE(run.exit->line, std::string("error[TD7004]: rank 1 died"));
    }

    void damaged_parts_are_named() {
        put("preset.yaml", "x");
        put("environment.json", "[1]");
        put("report.json", "{\"accuracy\": 0.");
        put("exit.json", "");
        const RunSummary run = read_run(run_);
        QVERIFY(!run.report && !run.exit);
        QCOMPARE(run.damaged.size(), std::size_t{3});
        const char* const beginnings[] = {
            "environment.json: cannot read a file of the run: not a JSON object",
            "report.json: cannot read a file of the run: invalid JSON: parse error at line 1, column 16:",
            "exit.json: exit.json is damaged: invalid JSON: parse error at line 1, column 1:"};
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY2(run.damaged[i].starts_with(beginnings[i]), run.damaged[i].c_str());
    }

    void a_report_of_something_else_is_damaged() {
        put("preset.yaml", "x");
        put("report.json", R"({"a":1})");
        const RunSummary run = read_run(run_);
        QVERIFY(!run.report);
        QCOMPARE(run.damaged.size(), std::size_t{1});
        QVERIFY2(run.damaged[0].starts_with("report.json: ") && run.damaged[0].ends_with("report's figures"),
                 run.damaged[0].c_str());
    }

    void a_link_that_leads_nowhere_is_damaged() {
        put("preset.yaml", "x");
        fs::create_symlink("gone", run_ / "best");
        const RunSummary run = read_run(run_);
        QVERIFY(!run.has_best);
        QCOMPARE(run.damaged,
                 std::vector<std::string>{"best: cannot read a file of the run: a broken symbolic link"});
    }

    void a_run_of_another_user_is_not_missing() {
        put("preset.yaml", "x");
        const test::HiddenFolder hidden(run_);
        for (const auto& look : {std::function<void()>([&] { (void)read_run(run_); }),
                                 std::function<void()>([&] { event::require_run({run_}); })})
            try {
                look();
                QFAIL("it is read");
            } catch (const Error& error) {
                QCOMPARE(error.id(), 4190);
                QVERIFY2(error.message().ends_with("Permission denied (13)"), error.line().c_str());
                QVERIFY2(error.where().starts_with(run_.string()), error.line().c_str());
                QVERIFY2(error.next().find("chmod") != std::string::npos, error.line().c_str());
            }
    }

    void progress() {
        put("preset.yaml", "x");
        std::string journal;
        for (const char* line :
             {"{\"v\":1,\"type\":\"Started\",\"rank\":0,\"rank_seq\":1,\"t\":1,\"seq\":1,\"steps\":500}",
              "{\"v\":1,\"type\":\"State\",\"rank\":-1,\"rank_seq\":1,\"t\":1,\"seq\":2,\"state\":"
              "\"running\"}",
              "{\"v\":1,\"type\":\"Step\",\"rank\":0,\"rank_seq\":1,\"t\":1,\"seq\":3,\"step\":10,\"epoch\":"
              "0.1,\"loss\":0.5}",
              "{\"v\":1,\"type\":\"Eval\",\"rank\":0,\"rank_seq\":1,\"t\":1,\"seq\":4,\"step\":10,\"split\":"
              "\"validation\","
              "\"accuracy\":0.8,\"best\":true}",
              "{\"v\":1,\"type\":\"Eval\",\"rank\":0,\"rank_seq\":1,\"t\":1,\"seq\":5,\"step\":20,\"split\":"
              "\"validation\","
              "\"accuracy\":0.7,\"best\":false}",
              "{\"v\":1,\"type\":\"Eval\",\"rank\":0,\"rank_seq\":1,\"t\":1,\"seq\":5,\"step\":20,\"split\":"
              "\"other\","
              "\"accuracy\":0.6,\"best\":false}",
              "not a line",
              "{\"v\":1,\"type\":\"Step\",\"rank\":0,\"rank_seq\":1,\"t\":1,\"seq\":6,\"step\":21,\"epoch\":"
              "0.2,\"loss\":\"nan\"}",
              "{\"v\":1,\"type\":\"Progress\",\"rank\":0,\"rank_seq\":1,\"t\":1,\"seq\":7,\"phase\":"
              "\"evaluation\",\"done\":900,"
              "\"total\":1000}",
              "{\"v\":1,\"type\":\"Step\",\"rank\":0,\"rank_seq\":1,\"t\":1,\"seq\":8,\"step\":22,\"ep"})
            journal += std::string(journal.empty() ? "" : "\n") + line;
        put("events.jsonl", journal);
        const RunProgress progress = read_run(run_).progress;
        QCOMPARE(progress.steps, std::int64_t{500});
        QCOMPARE(progress.step, std::int64_t{21});
        QCOMPARE(progress.epoch, 0.2);
        QVERIFY(progress.loss && std::isnan(*progress.loss));
        QCOMPARE(*task::value_of(progress.evaluated, "accuracy"), 0.7);
        QCOMPARE(*task::value_of(progress.best, "accuracy"), 0.8);
        QCOMPARE(*task::value_of(progress.best_or_last(), "accuracy"), 0.8);
        QCOMPARE(*progress.last_state, std::string("running"));
    }

    void resumed_run_goes_back() {
        put("preset.yaml", "x");
        put("events.jsonl", event_line(R"("type":"Step","step":90,"loss":0.5)") +
                                event_line(R"("type":"Resumed","from_step":50)"));
        QCOMPARE(read_run(run_).progress.step, std::int64_t{50});
    }

    void long_journal() {
        put("preset.yaml", "x");
        std::string journal = event_line(R"("type":"Started","steps":90000)");
        for (int step = 1; step <= 30000; ++step) {
            journal += event_line(R"("type":"Step","epoch":0.5,"loss":0.25,"step":)" + std::to_string(step));
            if (step == 15000)
                journal += event_line(R"("type":"Eval","split":"val","accuracy":0.91,"best":true)");
            if (step == 29990)
                journal += event_line(R"("type":"Eval","split":"val","accuracy":0.85,"best":false)");
        }
        put("events.jsonl", journal);
        const RunProgress progress = read_run(run_).progress;
        QCOMPARE(progress.steps, std::int64_t{90000});
        QCOMPARE(progress.step, std::int64_t{30000});
        QCOMPARE(task::value_of(progress.best, "accuracy").value_or(0),
                 0.91); // of an evaluation in the middle
        QCOMPARE(task::value_of(progress.evaluated, "accuracy").value_or(0), 0.85);
    }

    void a_folder_that_may_not_be_searched() {
        if (::geteuid() == 0) QSKIP("root may search every folder");
        put("preset.yaml", "x");
        fs::permissions(run_, fs::perms::owner_read);
        QVERIFY_THROWS_EXCEPTION(Error, read_run(run_));
        fs::permissions(run_, fs::perms::owner_all);
    }

    void endless_line() {
        put("preset.yaml", "x");
        put("events.jsonl", std::string(3 << 20, '['));
        QCOMPARE(read_run(run_).progress.step, std::int64_t{0});
    }
};

QTEST_GUILESS_MAIN(RunSummaryTest)
#include "run_summary_test.moc"
