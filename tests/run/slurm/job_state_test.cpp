// SPDX-License-Identifier: GPL-3.0-or-later
// What squeue and sbatch print, which is text of any origin.

#include "run/slurm/job_state.h"

#include <QTest>

using namespace tunedesk::run;

class JobStateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lines_of_squeue() {
        const auto states =
            parse_job_states("12|PENDING|Resources\n13|RUNNING|None\n 14|REQUEUED|BeginTime \n");
        QCOMPARE(states.size(), std::size_t(3));
        QVERIFY(states.at(12) == (JobState{"PENDING", "Resources"}));
        QVERIFY(states.at(13) == (JobState{"RUNNING", ""}));
        QVERIFY(states.at(12).is_waiting() && !states.at(13).is_waiting() && states.at(14).is_waiting());
    }

    void other_lines_are_left_out() {
        const auto states =
            parse_job_states("slurm_load_jobs error: x\n-1|PENDING|x\n0|PENDING|x\n7|pending|x\n"
                             "8|PENDING\n9|PENDING|a|b\n10x|RUNNING|None\n|||\n99999999999999999999|R|x\n"
                             "11|PEND\x1b[31m|x\n");
        QVERIFY(states.empty());
    }

    void a_reason_moves_no_cursor() {
        const auto states = parse_job_states("5|PENDING|a\x1b[2J\x07"
                                             "b\n");
        QVERIFY(states.at(5).reason.find('\x1b') == std::string::npos);
        QVERIFY(parse_job_states("5|PENDING|" + std::string(5000, 'x')).at(5).reason.size() < 80);
    }

    void numbers_of_sbatch() {
        QVERIFY(parse_job_number("1234\n") == 1234);
        QVERIFY(parse_job_number("1234;cluster\n") == 1234);
        for (const char* text : {"", "x", "0", "-4", "12 34", "Submitted batch job 12"})
            QVERIFY2(!parse_job_number(text), text);
    }
};

QTEST_GUILESS_MAIN(JobStateTest)
#include "job_state_test.moc"
