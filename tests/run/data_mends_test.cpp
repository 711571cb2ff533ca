// SPDX-License-Identifier: GPL-3.0-or-later
// One click's corrections of data: copies beside the files, sources untouched.

#include "run/check/data_mends.h"

#include "data/files.h"

using namespace tunedesk;
using namespace tunedesk::run;

class DataMendsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Files> files_;
    Preset preset_;

    std::string write(const char* name, const std::string& rows) {
        return files_->write(name, "text,label\n" + rows);
    }
    static std::string rows_of(const fs::path& file) {
        const std::string text = read_file(file, ErrorId::file_unreadable);
        return text.substr(text.find('\n') + 1);
    }

private Q_SLOTS:
    void init() {
        files_ = std::make_unique<Files>();
        preset_ = {};
        preset_.data.text_column = "text";
        preset_.data.label_column = "label";
    }

    void labels_become_one_in_all_files() {
        const std::string rows = "a,perl\nb,Perl\nc,python\n";
        preset_.data.train = write("train.csv", rows);
        preset_.data.validation = write("val.csv", "d,python\n");
        preset_.data.test = write("test.csv", "e,Perl\nf,\" perl\"\n");
        const MendedData mended = merge_labels(preset_, {"perl", "Perl", " perl"}, "perl");
        QCOMPARE(mended.rows, std::uint64_t{3});
        QCOMPARE(mended.files.size(), std::size_t{2}); // the validation file has nothing to change
        QCOMPARE(mended.files[0].key, std::string("data.train"));
        QCOMPARE(mended.files[0].copy, fs::path(files_->path("train.mended.csv")));
        QCOMPARE(rows_of(mended.files[0].copy), std::string("a,perl\nb,perl\nc,python\n"));
        QCOMPARE(mended.files[1].key, std::string("data.test"));
        QCOMPARE(rows_of(mended.files[1].copy), std::string("e,perl\nf,\"perl\"\n"));
        QCOMPARE(rows_of(preset_.data.train), rows); // never written
        QCOMPARE(mended.names(), std::string("train.mended.csv, test.mended.csv"));
        // A second mend never replaces the first.
        preset_.data.train = mended.files[0].copy.string();
        QCOMPARE(merge_labels(preset_, {"python", "perl"}, "perl").files[0].copy,
                 fs::path(files_->path("train.mended-2.csv")));
    }

    void leaks_go_from_the_later_split() {
        preset_.data.train = write("train.csv", "a,x\nb,y\nc,x\n");
        preset_.data.test = write("test.csv", "b,y\nd,x\na,y\n");
        const MendedData mended = remove_leaks(preset_, "test", "train");
        QCOMPARE(mended.rows, std::uint64_t{2});
        QCOMPARE(mended.files.front().key, std::string("data.test"));
        QCOMPARE(rows_of(mended.files.front().copy), std::string("d,x\n"));
    }

    void of_a_file_that_is_cut_each_text_stays_once() {
        preset_.data.train = write("all.csv", "a,x\nb,y\na,x\nc,x\nb,y\na,y\n");
        preset_.data.validation_split = preset_.data.test_split = 0.2;
        const MendedData mended = remove_leaks(preset_, "validation", "train");
        QCOMPARE(mended.rows, std::uint64_t{3});
        QCOMPARE(mended.files.front().key, std::string("data.train"));
        QCOMPARE(rows_of(mended.files.front().copy), std::string("a,x\nb,y\nc,x\n"));
    }

    void lines_are_left_out() {
        preset_.data.train = write("train.csv", "a,x\ntext,label\nb,y\n");
        const MendedData mended = remove_lines(preset_, "train", {3});
        QCOMPARE(rows_of(mended.files.front().copy), std::string("a,x\nb,y\n"));
    }

    void nothing_to_mend_writes_nothing() {
        preset_.data.train = write("train.csv", "a,x\nb,y\n");
        preset_.data.test = write("test.csv", "c,x\n");
        try {
            remove_leaks(preset_, "test", "train");
            QFAIL("nothing was to be mended");
        } catch (const Error& error) {
            QCOMPARE(error.id(), 3130);
        }
        QVERIFY(!fs::exists(files_->path("test.mended.csv")));
    }
};

QTEST_APPLESS_MAIN(DataMendsTest)
#include "data_mends_test.moc"
