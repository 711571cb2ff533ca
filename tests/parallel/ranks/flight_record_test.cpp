// SPDX-License-Identifier: GPL-3.0-or-later
// What a rank's flight record holds, read from its file by another process.

#include "parallel/ranks/flight_record.h"

#include "base/clock.h"
#include "base/scratch.h"

#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::parallel;
using State = FlightLine::State;

namespace {

FlightLine line_of(std::uint64_t sequence, Purpose purpose = Purpose::gradient_sum) {
    FlightLine line;
    line.group = {GroupKey::Channel::data, 1, 2, 4};
    line.sequence = sequence;
    line.op = CollectiveOp::broadcast;
    line.purpose = purpose;
    line.bytes = 4096 + sequence;
    std::memcpy(line.element_type.data(), "BFloat16", 8);
    line.phase = 2;
    line.block = 7;
    line.step = 12;
    return line;
}

std::vector<std::byte> bytes_of(const fs::path& file) {
    const std::string text = read_file(file, ErrorId::file_unreadable);
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

} // namespace

class FlightRecordTest : public QObject {
    Q_OBJECT

    QTemporaryDir scratch_{test::scratch_place()};

    fs::path at(const char* name) const { return fs::path(scratch_.path().toStdString()) / name; }

private Q_SLOTS:
    void another_node_reads_what_is_sent() {
        const fs::path file = at("sent.flight");
        FlightRecord record(file, 3);
        record.leave(record.enter(line_of(1)), State::failed);
        FlightLine bare = line_of(2, Purpose::save);
        bare.element_type = {};
        bare.block = -1;
        record.enter(bare);
        record.threw();
        const auto own = read_flight(file);
        QVERIFY(own && own->lines.size() == 2);
        QVERIFY(flight_of(Json::parse(to_json(*own).dump())) == own);
    }

    void what_is_sent_damaged_is_left_out_data() {
        QTest::addColumn<int>("field");
        QTest::addColumn<QString>("value");
        QTest::newRow("channel") << 0 << "9";
        QTest::newRow("a rank that is negative") << 1 << "-1";
        QTest::newRow("stride") << 2 << "0";
        QTest::newRow("sequence") << 4 << "0";
        QTest::newRow("operation") << 5 << "200";
        QTest::newRow("purpose, beyond its type") << 6 << "262";
        QTest::newRow("bytes as text") << 7 << "\"1\"";
        QTest::newRow("type") << 8 << "\"a\\n\"";
        QTest::newRow("type as a number") << 8 << "1";
        QTest::newRow("time") << 12 << "-1";
        QTest::newRow("state") << 13 << "4";
    }
    void what_is_sent_damaged_is_left_out() {
        QFETCH(int, field);
        QFETCH(QString, value);
        Json json = to_json({3, false, {line_of(1), line_of(2)}});
        QCOMPARE(flight_of(json)->lines.size(), std::size_t{2});
        json["lines"][0][static_cast<std::size_t>(field)] = Json::parse(value.toStdString());
        const auto read = flight_of(json);
        QVERIFY(read && read->rank == 3);
        QVERIFY(read->lines == std::vector<FlightLine>{line_of(2)});
    }

    void what_is_no_record_is_none() {
        for (const char* text : {"1", "{}", R"({"rank": -1, "threw": false, "lines": []})",
                                 R"({"rank": 1, "threw": 0, "lines": []})", R"({"rank": 1, "threw": true})"})
            QVERIFY2(!flight_of(Json::parse(text)), text);
    }

    void a_line_is_read_as_it_was_entered() {
        const fs::path file = at("one.flight");
        FlightRecord record(file, 3);
        QVERIFY(record.records());
        const double before = monotonic_seconds();
        const auto first = record.enter(line_of(1)), second = record.enter(line_of(2, Purpose::save));
        record.leave(first, State::done);
        const auto flight = read_flight(file);
        QVERIFY(flight && flight->rank == 3 && !flight->threw);
        QCOMPARE(flight->lines.size(), std::size_t(2));
        const FlightLine& line = flight->lines[0];
        const FlightLine expected = line_of(1);
        QVERIFY(line.group == expected.group && line.op == expected.op && line.purpose == expected.purpose);
        QVERIFY(line.bytes == expected.bytes && line.element_type == expected.element_type);
        QVERIFY(line.phase == 2 && line.block == 7 && line.step == 12 && line.sequence == 1);
        QVERIFY(line.entered >= before && line.entered <= monotonic_seconds());
        QVERIFY(line.state == State::done && flight->lines[1].state == State::waiting);
        QVERIFY(flight->lines[1].purpose == Purpose::save);
        record.leave(second, State::failed);
        QVERIFY(read_flight(file)->lines[1].state == State::failed);
    }

