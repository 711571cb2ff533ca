// SPDX-License-Identifier: GPL-3.0-or-later
// Label maps, splits, duplicates and the summary.
#include "data/files.h"
#include "data/rows/labels.h"
#include "data/rows/summary.h"

#include <map>
#include <numeric>
#include <set>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

using Names = std::vector<std::string>;

} // namespace

class TestLabels : public QObject {
    Q_OBJECT
    Files files_;

    Table table(const Names& labels, const std::string& name = "train.csv") const {
        std::string text = "text,label\n";
        for (std::size_t i = 0; i < labels.size(); ++i)
            text += "row " + std::to_string(i) + "," + labels[i] + "\n";
        return read_table(files_.write(name, text), {});
    }

private Q_SLOTS:
    void maps_data() {
        QTest::addColumn<QStringList>("labels");
        QTest::addColumn<QStringList>("model");
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QString>("origin");
        QTest::addColumn<bool>("by_number");
        using L = QStringList;
        const QString model = "the model's id2label", numeric = "numeric order", points = "code-point order";
        QTest::newRow("model's names")
            << L{"pos", "neg"} << L{"neg", "pos"} << L{"neg", "pos"} << model << false;
        QTest::newRow("some of the model's")
            << L{"c", "a"} << L{"a", "b", "c"} << L{"a", "b", "c"} << model << false;
        QTest::newRow("model's ids") << L{"1", "0"} << L{"neg", "pos"} << L{"neg", "pos"} << model << true;
        QTest::newRow("names that are numbers")
            << L{"1", "0"} << L{"1", "0"} << L{"1", "0"} << model << false;
        QTest::newRow("names and a number, as the model's")
            << L{"0", "other"} << L{"other", "0"} << L{"other", "0"} << model << false;
        QTest::newRow("id out of the model's range")
            << L{"1", "2"} << L{"neg", "pos"} << L{"1", "2"} << numeric << false;
        QTest::newRow("other names") << L{"good", "bad"} << L{"neg", "pos"} << L{"bad", "good"} << points
                                     << false;
        QTest::newRow("numeric, not as text")
            << L{"10", "9", "-1"} << L{} << L{"-1", "9", "10"} << numeric << false;
        QTest::newRow("decimal") << L{"1.5", "0.5", "1e1"} << L{} << L{"0.5", "1.5", "1e1"} << numeric
                                 << false;
        QTest::newRow("code points") << L{"é", "z", "Z", "😀", "\uffff"} << L{}
                                     << L{"Z", "z", "é", "\uffff", "😀"} << points << false;
        QTest::newRow("nan and inf are names")
            << L{"nan", "inf"} << L{} << L{"inf", "nan"} << points << false;
        QTest::newRow("true and false") << L{"true", "false"} << L{} << L{"false", "true"} << points << false;
    }
    void maps() {
        QFETCH(QStringList, labels);
        QFETCH(QStringList, model);
        QFETCH(QStringList, names);
        QFETCH(QString, origin);
        QFETCH(bool, by_number);
        const auto plain = [](const QStringList& list) {
            Names out;
            for (const QString& item : list)
                out.push_back(item.toStdString());
            return out;
        };
        const Table rows = table(plain(labels + labels));
        const LabelMap map = make_label_map(rows, plain(model));
        QCOMPARE(map.names, plain(names));
        QCOMPARE(map.origin, origin.toStdString());
        QCOMPARE(map.by_number, by_number);
        const auto ids = label_ids(rows, map);
        QCOMPARE(ids.size(), rows.rows().size());
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const std::string label(rows.rows()[i].label);
            const auto id = static_cast<std::size_t>(ids[i]);
            QCOMPARE(by_number ? std::to_string(id) : map.names[id], label);
            QCOMPARE(map.id_of(label), ids[i]);
        }
        QCOMPARE(map.id_of("no such label"), -1);
    }

    void mistakes_data() {
        QTest::addColumn<QStringList>("labels");
        QTest::addColumn<int>("id");
        QTest::addColumn<QString>("says");
        using L = QStringList;
        QTest::newRow("names and numbers")
            << L{"1", "0", "good", "1", "bad"} << static_cast<int>(ErrorId::labels_mixed)
            << "\"good\" in line 4, \"1\" in line 2 | train.csv:4";
        QTest::newRow("one class") << L{"1", "1", "1"} << static_cast<int>(ErrorId::one_label)
                                   << "all 3 training rows have the label \"1\"";
        QTest::newRow("one number, two ways")
            << L{"1", "1.0", "0"} << static_cast<int>(ErrorId::labels_equal_as_numbers) << "\"1\" | \"1.0\"";
        L many;
        for (int i = 0; i < 1500; ++i)
            many << QString::number(i * 0.37);
        QTest::newRow("no classes") << many << static_cast<int>(ErrorId::labels_are_numbers)
                                    << "1,500 different numbers in 1,500 rows | data.label_column";
    }
    void mistakes() {
        QFETCH(QStringList, labels);
        QFETCH(int, id);
        QFETCH(QString, says);
        Names plain;
        for (const QString& label : labels)
            plain.push_back(label.toStdString());
        const Table rows = table(plain);
        const Error error = error_from([&] { (void)make_label_map(rows, {}); });
        QCOMPARE(error.id(), id);
        QVERIFY(!error.next().empty());
        for (const QString& part : says.split(" | "))
            QVERIFY2(contains(error.line(), part.toStdString()), error.line().c_str());
    }

    void no_labels_to_map() {
        TableSpec spec;
        spec.label_column.clear();
        const Table rows = read_table(files_.write("plain.csv", "text\na\nb\n"), spec);
        QCOMPARE(error_from([&] { (void)make_label_map(rows, {}); }).id(),
                 static_cast<int>(ErrorId::training_labels_missing));
    }

    // FAULTS 38
    void unknown_label_is_named_with_its_place() {
        const LabelMap map = make_label_map(table({"bad", "good"}), {});
        const Table test = table({"good", "bad", "ugly\x1b", "worse"}, "test.csv");
        const Error error = error_from([&] { (void)label_ids(test, map); });
        QCOMPARE(error.id(), 3114);
        QCOMPARE(error.where(), files_.path("test.csv") + ":4");
        QVERIFY2(contains(error.message(), "unknown label \"ugly\\x1b\"") &&
                     contains(error.message(), "\"bad\", \"good\""),
                 error.line().c_str());
        const LabelMap numbers = make_label_map(table({"0", "1"}), {"neg", "pos"});
        for (const char* label : {"2", "-1", "01", "1.0", "neg"})
            QCOMPARE(numbers.id_of(label), -1);
    }

    void splits_are_stratified_data() {
        QTest::addColumn<QList<int>>("counts");
        QTest::addColumn<double>("validation");
        QTest::addColumn<double>("test");
        QTest::addColumn<QList<int>>("in_validation");
        QTest::addColumn<QList<int>>("in_test");
        using C = QList<int>;
        QTest::newRow("even") << C{50, 50} << 0.1 << 0.2 << C{5, 5} << C{10, 10};
        QTest::newRow("uneven") << C{90, 10} << 0.1 << 0.1 << C{9, 1} << C{9, 1};
        // Quotas 3.35, 3.35, 3.3 of 10: the tenth row goes to the first of the largest remainders.
        QTest::newRow("largest remainder") << C{335, 335, 330} << 0.01 << 0.0 << C{4, 3, 3} << C{0, 0, 0};
        QTest::newRow("decimal fractions") << C{30, 70} << 0.1 << 0.3 << C{3, 7} << C{9, 21};
        QTest::newRow("a class of one stays in training") << C{1, 99} << 0.5 << 0.0 << C{0, 50} << C{0, 0};
        QTest::newRow("small classes keep one") << C{2, 2} << 0.45 << 0.45 << C{1, 1} << C{0, 0};
    }
    void splits_are_stratified() {
        QFETCH(QList<int>, counts);
        QFETCH(double, validation);
        QFETCH(double, test);
        QFETCH(QList<int>, in_validation);
        QFETCH(QList<int>, in_test);
        std::vector<std::int32_t> labels;
        for (int k = 0; k < counts.size(); ++k)
            labels.insert(labels.end(), static_cast<std::size_t>(counts[k]), k);
        if (test > 0 && std::accumulate(in_test.begin(), in_test.end(), 0) == 0) {
            QCOMPARE(error_from([&] { (void)stratified_split(labels, validation, test, 1); }).id(),
                     static_cast<int>(ErrorId::split_empty));
            return;
        }
        const RowSplit split = stratified_split(labels, validation, test, 1);
        std::set<std::uint32_t> all;
        for (const auto* part : {&split.train, &split.validation, &split.test}) {
            QVERIFY(std::is_sorted(part->begin(), part->end()));
            all.insert(part->begin(), part->end());
        }
        QCOMPARE(all.size(), labels.size());
        QCOMPARE(split.train.size() + split.validation.size() + split.test.size(), labels.size());
        const auto per_class = [&](const std::vector<std::uint32_t>& part) {
            QList<int> found(counts.size(), 0);
            for (const std::uint32_t row : part)
                ++found[labels[row]];
            return found;
        };
        QCOMPARE(per_class(split.validation), in_validation);
        QCOMPARE(per_class(split.test), in_test);
        for (const int left : per_class(split.train))
            QVERIFY(left > 0);
    }

    void splits_follow_the_seed() {
        std::vector<std::int32_t> labels;
        for (int i = 0; i < 1000; ++i)
            labels.push_back(i % 3);
        const RowSplit first = stratified_split(labels, 0.1, 0.1, 7),
                       again = stratified_split(labels, 0.1, 0.1, 7),
                       other = stratified_split(labels, 0.1, 0.1, 8);
        QVERIFY(first.train == again.train && first.validation == again.validation &&
                first.test == again.test);
        QVERIFY(first.validation != other.validation);
        // Not simply the first rows: both halves of the file give about half of the validation rows.
        const auto early = std::count_if(first.validation.begin(), first.validation.end(),
                                         [](std::uint32_t row) { return row < 500; });
        QVERIFY(early > 25 && early < 75);
    }

    // FAULTS 38
    void impossible_splits() {
        const std::vector<std::int32_t> labels{0, 1, 0, 1}, none;
        for (const auto& [validation, test] :
             {std::pair{-0.1, 0.0}, {0.5, 0.5}, {0.0, 1.0}, {std::nan(""), 0.0}})
            QCOMPARE(error_from([&] { (void)stratified_split(labels, validation, test, 1); }).id(), 3116);
        QCOMPARE(error_from([&] { (void)stratified_split(labels, 0.01, 0, 1); }).id(),
                 static_cast<int>(ErrorId::split_empty));
        QCOMPARE(error_from([&] { (void)stratified_split(none, 0, 0, 1); }).id(),
                 static_cast<int>(ErrorId::split_empty));
    }

    // FAULTS 38
    void duplicates_are_found() {
        TableSpec spec;
        spec.text_pair_column = "pair";
        const Table train = read_table(
            files_.write("train.csv", "text,pair,label\na,x,0\nb,,1\n\"l\nm\",y,0\na,x,1\nab,,0\n"), spec);
        const Table test = read_table(
            files_.write("test.csv", "text,pair,label\na,y,0\na,x,1\n\"l\nm\",y,0\na,b,1\nb,,0\n"), spec);
        const Duplicates found = find_duplicates(train, test);
        QCOMPARE(found.count, std::uint64_t{3});
        QCOMPARE(found.places,
                 (Names{"test.csv:3 = train.csv:2", "test.csv:4 = train.csv:4", "test.csv:7 = train.csv:3"}));
        QCOMPARE(find_duplicates(test, table({"0", "1"})).count, std::uint64_t{0});
    }

    void duplicates_of_a_cut_are_found() {
        const Table rows = table({"0", "1", "0", "1", "0", "1"}); // texts of their own
        const std::uint32_t kept[] = {0, 1, 2}, held[] = {3, 4, 5};
        QCOMPARE(find_duplicates(rows, RowNumbers(kept), rows, RowNumbers(held)).count, std::uint64_t{0});
        const Table twins =
            read_table(files_.write("cut.csv", "text,label\na,0\nb,1\na,0\nc,1\nb,0\na,1\n"), {});
        const Duplicates found = find_duplicates(twins, RowNumbers(kept), twins, RowNumbers(held));
        QCOMPARE(found.count, std::uint64_t{2});
        QCOMPARE(found.places, (Names{"cut.csv:6 = cut.csv:3", "cut.csv:7 = cut.csv:2"}));
        // Of equal rows the first may be one that is held.
        QCOMPARE(find_duplicates(twins, RowNumbers(held), twins, RowNumbers(kept)).places,
                 (Names{"cut.csv:2 = cut.csv:7", "cut.csv:3 = cut.csv:6", "cut.csv:4 = cut.csv:7"}));
    }

    // A part of one file against all of another.
    void duplicates_of_a_part_and_a_file_are_found() {
        const Table a = read_table(files_.write("a.csv", "text,label\nx,0\ny,1\nx,0\n"), {});
        const Table b = read_table(files_.write("b.csv", "text,label\ny,0\nx,1\n"), {});
        const std::uint32_t last[] = {2}, second[] = {1};
        const Duplicates found = find_duplicates(a, RowNumbers(last), b, std::nullopt);
        QCOMPARE(found.places, (Names{"b.csv:3 = a.csv:4"}));
        QCOMPARE(found.twins.size(), std::size_t{1});
        QCOMPARE(found.twins[0].of_line, std::uint64_t{4});
        QCOMPARE(find_duplicates(a, RowNumbers(second), b, RowNumbers(second)).count, std::uint64_t{0});
    }

    void rows_of_unseen_labels_can_be_left_out() {
        const Table train = table({"0", "1"});
        const Table test = read_table(files_.write("unseen.csv", "text,label\na,0\nb,2\nc,1\nd,3\n"), {});
        const LabelMap map = make_label_map(train, {});
        const Error error = error_from([&] { (void)label_ids(test, map); });
        QCOMPARE(error.id(), 3114);
        QVERIFY(contains(error.next(), "data.bad_rows: skip"));
        QCOMPARE(rows_of_unseen_labels(test, map), (std::vector<std::uint32_t>{1, 3}));
        const Table rest = without_unseen_labels(test, map);
        QCOMPARE(rest.rows().size(), std::size_t{2});
        QCOMPARE(rest.total_count(), test.total_count());
        QCOMPARE(rest.rejected()[1].line, std::uint64_t{5});
        QCOMPARE(sentence(rest.rejected()[1].fault), std::string("unknown label \"3\""));
        QCOMPARE(label_ids(rest, map), (std::vector<std::int32_t>{0, 1}));
        const Table none = read_table(files_.write("none.csv", "text,label\na,7\n"), {});
        QCOMPARE(error_from([&] { (void)without_unseen_labels(none, map); }).id(), 3140);
    }

    void equal_rows_stay_fast() {
        std::string text = "text,label\n";
        for (int i = 0; i < 200'000; ++i)
            text += "the same text in every row," + std::to_string(i % 2) + "\n";
        const Table rows = read_table(files_.write("same.csv", text), {});
        QElapsedTimer timer;
        timer.start();
        const Duplicates found = find_duplicates(rows, rows);
        QCOMPARE(found.count, std::uint64_t{200'000});
        QCOMPARE(found.places.size(), std::size_t{5});
        QVERIFY(timer.elapsed() < 8000); // quadratic time would take minutes
    }

    /// 100,000 classes of the model, and as many labels that it has not.
    void many_classes_stay_fast() {
        constexpr int classes = 100'000;
        Names model;
        for (int i = 0; i < classes; ++i)
            model.push_back("class" + std::to_string(classes - i));
        std::string text = "text,label\n", other = text;
        for (int i = 0; i < 2 * classes; ++i) {
            text += "a,class" + std::to_string(1 + i % classes) + "\n";
            if (i < classes) other += "a,unseen" + std::to_string(i) + "\n";
        }
        const Table rows = read_table(files_.write("classes.csv", text), {});
        const Table unseen = read_table(files_.write("unseen.csv", other), {});
        QElapsedTimer timer;
        timer.start();
        const LabelMap map = make_label_map(rows, model);
        QCOMPARE(label_ids(rows, map).front(), std::int32_t{classes - 1});
        QCOMPARE(rows_of_unseen_labels(unseen, map).size(), std::size_t{classes});
        QVERIFY(timer.elapsed() < 8000); // quadratic time would take minutes
    }

    void summary_counts() {
        TableSpec spec;
        spec.skip_bad_rows = true;
        const Table rows =
            read_table(files_.write("sum.csv", "text,label\na,good\nragged\nb,bad\nc,good\n,bad\n"), spec);
        const LabelMap map = make_label_map(rows, {});
        const TableSummary summary = summarize(rows, &map);
        QCOMPARE(summary.total, std::uint64_t{5});
        QCOMPARE(summary.used + summary.rejected, summary.total);
        QCOMPARE(summary.line(), std::string("sum.csv: 3 rows (43 B), 2 rejected; bad: 1, good: 2"));
        QVERIFY(summarize(rows).classes.empty());
    }
};

QTEST_APPLESS_MAIN(TestLabels)
#include "labels_test.moc"
