// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/files.h"
#include "data/rows/findings.h"

#include <set>

using namespace tunedesk;
using namespace tunedesk::data;

class FindingsTest : public QObject {
    Q_OBJECT
    Files files_;
    using Ids = std::vector<std::string>;

    static Ids ids_of(const std::vector<Finding>& findings) {
        Ids ids;
        for (const Finding& finding : findings)
            ids.emplace_back(finding.id());
        return ids;
    }
    static TableSpec skipping() {
        TableSpec spec;
        spec.skip_bad_rows = true;
        return spec;
    }
    static LabelMap named(std::vector<std::string> names) { return {std::move(names), "", false}; }

private Q_SLOTS:
    void faults_are_data() {
        std::set<std::string_view> ids;
        for (int number = 0; number <= static_cast<int>(RowFault::Kind::other); ++number) {
            const auto kind = static_cast<RowFault::Kind>(number);
            ids.insert(id_of(kind));
            QVERIFY(fault_kind(id_of(kind)) == kind);
        }
        QCOMPARE(ids.size(), static_cast<std::size_t>(RowFault::Kind::other) + 1);
        QVERIFY(fault_kind("of another version") == RowFault::Kind::other);
        QCOMPARE(sentence({RowFault::Kind::wrong_type, {"\"a\"", "null", "a string"}}),
                 std::string("\"a\" is null, not a string"));
        QCOMPARE(sentence({RowFault::Kind::field_count, {"3"}}),
                 std::string("3 fields where the header has "));
        QCOMPARE(sentence({RowFault::Kind::other, {"{} as it is"}}), std::string("{} as it is"));
    }

    void rejected_rows_of_a_file() {
        const Table table = read_table(
            files_.write("a.csv", "text,label\na,0\n  ,0\n\"\t\n\",1\n\u00a0\u3000,1\nb,1\nc, \nragged\n"),
            skipping());
        const auto found = findings_of(table, "train", false);
        QCOMPARE(ids_of(found), Ids{"rejected-rows"});
        QCOMPARE(found[0].count, std::uint64_t{5});
        QCOMPARE(found[0].rows.size(), std::size_t{5});
        QCOMPARE(found[0].rows[0].line, std::uint64_t{3});
        QVERIFY(found[0].rows[0].fault->kind == RowFault::Kind::empty_text);
        QVERIFY(found[0].rows[3].fault->kind == RowFault::Kind::empty_label);
        QCOMPARE(found[0].split, std::string("train"));
        QVERIFY(found[0].blocks);
        QCOMPARE(found[0].mend(), Finding::Mend::leave_out);
        const auto skipped = findings_of(table, "train", true);
        QVERIFY(!skipped[0].blocks);
        QCOMPARE(skipped[0].mend(), Finding::Mend::none);
        QVERIFY(
            contains(skipped[0].message, "5 rows are left out (data.bad_rows: skip), the first in line 3"));
    }

    void a_repeated_header_is_found() {
        const std::string text = "text,label\na,0\ntext,label\nb,1\n\"text\",label\n";
        const auto found = findings_of(read_table(files_.write("h.csv", text), {}), "train", false);
        QCOMPARE(ids_of(found), Ids{"repeated-header"});
        QCOMPARE(found[0].count, std::uint64_t{2});
        QCOMPARE(found[0].rows[1].line, std::uint64_t{5});
        QCOMPARE(found[0].mend(), Finding::Mend::remove_rows);
        TableSpec texts;
        texts.label_column.clear(); // "text" may be a text
        QVERIFY(
            findings_of(read_table(files_.write("t.csv", "text\na\ntext\n"), texts), "test", false).empty());
    }