    void the_latest_lines_stay() {
        const fs::path file = at("ring.flight");
        FlightRecord record(file, 0);
        const auto first = record.enter(line_of(1));
        for (std::uint64_t i = 2; i <= FlightRecord::capacity + 10; ++i)
            record.enter(line_of(i));
        record.leave(first, State::failed); // its place has another line by now
        const auto flight = read_flight(file);
        QCOMPARE(flight->lines.size(), FlightRecord::capacity);
        QCOMPARE(flight->lines.front().sequence, std::uint64_t(11));
        QCOMPARE(flight->lines.back().sequence, FlightRecord::capacity + 10);
        for (const FlightLine& line : flight->lines)
            QVERIFY(line.state == State::waiting);
    }

    void an_exception_is_noted_unless_a_collective_has_failed() {
        const fs::path own = at("own.flight"), other = at("other.flight");
        FlightRecord first(own, 0), second(other, 1);
        first.threw();
        second.leave(second.enter(line_of(1)), State::failed);
        second.threw();
        QVERIFY(read_flight(own)->threw);
        QVERIFY(!read_flight(other)->threw);
    }

    /// The rank does nothing for its record to be read.
    void a_stopped_and_a_killed_process_can_be_read() {
        const fs::path file = at("stopped.flight");
        const pid_t child = ::fork();
        if (child == 0) {
            FlightRecord record(file, 5);
            record.enter(line_of(42, Purpose::control_exchange));
            ::raise(SIGSTOP);
            ::_exit(0);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, WUNTRACED), child);
        QVERIFY(WIFSTOPPED(status));
        for (const bool killed : {false, true}) {
            if (killed) {
                ::kill(child, SIGKILL);
                QCOMPARE(::waitpid(child, &status, 0), child);
            }
            const auto flight = read_flight(file);
            QVERIFY(flight && flight->rank == 5 && flight->lines.size() == 1);
            QCOMPARE(flight->lines[0].sequence, std::uint64_t(42));
            QVERIFY(flight->lines[0].purpose == Purpose::control_exchange);
        }
    }

    void without_a_file_nothing_is_recorded() {
        FlightRecord record(at("missing/a.flight"), 0);
        QVERIFY(!record.records());
        record.leave(record.enter(line_of(1)), State::done);
        record.threw();
        QVERIFY(!read_flight(at("missing/a.flight")));
    }

    void what_others_put_there_is_not_read_and_not_written_to() {
        const fs::path target = at("target"), link = at("link.flight");
        std::ofstream(target) << "mine";
        fs::create_symlink(target, link);
        QVERIFY(!read_flight(link));
        const fs::path pipe = at("pipe.flight");
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(!read_flight(pipe));
        FlightRecord record(link, 0);
        QVERIFY(record.records());
        QCOMPARE(read_file(target, ErrorId::file_unreadable), std::string("mine"));
        QVERIFY(!fs::is_symlink(link));
    }

    void a_damaged_record_is_harmless() {
        const fs::path file = at("whole.flight");
        FlightRecord record(file, 1);
        for (std::uint64_t i = 1; i <= 20; ++i)
            record.enter(line_of(i));
        const std::vector<std::byte> whole = bytes_of(file);
        QVERIFY(parse_flight(whole));
        for (const std::size_t size : {std::size_t(0), std::size_t(63), whole.size() - 1})
            QVERIFY(!parse_flight(std::span(whole).first(size)));
        int refused = 0, fewer = 0;
        for (std::size_t i = 0; i < 64 * 20; ++i) {
            std::vector<std::byte> damaged = whole;
            damaged[i] = std::byte{0xff};
            const auto flight = parse_flight(damaged);
            refused += !flight;
            fewer += flight && flight->lines.size() < 20;
        }
        QVERIFY2(refused >= 16 && fewer > 19 * 16, qPrintable(QString("%1 %2").arg(refused).arg(fewer)));
    }

    void a_line_costs_well_under_a_microsecond() {
        FlightRecord record(at("cost.flight"), 0);
        constexpr int lines = 200'000;
        const FlightLine line = line_of(1);
        double best = 1;
        for (int repeat = 0; repeat < 5; ++repeat) {
            const double start = monotonic_seconds();
            for (int i = 0; i < lines; ++i)
                record.leave(record.enter(line), State::done);
            best = std::min(best, (monotonic_seconds() - start) / lines);
        }
        qInfo("%.0f ns a line", best * 1e9);
        QVERIFY(best < 1e-6);
    }
};

QTEST_APPLESS_MAIN(FlightRecordTest)
#include "flight_record_test.moc"
