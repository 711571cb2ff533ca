#include "run/corrections.h"

#include "data/files.h"

using namespace tunedesk;
using namespace tunedesk::run;

namespace {

report::PredictionTable predictions(const std::string& rows) {
    return report::PredictionTable::parse(
        "text,label,prediction,prob_bad,prob_good,prob_so,loss,line\n" + rows, "predictions.csv");
}

} // namespace

class CorrectionsTest : public QObject {
    Q_OBJECT

    Files files_;
    Preset preset_;

    fs::path out() const { return files_.path("out"); }

private Q_SLOTS:
    void init() {
        fs::remove_all(out());
        preset_ = {};
        preset_.name = "reviews";
    }

    void names_as_the_file_has_them() {
        const std::string source = "id,text,label\n7,\"a, b\",good\n8,c,bad\n9,d,bad\n";
        preset_.data.test = files_.write("test.csv", source);
        const auto table = predictions("\"a, b\",good,bad,0.8,0.1,0.1,2,2\nc,bad,bad,1,0,0,0,3\n"
                                       "d,bad,good,0,1,0,9,4\n");
        const ExportedCorrections written =
            export_corrections(preset_, table, {{0, 0}, {2, 2}, {1, 0}}, out());
        QCOMPARE(written.table, out() / "test.csv");
        QCOMPARE(written.changed, std::size_t{2});
        QCOMPARE(read_file(written.table, 1),
                 std::string("id,text,label\n7,\"a, b\",bad\n8,c,bad\n9,d,so\n"));
        QCOMPARE(read_file(written.list, 1), "file,row,old,new\n" + preset_.data.test + ",1,good,bad\n" +
                                                 preset_.data.test + ",3,bad,so\n");
        QCOMPARE(read_file(preset_.data.test, 1), source); // never written
        const Preset duplicate = with_corrections(preset_, written.table);
        QCOMPARE(duplicate.data.test, written.table.string());
        QCOMPARE(duplicate.name, std::string("reviews corrected"));
    }

    void ids_where_the_file_has_ids() {
        preset_.data.train = files_.write("train.tsv", "text\tlabel\nx\t1\ny\t0\n");
        const auto table = predictions("x,good,good,0,1,0,0,2\n");
        const ExportedCorrections written = export_corrections(preset_, table, {{0, 2}}, out());
        QCOMPARE(read_file(written.table, 1), std::string("text\tlabel\nx\t2\ny\t0\n"));
        QCOMPARE(with_corrections(preset_, written.table).data.train, written.table.string());
    }

    void another_file_is_refused() {
        preset_.data.test = files_.write("test.csv", "text,label\nother,good\n");
        const auto table = predictions("x,good,good,0,1,0,0,2\n");
        QCOMPARE(error_from([&] { export_corrections(preset_, table, {{0, 2}}, out()); }).id(), 3119);
        QVERIFY(!fs::exists(out() / "test.csv"));
        const auto unknown = predictions("other,good,good,0,1,0,0,\n");
        QCOMPARE(error_from([&] { export_corrections(preset_, unknown, {{0, 2}}, out()); }).id(), 3119);
    }

    void the_sources_own_folder_is_refused() {
        preset_.data.test = files_.write("test.csv", "text,label\nx,good\n");
        const auto table = predictions("x,good,good,0,1,0,0,2\n");
        const fs::path folder = fs::path(preset_.data.test).parent_path();
        QCOMPARE(error_from([&] { export_corrections(preset_, table, {{0, 2}}, folder); }).id(), 5006);
        QVERIFY(!fs::exists(folder / "corrections.csv"));
    }
};

QTEST_GUILESS_MAIN(CorrectionsTest)
#include "corrections_test.moc"
