// SPDX-License-Identifier: GPL-3.0-or-later
// What a self-check's report keeps of its reasons: a user attaches it to an issue.
#include "run/devices/check_report.h"
#include "run/devices/checked_training.h"

#include <QTest>
#include <cmath>
#include <set>

using namespace tunedesk;
using namespace tunedesk::run;

namespace {

const std::string uuid = "GPU-1b2c3d4e-0a0b-0c0d-0e0f-102030405060";

PrivateValues jane_on(const std::string& host) {
    return {{"/home/Jane Doe/.local/tune, desk/bin", "/var/folders/o'brien tmp", "/home/Jane Doe"},
            {uuid, "GPU-0a"},
            host,
            "jd"};
}

/// As it is told, with Jane Doe's values on host "ml".
std::string told(const std::string& reason) {
    return without_private_data(reason, jane_on("ml"));
}

DeviceVerdict verdict_of(std::vector<std::string> reasons) {
    DeviceVerdict verdict;
    verdict.uuid = uuid;
    verdict.name = "NVIDIA A100";
    for (std::string& reason : reasons) {
        CheckedRow row;
        row.comparison = Phrase::in_words("training");
        row.outcome = CheckedRow::Outcome::failed;
        row.reason = Phrase::in_words(std::move(reason));
        verdict.rows.push_back(std::move(row));
    }
    return verdict;
}

} // namespace

class CheckReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void paths_are_gone_data() {
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("kept");
        const auto row = [](const char* name, const char* reason, const char* kept) {
            QTest::newRow(name) << QString(reason) << QString(kept);
        };
        // The user's own folders.
        row("a space in the home folder", "/home/Jane Doe/models/x.so", "…/x.so");
        row("a space in another's home folder", "/home/Joe Roe/models/x.so", "…");
        row("the home folder alone", "/home/Jane Doe", "…");
        row("a folder that begins like it", "/home/Jane Doe jr/x.so", "…");
        row("another that does", "in /home/Jane Doe-old", "in …");
        row("the program's",
            "cannot load /home/Jane Doe/.local/tune, desk/bin/libtunedesk-cuda.so: no such file",
            "cannot load …/libtunedesk-cuda.so: no such file");
        row("the temporary one", "in '/var/folders/o'brien tmp/td/home.json', line 3",
            "in '…/home.json', line 3");
        row("within another", "/mnt/home/Jane Doe/x.so", "…/x.so");
        // Others.
        row("a comma", "/data/acme,inc/private/run", "…");
        row("a comma and a library", "/data/acme,inc/private/run.so", "…/run.so");
        row("a comma and a space", "/home/mueller, x/y", "…");
        row("the last name is the private one", "in /home/mueller", "in …");
        row("it looks like a file's", "in /home/jane.doe", "in …");
        row("a trailing slash", "/data/acme/", "…");
        row("two slashes", "//server/acme/x", "…");
        row("a semicolon", "/data/acme;inc/x", "…");
        row("brackets", "/data/acme (old)/x.so", "…");
        row("of other letters", "kann /home/Jürgen Groß/日本/x.so nicht lesen", "kann …");
        row("other letters before the library", "/daten/größe/x.so: fehlt", "…/x.so: fehlt");
        row("from home", "in ~/acme/x.so", "in …/x.so");
        row("from here", "at ../c10/cuda/CUDAException.cpp:43 (most recent call first)",
            "at …/CUDAException.cpp:43 (most recent call first)");
        row("without a slash before", "in models/acme/x.so", "in …/x.so");
        row("of an option", "cc -I/opt/acme -L/opt/acme/x", "cc …");
        row("of an option, from home", "cc -I/home/Jane Doe/acme", "cc …");
        row("of a variable", "PATH=/opt/acme:/opt/bin is set", "PATH=…");
        row("a colon in a folder", "/data/acme: secret/x", "…");
        row("a colon in the last", "/data/acme: secret plans", "…");
        row("a library's name with a number", "/opt/acme/libcudart.so.12: no such file",
            "…/libcudart.so.12: no such file");
        row("no name for a user's file", "/data/acme.csv: no such file", "…");
        // Quotes and brackets around them.
        row("in double quotes", R"(cannot read "/data/my models/acme, inc/x" now)", R"(cannot read "…" now)");
        row("in single quotes", "cannot read '/data/acme inc/x' now", "cannot read '…' now");
        row("in GNU's quotes", "cannot read `/data/acme inc/x' now", "cannot read `…' now");
        row("in backquotes", "cannot read `/data/acme inc/x` now", "cannot read `…` now");
        row("in curly quotes", "cannot read ‘/data/acme inc/x’ or “/a b/c” now",
            "cannot read ‘…’ or “…” now");
        row("in French ones", "lire «/data/acme inc/x» non", "lire «…» non");
        row("in German ones", "lies „/data/acme inc/x“ nicht", "lies „…“ nicht");
        row("an apostrophe", "open '/home/O'Brien/x y' failed", "open '…' failed");
        row("an apostrophe alone", "open /home/O'Brien/x y", "open …");
        row("a quote in a folder", "open /data/my \"acme\" files/x", "open …");
        row("not closed", "open '/data/acme inc/x", "open '…");
        row("a library in quotes", "'/usr/lib/acme/libx.so.1': no symbol", "'…/libx.so.1': no symbol");
        row("a message in quotes", "'/usr/lib/acme/x.so: no symbol f', twice",
            "'…/x.so: no symbol f', twice");
        row("in brackets", "dlopen(/usr/lib/acme/x.so): no", "dlopen(…");
        row("in square ones", "[/home/mueller/x y]", "[…");
        // Several of them.
        row("two in quotes", "copy '/a b/x.so' to '/c/acme/y.so'", "copy '…' to '…/y.so'");
        row("two without", "copy /a b/x.so to /c/acme/y.so", "copy …");
        row("two that colons follow", "/a/acme/x.so: not found by /b/acme/y.so: no", "…");
        row("two lines", "cannot read /a b/x.so\nin /home/mueller, x/y\r\nfailed",
            "cannot read … in …  failed");
        // URLs: host, login and path may be private, and none explains a fault.
        row("a URL", "see https://host/path for more", "see https://… for more");
        row("with a login", "<http://jane:pw@host:80/a?b=/c> failed", "<http://…> failed");
        row("of a rendezvous", "connect to tcp://node9:29500 failed", "connect to tcp://… failed");
        row("of a file", "open file:///home/Joe Roe/x failed", "open file:…");
    }
    void paths_are_gone() {
        QFETCH(QString, reason);
        QFETCH(QString, kept);
        QCOMPARE(QString::fromStdString(told(reason.toStdString())), kept);
    }

    void what_explains_a_fault_stays_data() {
        QTest::addColumn<QString>("reason");
        for (const char* reason :
             {"", "CUDA error: an illegal memory access was encountered", "3/4 rows, 12 tokens/s and/or N/A",
              "3 / 4 differ", "error[TD5602]: there is no GPU \"2\"", "a::b<c>::d(int, char*) + 0x7d",
              "needs compute capability 7.5", "größer als 10 µs – «langsam»", "x.so: undefined symbol: _Zml"})
            QTest::newRow(reason) << QString(reason);
    }
    void what_explains_a_fault_stays() {
        QFETCH(QString, reason);
        QCOMPARE(QString::fromStdString(told(reason.toStdString())), reason);
    }

    void names_are_whole_words_data() {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("kept");
        const auto row = [](const char* name, const char* host, const char* reason, const char* kept) {
            QTest::newRow(name) << QString(host) << QString(reason) << QString(kept);
        };
        row("a login of two letters", "ml", "of jd, jd_x, jd-2 and JD", "of USER, USER_x, USER-2 and USER");
        row("not in a word", "ml", "jdk, ajd, jd2, éjd", "jdk, ajd, jd2, éjd");
        row("a host of two letters", "ml", "ml: html, ML.", "HOST: html, HOST.");
        row("of one letter", "m", "rank 1 of m, mm", "rank 1 of HOST, mm");
        row("a host with its domain", "ml", "ml.lab.acme.com:29500 refused", "HOST:29500 refused");
        row("the whole name", "n7.lab.acme.com", "n7.lab.acme.com refused", "HOST refused");
        row("its short name", "n7.lab.acme.com", "n7 refused", "HOST refused");
        row("its neighbour", "n7.lab.acme.com", "n8.lab.acme.com refused", "n8.DOMAIN refused");
        row("a domain of one word", "n7.local", "n7.local: a local error", "HOST: a local error");
        row("no name", "localhost", "localhost:29500 refused", "localhost:29500 refused");
        row("nothing", "", "refused", "refused");
    }
    void names_are_whole_words() {
        QFETCH(QString, host);
        QFETCH(QString, reason);
        QFETCH(QString, kept);
        const PrivateValues values = jane_on(host.toStdString());
        QCOMPARE(QString::fromStdString(without_private_data(reason.toStdString(), values)), kept);
    }

    void uuids_are_gone() {
        QCOMPARE(told("on " + uuid + " and GPU-0a"), std::string("on UUID and UUID"));
        QCOMPARE(told("not on MIG-ffffffff-0a0b-0c0d-0e0f-10203040506A."), std::string("not on MIG-UUID."));
        QCOMPARE(told("0a0b-0c0d, GPU-0ab"), std::string("0a0b-0c0d, GPU-0ab"));
    }

    void the_user_root_is_nobody() {
        PrivateValues values = jane_on("ml");
        values.user = "root";
        QCOMPARE(without_private_data("only root may", values), std::string("only root may"));
    }

    /// A recursion would overflow the stack, and the square of the length pass the test's time limit.
    void any_length_is_taken() {
        for (const std::string part : {"a", "/", "/a", "a/b ", "'", "'/a' ", "`/a`x", "'/x.so: ", ":", "jd ",
                                       ".ml", "0", "0-", "\n", "ü", "/home/Jane Doe", "\xff", "https://"}) {
            std::string text;
            while (text.size() < 1'000'000)
                text += part;
            QVERIFY(told(text).size() <= 503);
        }
    }

    void a_verdict_is_read_back() {
        DeviceVerdict verdict;
        for (const PhraseForm& form : phrase_catalogue()) {
            const std::vector<std::string> values{"fp32", "2"};
            verdict.rows.push_back(
                {Phrase(form.of, values), "", CheckedRow::Outcome::failed, 1, 2, 3, Phrase(form.of, values)});
        }
        verdict.rows.push_back(
            {Phrase::in_words("x"), "", CheckedRow::Outcome::passed, 0, 0, 0, Phrase::in_words("own words")});
        Json json = to_json(verdict);
        const auto rows = parse_verdict(json.dump(), "").rows;
        QCOMPARE(rows.size(), verdict.rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QVERIFY(rows[i].comparison == verdict.rows[i].comparison);
            QVERIFY(rows[i].reason == verdict.rows[i].reason);
        }
        for (Json& row : json["rows"]) { // as versions without phrases kept it
            row.erase("comparison");
            row.erase("why");
        }
        const auto older = parse_verdict(json.dump(), "").rows;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(sentence(older[i].comparison), sentence(rows[i].comparison));
            QCOMPARE(sentence(older[i].reason), sentence(rows[i].reason));
        }
    }

    void every_technique_has_a_comparison_of_its_own() {
        std::set<std::string> names;
        for (const Technique& technique : techniques()) {
            QVERIFY2(form_of(technique.comparison), technique.technique);
            const std::string name = sentence(technique.comparison);
            QVERIFY2(names.insert(name).second, name.c_str());
            QCOMPARE(name, sentence(Phrase(form_of(technique.comparison)->of, technique.comparison.values)));
        }
        QVERIFY(!names.empty());
    }

    void a_finding_is_of_its_figure() {
        using Outcome = CheckedRow::Outcome;
        const auto finding = [](Outcome outcome, double figure, double tolerance, Phrase reason = {}) {
            return finding_of({{}, "", outcome, figure, tolerance, 0, std::move(reason)});
        };
        QVERIFY(finding(Outcome::passed, 2.9e-07, 1e-4) ==
                Phrase(PhraseId::found_difference_of, {"2.9e-07", "0.0001"}));
        QVERIFY(finding(Outcome::failed, 0.25, 0) == Phrase(PhraseId::found_difference, {"0.25"}));
        QVERIFY(finding(Outcome::passed, 0, 0) == Phrase(PhraseId::found_equal));
        QVERIFY(finding(Outcome::failed, INFINITY, 1e-4) == Phrase(PhraseId::found_no_number));
        QVERIFY(finding(Outcome::not_reached, NAN, 0) == Phrase(PhraseId::found_not_reached));
        QVERIFY(finding(Outcome::passed, NAN, 0).is_empty());
        const Phrase own = Phrase::in_words("CUDA error: {}");
        QVERIFY(finding(Outcome::failed, 3, 1, own) == own);
        QCOMPARE(sentence(own), std::string("CUDA error: {}"));
    }

    void a_report_is_checked_whole() {
        const PrivateValues own = private_values();
        QVERIFY(!own.host.empty() && !own.folders.empty());
        const std::string secret = own.folders.back() + "/acme inc/x";
        DeviceVerdict ended = verdict_of({"on " + own.host, std::string(100'000, 'a')});
        ended.rows.front().reason = Phrase(PhraseId::found_end, {"1", "failed in " + secret});
        const Json report = check_report(
            {verdict_of({"failed in " + secret, "on " + uuid, "not UTF-8: \xff \xc3"}), std::move(ended)});
        const std::string text = report.dump(); // throws where text is not UTF-8
        for (const std::string& name : {secret, own.folders.back(), uuid, std::string("acme")})
            QVERIFY2(text.find(name) == std::string::npos, text.c_str());
        QVERIFY2(text.size() < 5000, text.c_str());
        const Json& first = report.at("devices").at(0);
        QCOMPARE(first.at("summary").get<std::string>(), std::string("failed: training: failed in …"));
        QCOMPARE(first.at("rows").at(1).at("reason").get<std::string>(), std::string("on UUID"));
        QCOMPARE(first.at("rows").at(2).at("reason").get<std::string>(), std::string("not UTF-8: ? ?"));
        QVERIFY(!first.contains("uuid"));
        QCOMPARE(first.at("name").get<std::string>(), std::string("NVIDIA A100"));
    }
};

QTEST_GUILESS_MAIN(CheckReportTest)
#include "check_report_test.moc"
