// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "report/classification.h"
#include "report/predictions/predictions.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <csignal>
#include <sys/resource.h>

using namespace tunedesk;
using namespace tunedesk::report;

class PredictionsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path path_ = fs::path(folder_.path().toStdString()) / "predictions.csv";

    std::size_t files() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_.parent_path()), {}));
    }

private Q_SLOTS:
    void cleanup() { fs::remove(path_); }

    void rows() {
        PredictionsWriter writer(path_, {"bad", "good, really"}, false);
        writer.add("a \"text\",\nof two lines", {}, 1, std::vector<float>{0.25f, 0.75f}, 0.2876820724517809,
                   2);
        writer.add("no label", {}, -1, std::vector<float>{0.5f, 0.5f}, NAN);
        QVERIFY(!fs::exists(path_)); // nothing under the name before it is whole
        writer.close();
        QCOMPARE(read_file(path_, ErrorId::run_file_unreadable),
                 std::string("text,label,prediction,prob_bad,\"prob_good, really\",loss,line\n"
                             "\"a \"\"text\"\",\nof two lines\",\"good, really\",\"good, really\",0.25,0.75,"
                             "0.2876820724517809,2\n"
                             "no label,,bad,0.5,0.5,,\n"));
        QCOMPARE(files(), std::size_t{1});
    }

    void pairs() {
        PredictionsWriter writer(path_, {"0", "1"}, true);
        writer.add("first", "second", 0, std::vector<float>{0.1f, 0.9f}, 2.5);
        writer.close();
        QCOMPARE(read_file(path_, ErrorId::run_file_unreadable),
                 std::string("text,text_pair,label,prediction,prob_0,prob_1,loss,line\n"
                             "first,second,0,1,0.1,0.9,2.5,\n"));
    }

    void probabilities_read_back() {
        const std::vector<float> probabilities = {1e-9f, 0.3333333433f, 0.6666666567f};
        PredictionsWriter writer(path_, {"a", "b", "c"}, false);
        writer.add("x", {}, 2, probabilities, 0.4054651);
        writer.close();
        const std::string text = read_file(path_, ErrorId::run_file_unreadable);
        const auto fields = QString::fromStdString(text).split('\n')[1].split(',');
        for (int i = 0; i < 3; ++i)
            QCOMPARE(fields[3 + i].toFloat(), probabilities[static_cast<std::size_t>(i)]);
    }

    void more_rows_than_the_buffer() {
        PredictionsWriter writer(path_, {"a", "b"}, false);
        const std::string text(1000, 'x');
        for (int row = 0; row < 500; ++row)
            writer.add(text, {}, row % 2, std::vector<float>{1, 0}, row);
        writer.close();
        const std::string contents = read_file(path_, ErrorId::run_file_unreadable);
        QCOMPARE(std::count(contents.begin(), contents.end(), '\n'), 501);
        QVERIFY(contents.ends_with(",b,a,1,0,499,\n"));
    }

    void abandoned_leaves_nothing() {
        write_file_atomically(path_, "the earlier one");
        {
            PredictionsWriter writer(path_, {"a", "b"}, false);
            writer.add("x", {}, 0, std::vector<float>{1, 0}, 0);
        }
        QCOMPARE(read_file(path_, ErrorId::run_file_unreadable), std::string("the earlier one"));
        QCOMPARE(files(), std::size_t{1});
    }

    void full_disk() {
        struct rlimit before {};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        std::signal(SIGXFSZ, SIG_IGN); // a file beyond the limit then gives EFBIG, as a full disk ENOSPC
        const struct rlimit small = {100'000, before.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        int id = 0;
        try {
            PredictionsWriter writer(path_, {"a"}, false);
            for (int row = 0; row < 200; ++row)
                writer.add(std::string(1000, 'x'), {}, 0, std::vector<float>{1}, 0);
            writer.close();
        } catch (const Error& error) {
            id = error.id();
        }
        ::setrlimit(RLIMIT_FSIZE, &before);
        QCOMPARE(id, 5001);
        QCOMPARE(files(), std::size_t{0});
    }

    void refuses_other_shapes() {
        PredictionsWriter writer(path_, {"a", "b"}, false);
        QVERIFY_THROWS_EXCEPTION(Error, writer.add("x", {}, 0, std::vector<float>{1}, 0));
        QVERIFY_THROWS_EXCEPTION(Error, writer.add("x", {}, 2, std::vector<float>{1, 0}, 0));
        QVERIFY_THROWS_EXCEPTION(Error, PredictionsWriter(path_ / "no" / "folder.csv", {"a"}, false));
    }
};

QTEST_GUILESS_MAIN(PredictionsTest)
#include "predictions_test.moc"