    void classes_that_mislead() {
        std::vector<std::int32_t> labels;
        for (int i = 0; i < 40; ++i)
            labels.push_back(i % 4);
        QVERIFY(findings_of(named({"good", "bad", "0", "1"}), labels, "f").empty());
        const auto alike = findings_of(named({"A", "b", " a", "B "}), labels, "f");
        QCOMPARE(ids_of(alike), (Ids{"look-alike-labels", "look-alike-labels"}));
        QCOMPARE(alike[0].labels, (std::vector<std::string>{"A", " a"}));
        QCOMPARE(alike[0].count, std::uint64_t{20});
        QCOMPARE(alike[0].message,
                 std::string("labels that differ in case or spaces alone are classes of their own: "
                             R"("A", " a")"));
        QCOMPARE(alike[1].mend(), Finding::Mend::merge_labels);
        labels.push_back(4);
        const auto rare = findings_of(named({"a", "b", "c", "d", "e\x1b", "f"}), labels, "f");
        QCOMPARE(ids_of(rare), Ids{"rare-class"});
        QCOMPARE(rare[0].labels, (std::vector<std::string>{"e\x1b", "f"}));
        QVERIFY(contains(rare[0].message, R"(2 classes have few training rows ("e\x1b": 1, "f": 0))"));
    }

    void many_classes_are_asked_about() {
        const auto found = [](std::size_t classes, std::size_t rows) {
            LabelMap map;
            std::vector<std::int32_t> labels;
            for (std::size_t i = 0; i < classes; ++i)
                map.names.push_back("n" + std::to_string(i));
            for (std::size_t i = 0; i < rows; ++i)
                labels.push_back(static_cast<std::int32_t>(i % classes));
            for (const Finding& finding : findings_of(map, labels, "f"))
                if (finding.id() == "many-classes") return finding.message;
            return std::string();
        };
        QCOMPARE(found(99, 99), std::string());
        QCOMPARE(found(150, 1500), std::string());
        QVERIFY(found(3000, 9000).starts_with("3,000 classes in 9,000 rows"));
    }

    void unseen_labels_are_listed() {
        const Table test = read_table(files_.write("u.csv", "text,label\na,0\nb,2\nc,2\nd,3\n"), {});
        const auto found = unseen_labels(test, named({"0", "1"}), "test", false);
        QVERIFY(found && found->blocks);
        QCOMPARE(found->count, std::uint64_t{3});
        QCOMPARE(found->labels, (std::vector<std::string>{"2", "3"}));
        QCOMPARE(found->rows[2].line, std::uint64_t{5});
        QCOMPARE(found->mend(), Finding::Mend::leave_out);
        QVERIFY(!unseen_labels(test, named({"0", "2", "3"}), "test", false));
    }

    void leaks_between_splits() {
        const Table train = read_table(files_.write("train.csv", "text,label\na,0\nb,1\na,0\nc,1\n"), {});
        const Table test = read_table(files_.write("test.csv", "text,label\nz,0\nc,1\nb,0\n"), {});
        const std::uint32_t kept[] = {0, 3}, held[] = {1, 2};
        const std::vector<SplitRows> splits{{"train", &train, RowNumbers(kept)},
                                            {"validation", &train, RowNumbers(held)},
                                            {"test", &test, {}}};
        const auto found = leaks(splits);
        QCOMPARE(ids_of(found), (Ids{"leak", "leak", "leak"}));
        const auto places = [](const Finding& finding) {
            Ids all{finding.split + " in " + finding.twin_split};
            for (const Finding::Row& row : finding.rows)
                all.push_back(std::to_string(row.line) + "=" + std::to_string(row.twin_line));
            return all;
        };
        QCOMPARE(places(found[0]), (Ids{"validation in train", "4=2"}));
        QCOMPARE(places(found[1]), (Ids{"test in train", "3=5"}));
        QCOMPARE(places(found[2]), (Ids{"test in validation", "4=3"}));
        QVERIFY(found[1].message.starts_with("1 rows of "));
        QVERIFY(contains(found[1].message, "test.csv are training rows too: test.csv:3 = train.csv:5"));
        QVERIFY(found[0].message.starts_with("1 rows cut off for the validation of "));
        QVERIFY(contains(found[2].message, "test.csv are validation rows too: "));
    }

    void ids_are_stable() {
        for (const char* id : {"rejected-rows", "unseen-labels", "repeated-header", "quoted-fields",
                               "look-alike-labels", "many-classes", "rare-class", "leak"}) {
            Finding finding;
            finding.kind = kind_of_finding(id);
            QCOMPARE(finding.id(), std::string_view(id));
        }
        QCOMPARE(error_from([] { (void)kind_of_finding("other"); }).id(), 3141);
    }
};

QTEST_APPLESS_MAIN(FindingsTest)
#include "findings_test.moc"
