// SPDX-License-Identifier: GPL-3.0-or-later
// Labels that are numbers: what is read as one, which rows are rejected, and how they are spread.
#include "base/error.h"
#include "data/files.h"
#include "data/rows/numbers.h"

#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::data;

class NumbersTest : public QObject {
    Q_OBJECT

    Files files_;

    Table read(const std::string& rows) {
        return read_table(files_.write("rows.csv", "text,label\n" + rows), TableSpec());
    }

private Q_SLOTS:
    void decimal_numbers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value"); // NaN: none
        for (const auto& [text, value] : {std::pair("1", 1.0),
                                          {"-2.5", -2.5},
                                          {".5", 0.5},
                                          {"1e-4", 1e-4},
                                          {"007", 7.0},
                                          {"", NAN},
                                          {"nan", NAN},
                                          {"inf", NAN},
                                          {"-inf", NAN},
                                          {"1e999", NAN},
                                          {"0x10", NAN},
                                          {"1,5", NAN},
                                          {"3 stars", NAN},
                                          {"--1", NAN}})
            QTest::newRow(text) << text << value;
    }
    void decimal_numbers() {
        QFETCH(QString, text);
        QFETCH(double, value);
        const auto read = decimal_number(text.toStdString());
        QCOMPARE(read.has_value(), !std::isnan(value));
        if (read) QCOMPARE(*read, value);
    }

    void rows_without_a_number_are_rejected() {
        const Table table = with_numbers_alone(read("a,1\nb,good\nc, 2.5 \nd,nan\ne,1e39\nf,-1\n"));
        QCOMPARE(number_targets(table), (std::vector<float>{1, 2.5f, -1}));
        QCOMPARE(table.rejected_count(), std::uint64_t{3});
        QCOMPARE(table.rejected()[0].line, std::uint64_t{3});
        QCOMPARE(sentence(table.rejected()[0].fault), std::string("the label \"good\" is not a number"));
        QCOMPARE(table.rejected()[2].line, std::uint64_t{6}); // more than fp32 holds
    }

    void scores_outside_the_cosines_are_rejected() {
        const Table table = with_similarities_alone(read("a,1\nb,-1\nc,1.01\nd,0\ne,-3\n"));
        QCOMPARE(number_targets(table), (std::vector<float>{1, -1, 0}));
        QCOMPARE(table.rejected_count(), std::uint64_t{2});
        QCOMPARE(sentence(table.rejected()[0].fault), std::string("the score \"1.01\" is outside -1 to 1"));
        const Error error = error_from([&] { (void)with_similarities_alone(read("a,4\nb,5\n")); });
        QCOMPARE(error.id(), 3160);
    }

    void a_table_without_any_number_is_an_error() {
        const Error error = error_from([&] { (void)with_numbers_alone(read("a,good\nb,bad\n")); });
        QCOMPARE(error.id(), 3109);
        QVERIFY2(error.message().find("\"good\"") != std::string::npos, error.message().c_str());
    }

    void equal_numbers_teach_nothing() {
        const Table table = read("a,2\nb,2.0\n");
        QCOMPARE(error_from([&] { require_two_numbers(number_targets(table), table); }).id(),
                 static_cast<int>(ErrorId::one_number));
        const Table other = read("a,2\nb,2.5\n");
        require_two_numbers(number_targets(other), other);
    }

    void the_summary_equals_numpy() {
        const float numbers[] = {1, 2, 4, -3};
        const auto summary = summary_of(numbers);
        QVERIFY(summary.has_value());
        QCOMPARE(summary->least, -3.0);
        QCOMPARE(summary->most, 4.0);
        QCOMPARE(summary->mean, 1.0);
        QVERIFY(std::abs(summary->deviation - 2.5495097567963922) < 1e-15); // numpy.std
        QVERIFY(number_summary_of(to_json(*summary)) == *summary);
        QVERIFY(!summary_of({}));
    }
};

QTEST_GUILESS_MAIN(NumbersTest)
#include "numbers_test.moc"
