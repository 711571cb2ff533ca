// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "event/environment_file.h"
#include "event/event.h"
#include "event/folder/run_folder.h"
#include "event/socket/frame.h"
#include "samples.h"

#include <QTemporaryDir>
#include <QTest>
#include <limits>
#include <set>

using namespace tunedesk;
using namespace tunedesk::event;

namespace {

int id_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.id();
    }
    return 0;
}

std::string with_depth(int depth) {
    return R"({"v":1,"type":"Log","rank":0,"rank_seq":1,"seq":0,"t":1,"x":)" + std::string(depth, '[') +
           std::string(depth, ']') + "}";
}

std::string with_keys(int count) {
    std::string text = R"({"v":1,"type":"Log","rank":0,"rank_seq":1,"seq":0,"t":1)";
    for (int i = 0; i < count; ++i)
        text += ",\"k" + std::to_string(i) + "\":0";
    return text + "}";
}

} // namespace

class EventTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyTypeGoesRound() {
        int count = 0;
        for (int i = 0; i <= static_cast<int>(Type::Devices); ++i, ++count) {
            Event event = make_event(static_cast<Type>(i), Json{{"text", "a \"line\"\nä"}, {"n", 3}});
            event.rank = i - 1;
            event.seq = max_seq;
            const std::string line = to_line(event);
            QVERIFY(line.find('\n') == std::string::npos);
            const Event back = parse_event(line);
            QVERIFY(back.type == event.type);
            QCOMPARE(back.rank, event.rank);
            QCOMPARE(back.rank_seq, event.rank_seq);
            QCOMPARE(back.seq, event.seq);
            QCOMPARE(back.t, event.t);
            QVERIFY(back.fields == event.fields);
            QVERIFY(type_of(name_of(event.type)) == event.type);
        }
        QCOMPARE(count, 13);
        QVERIFY(!type_of("step"));
    }

    void lineHasTheDocumentedForm() {
        Event event = make_event(Type::Log, Json{{"level", "info"}});
        event.seq = 7;
        QCOMPARE(to_line(event), std::string(R"({"v":1,"type":"Log","rank":0,"rank_seq":1,"seq":7,)"
                                             R"("t":1795246757.25,"level":"info"})"));
    }

    void nonFiniteNumbersGoRound() {
        const double inf = std::numeric_limits<double>::infinity();
        const Event event = make_event(
            Type::Log, Json{{"a", std::nan("")}, {"b", inf}, {"c", -inf}, {"deep", Json{{"d", {1.5, inf}}}}});
        const Event back = parse_event(to_line(event));
        QVERIFY(std::isnan(number(back.fields, "a", 0)));
        QCOMPARE(number(back.fields, "b", 0), inf);
        QCOMPARE(number(back.fields, "c", 0), -inf);
        QVERIFY(back.fields["deep"]["d"] == Json({1.5, "inf"}));
        QCOMPARE(number(back.fields, "missing", 4), 4.0);
        QCOMPARE(number(Json{{"a", "text"}}, "a", 4), 4.0);
    }

    void stepGoesRound() {
        StepEvent step = to_step(parse_event(to_line(step_at(31))));
        QCOMPARE(step.step, 31);
        QCOMPARE(step.epoch, 31 / 30.0);
        QCOMPARE(step.loss, 2.0 / std::sqrt(32.0));
        QCOMPARE(step.accuracy, 1 - 1 / 33.0);
        QCOMPARE(step.learning_rate, 5e-5 / 31);
        QCOMPARE(step.grad_norm, std::sqrt(31.0));
        QCOMPARE(step.samples, 12);
        QCOMPARE(step.tokens, 3011);
        QCOMPARE(step.step_seconds, 0.125);
        QCOMPARE(step.rss_bytes, 1u << 30);
        QVERIFY(std::isnan(to_step(parse_event(to_line(step_at(32)))).grad_norm));
    }

    void incompleteStepIsRefused() {
        const Event whole = step_at(1);
        for (const auto& item : whole.fields.items()) {
            Event event = whole;
            event.fields.erase(item.key());
            const bool may_lack = item.key() == "accuracy"; // tasks without classes have none
            QCOMPARE(id_of([&] { to_step(event); }), may_lack ? 0 : 7003);
            event.fields[item.key()] = Json::array();
            QCOMPARE(id_of([&] { to_step(event); }), static_cast<int>(ErrorId::step_event_type_wrong));
        }
    }

    void unfitTextsAreReplaced() {
        const Event back = parse_event(
            to_line(make_event(Type::Log, Json{{"text", "bad \xff byte"}, {"seq", 9}, {"type", "Step"}})));
        QCOMPARE(back.fields["text"].get<std::string>(), std::string("bad \xef\xbf\xbd byte"));
        QCOMPARE(back.seq, 0u);
        QVERIFY(back.type == Type::Log);
    }

    void hugeTextsAreCut() {
        std::string text;
        for (int i = 0; i < (1 << 20); ++i)
            text += "ä";
        const std::string line = to_line(make_event(Type::Log, Json{{"level", "error"}, {"text", text}}));
        QVERIFY(line.size() < 5000);
        const Event back = parse_event(line);
        QVERIFY(back.fields["text"].get<std::string>().ends_with("ä [cut]"));
        QCOMPARE(back.fields["level"].get<std::string>(), std::string("error"));
        const std::string many = to_line(make_event(Type::Log, Json{{"list", std::vector<int>(1 << 20, 1)}}));
        QVERIFY(parse_event(many).fields["omitted_bytes"].get<int>() > (1 << 20));
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("text");
        const std::string rest = R"("rank":0,"rank_seq":1,"seq":0,"t":1})";
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray(text.data(), static_cast<qsizetype>(text.size()));
        };
        row("empty", "");
        row("no JSON", "hello");
        row("an array", "[]");
        row("a number", "1");
        row("trailing text", with_depth(1) + "x");
        row("two values", with_depth(1) + with_depth(1));
        row("another version", R"({"v":2,"type":"Log",)" + rest);
        row("version as text", R"({"v":"1","type":"Log",)" + rest);
        row("unknown type", R"({"v":1,"type":"Boo",)" + rest);
        row("type as a number", R"({"v":1,"type":1,)" + rest);
        row("rank below -1", R"({"v":1,"type":"Log","rank":-2,"rank_seq":1,"t":1})");
        row("rank too large", R"({"v":1,"type":"Log","rank":4294967296,"rank_seq":1,"t":1})");
        row("negative rank_seq", R"({"v":1,"type":"Log","rank":0,"rank_seq":-1,"t":1})");
        row("seq as a fraction", R"({"v":1,"type":"Log","rank":0,"rank_seq":1,"seq":1.5,"t":1})");
        row("t as text", R"({"v":1,"type":"Log","rank":0,"rank_seq":1,"t":"1"})");
        row("t beyond a double", R"({"v":1,"type":"Log","rank":0,"rank_seq":1,"t":1e999})");
        row("no rank", R"({"v":1,"type":"Log","rank_seq":1,"t":1})");
        row("no type", R"({"v":1,"rank":0,"rank_seq":1,"t":1})");
        row("duplicate key", R"({"v":1,"type":"Log","type":"Log",)" + rest);
        row("duplicate key below", R"({"v":1,"type":"Log","a":{"b":1,"b":2},)" + rest);
        row("invalid UTF-8", "{\"v\":1,\"type\":\"Log\",\"a\":\"\xc0\x80\"," + rest);
        row("NUL", std::string("{\"v\":1,\0", 8) + rest);
        row("too deep", with_depth(16));
        row("deep without end", std::string(500'000, '['));
        row("too many keys", with_keys(300));
        row("larger than 1 MiB", with_depth(1) + std::string(1 << 20, ' '));
    }

    void refuses() {
        QFETCH(QByteArray, text);
        QCOMPARE(id_of([&] { parse_event(text.toStdString()); }), 7001);
    }

    void acceptsTheLimits() {
        parse_event(with_depth(15));
        parse_event(with_keys(250));
        QCOMPARE(parse_event(R"({"v":1,"type":"Log","rank":-1,"rank_seq":0,"t":1})").seq, 0u);
    }

    void framesComeWholeInAnyChunking() {
        std::string stream;
        std::vector<std::string> sent;
        for (const std::size_t size : {0u, 1u, 3u, 255u, 256u, 70'000u}) {
            sent.push_back(std::string(size, static_cast<char>('a' + size % 26)));
            stream += make_frame(sent.back());
        }
        for (const std::size_t chunk : {1u, 3u, 4u, 5u, 1000u, 1'000'000u}) {
            FrameReader reader;
            std::vector<std::string> got;
            for (std::size_t at = 0; at < stream.size(); at += chunk) {
                for (std::string& payload : reader.feed(std::string_view(stream).substr(at, chunk)))
                    got.push_back(std::move(payload));
            }
            QVERIFY(got == sent);
        }
    }

    void frameHasTheDocumentedForm() {
        QCOMPARE(make_frame("ab"), std::string("\x02\0\0\0ab", 6));
        QCOMPARE(make_frame(std::string(max_frame_bytes, 'x')).size(), max_frame_bytes + 4u);
        QCOMPARE(id_of([] { make_frame(std::string(max_frame_bytes + 1, 'x')); }), 7002);
    }

    void oversizedFrameBreaksTheReader() {
        FrameReader reader;
        QCOMPARE(id_of([&] { reader.feed(std::string("\x01\0\x10\0", 4)); }),
                 static_cast<int>(ErrorId::frame_too_large));
        QCOMPARE(id_of([&] { reader.feed(make_frame("fine")); }),
                 static_cast<int>(ErrorId::connection_oversized));
        FrameReader largest;
        QCOMPARE(largest.feed(make_frame(std::string(max_frame_bytes, 'x'))).size(), std::size_t(1));
    }

    void commandsHaveNames() {
        for (const Command command :
             {Command::stop, Command::pause, Command::continue_run, Command::checkpoint, Command::kill})
            QVERIFY(command_of(name_of(command)) == command);
        QCOMPARE(name_of(Command::continue_run), std::string("continue"));
        QVERIFY(command_of("resume") == Command::none);
        QVERIFY(command_of("") == Command::none);
    }

    void folderKnowsItself() {
        QTemporaryDir place;
        const fs::path base = place.path().toStdString();
        fs::create_directory(base / "run");
        fs::create_directory_symlink(base / "run", base / "link");
        const RunFolder folder{base / "run"};
        QVERIFY(!folder.holds_run());
        write_file_atomically(folder.preset(), "tunedesk: 1\n");
        QVERIFY(folder.holds_run());
        QCOMPARE(folder.identity().size(), std::size_t(16));
        QCOMPARE(RunFolder{base / "run/"}.identity(), folder.identity());
        QCOMPARE(RunFolder{base / "link"}.identity(), folder.identity());
        QCOMPARE(RunFolder{base / "." / "x" / ".." / "run"}.identity(), folder.identity());
        QVERIFY(RunFolder{base / "other"}.identity() != folder.identity());
        QVERIFY(folder.socket().string().ends_with(folder.identity() + ".sock"));
    }

    void exitGoesRound() {
        QTemporaryDir place;
        const RunFolder folder{place.path().toStdString()};
        QVERIFY(!read_exit(folder));
        write_exit(
            folder,
            exit_record(Error::in_words(7101, "rank 1 died", "rank 1, step 4", "resume").with_kept("C")));
        auto record = read_exit(folder);
        QVERIFY(record);
        QCOMPARE(record->code, 7);
        QCOMPARE(record->id, 7101);
        QCOMPARE(record->what, std::string("rank 1 died"));
        QCOMPARE(record->where, std::string("rank 1, step 4"));
        QCOMPARE(record->kept, std::string("C"));
        QCOMPARE(record->next, std::string("resume"));
        QVERIFY(record->line.starts_with("error[TD7101]: rank 1 died"));
        QCOMPARE(record->time.size(), std::size_t(20));
        write_exit(folder, {});
        record = read_exit(folder);
        QCOMPARE(record->code, 0);
        QCOMPARE(record->id, 0);
        QVERIFY(parse_json(read_file(folder.exit(), ErrorId::file_unreadable), "",
                           ErrorId::file_unreadable)["error"]
                    .is_null());
        for (const char* damaged : {"", "{", "[]", "{\"code\":0}", "{\"code\":\"0\",\"error\":null}"}) {
            write_file_atomically(folder.exit(), damaged);
            QCOMPARE(id_of([&] { read_exit(folder); }), 7004);
        }
    }

    void whatIsKeptGoesRound() {
        QTemporaryDir place;
        const RunFolder folder{place.path().toStdString()};
        std::set<std::string> sentences;
        for (const std::optional<std::int64_t> checkpoint : {std::optional<std::int64_t>(), {500}})
            for (const std::optional<std::int64_t> metrics : {std::optional<std::int64_t>(), {510}})
                for (const bool may_have_earlier : {false, true}) {
                    const KeptSteps kept{checkpoint, metrics, may_have_earlier};
                    const ExitRecord record = exit_record(Error::in_words(7101, "rank 1 died"), kept);
                    QVERIFY2(record.line.find(record.kept) != std::string::npos, record.line.c_str());
                    write_exit(folder, record);
                    QVERIFY(read_exit(folder) == record);
                    QVERIFY(exit_record_from(Json::parse(to_json(record).dump())) == record);
                    const Phrase phrase = phrase_of(kept);
                    QCOMPARE(phrase.values.size(), std::size_t(checkpoint.has_value()) + metrics.has_value());
                    sentences.insert(sentence(phrase));
                }
        QCOMPARE(sentences.size(),
                 std::size_t{6}); // with a checkpoint it is of no interest whether there was one
        for (const char* damaged : {"[]", "\"x\"", "null"})
            QVERIFY(!kept_steps_of({{"kept_steps", Json::parse(damaged)}}));
        const Json strange{{"checkpoint_step", "x"}, {"metrics_step", 1.5}, {"may_have_earlier", 3}};
        QVERIFY(kept_steps_of({{"kept_steps", strange}}) == KeptSteps());
        QVERIFY(!kept_steps_of(Json::object()));
    }

    void whoHeldUpTheOthersGoesRound() {
        QTemporaryDir place;
        const RunFolder folder{place.path().toStdString()};
        using Kind = Diagnosis::Kind;
        for (const Kind kind : {Kind::behind, Kind::parted, Kind::inside, Kind::threw}) {
            const Diagnosis diagnosis{kind,
                                      1,
                                      0,
                                      "gradient sum",
                                      "evaluation",
                                      12,
                                      {"sum", "0-3", 15, 4096, 2},
                                      kind == Kind::parted ? CollectiveCall{"broadcast", "0-3", 15, 8, -1}
                                                           : CollectiveCall{}};
            ExitRecord record = exit_record(Error::in_words(7012, "rank 1 was silent", "here", "resume"),
                                            KeptSteps{5, 7, false});
            const std::string before = record.line;
            add_diagnosis(record, diagnosis);
            QCOMPARE(record.what, std::string("rank 1 was silent"));
            QVERIFY(record.line.find("rank 1 was silent; " + sentence_of(diagnosis) + "; where (here)") !=
                        std::string::npos &&
                    record.line.size() > before.size() && record.line.ends_with("; next: resume"));
            write_exit(folder, record);
            QVERIFY(read_exit(folder) == record);
            QVERIFY(exit_record_from(Json::parse(to_json(record).dump())) == record);
        }
        for (const char* damaged : {"[]", "null", "{}", R"({"kind": 0})", R"({"kind": "asleep"})"})
            QVERIFY(!diagnosis_of({{"diagnosis", Json::parse(damaged)}}));
        const auto strange = diagnosis_of(
            {{"diagnosis", Json::parse(R"({"kind": "threw", "rank": 1e9, "other_rank": -5, "step": -1})")}});
        QVERIFY(strange && strange->rank == -1 && strange->other_rank == -1 && strange->step == 0);
    }

    void environmentSaysWhere() {
        QTemporaryDir place;
        const RunFolder folder{place.path().toStdString()};
        write_environment(folder, {.versions = {{"libtorch", "2.11.0"}},
                                   .devices = {{"0", "cpu"}},
                                   .data_hashes = {{"train.csv", "ab"}},
                                   .collectives = "shared memory"});
        const Json json = parse_json(read_file(folder.environment(), ErrorId::file_unreadable), "",
                                     ErrorId::file_unreadable);
        QCOMPARE(json["tunedesk"]["version"].get<std::string>(), project_version());
        QCOMPARE(json["tunedesk"]["commit"].get<std::string>(), project_commit());
        QCOMPARE(json["collectives"].get<std::string>(), std::string("shared memory"));
        QVERIFY(!project_commit().empty());
        QVERIFY(json["memory_bytes"].get<std::uint64_t>() > 0);
        QVERIFY(json["cpu"]["usable_cores"].get<int>() > 0);
        QVERIFY(json["cpu"]["cores"].get<int>() >= json["cpu"]["usable_cores"].get<int>());
        QVERIFY(json["kernel"].get<std::string>().starts_with("Linux "));
        QVERIFY(json["started"].get<std::string>().ends_with("Z"));
        QCOMPARE(json["versions"]["libtorch"].get<std::string>(), std::string("2.11.0"));
        QCOMPARE(json["data_hashes"]["train.csv"].get<std::string>(), std::string("ab"));
        QCOMPARE(json["devices"]["0"].get<std::string>(), std::string("cpu"));
    }
};

QTEST_GUILESS_MAIN(EventTest)
#include "event_test.moc"
