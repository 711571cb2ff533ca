// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/guess.h"
#include "files.h"
#include "packed.h"

using namespace tunedesk;

class GuessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columns_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("contents");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("label");
        const QByteArray plain = "text,label\nIt was a fine film,good\nI left early and angry,bad\n"
                                 "Would see it again at once,good\n";
        QTest::newRow("plain") << "a.csv" << plain << "text"
                               << "label";
        QTest::newRow("no telling names")
            << "a.csv"
            << QByteArray("a,b,c\n1,The parcel never came at all,x\n2,Where is my invoice please,y\n"
                          "3,The parcel came but it is broken,x\n4,Please send the invoice again,y\n")
            << "b"
            << "c";
        QTest::newRow("ids are no classes")
            << "a.csv" << QByteArray("id,sentence\n10,so far so good\n11,never again\n12,well well\n")
            << "sentence"
            << "";
        QTest::newRow("tab-separated")
            << "a.tsv" << QByteArray("sentence\tlabel\nso good\t1\nso bad\t0\nok\t1\n") << "sentence"
            << "label";
        QTest::newRow("json") << "a.jsonl"
                              << QByteArray(
                                     "{\"stars\": 5, \"review\": \"I liked it a lot\", \"more\": [1]}\n"
                                     "{\"stars\": 1, \"review\": \"Not for me, sorry\"}\nnonsense\n"
                                     "{\"stars\": 5, \"review\": \"Good value, quick\"}\n")
                              << "review"
                              << "stars";
        QTest::newRow("quoted line breaks")
            << "a.csv"
            << QByteArray("category,body\nx,\"one, two\nthree\"\ny,\"four\"\"s\"\nx,five six seven\n")
            << "body"
            << "category";
        QTest::newRow("gzip") << "a.csv.gz" << QByteArray::fromStdString(gzip(plain.toStdString())) << "text"
                              << "label";
        QTest::newRow("zstd") << "a.csv.zst" << QByteArray::fromStdString(zstd(plain.toStdString())) << "text"
                              << "label";
        QTest::newRow("numbers only") << "a.csv" << QByteArray("x,y\n1,0\n2,1\n3,0\n4,1\n") << ""
                                      << "y";
    }
    void columns() {
        QFETCH(QString, name);
        QFETCH(QByteArray, contents);
        QFETCH(QString, text);
        QFETCH(QString, label);
        const Files files;
        const auto guess = data::guess_columns(files.write(name.toStdString(), contents.toStdString()));
        QCOMPARE(QString::fromStdString(guess.text_column), text);
        QCOMPARE(QString::fromStdString(guess.label_column), label);
        QVERIFY(guess.whole);
    }

    void large_files_are_sampled() {
        const Files files;
        std::string rows = "text,label\n";
        for (int row = 0; rows.size() < 3'000'000; ++row)
            rows += "the same words as in row " + std::to_string(row) + (row % 2 ? ",a\n" : ",b\n");
        for (const auto& [name, contents] :
             {std::pair{"big.csv", rows}, {"big.csv.gz", gzip(rows)}, {"big.csv.zst", zstd(rows)}}) {
            const auto guess = data::guess_columns(files.write(name, contents), 64 << 10);
            QVERIFY(!guess.whole);
            QCOMPARE(guess.text_column, std::string("text"));
            QCOMPARE(guess.label_column, std::string("label"));
            QCOMPARE(guess.columns[1].distinct, 2u);
        }
    }

    void finds_the_other_splits() {
        const Files files;
        const std::string rows = "text,label\nit was good,a\nit was bad,b\n";
        const std::string train = files.write("my-Train.csv", rows);
        files.write("my-dev.csv", rows);
        files.write("my-test.csv", rows);
        files.write("my-test.tsv", rows);
        const auto guess = data::guess_columns(train);
        QCOMPARE(guess.validation.filename().string(), std::string("my-dev.csv"));
        QCOMPARE(guess.test.filename().string(), std::string("my-test.csv"));
        QVERIFY(data::guess_columns(files.path("my-test.csv")).test.empty());
    }

    void the_samples_of_the_project_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("text");
        QTest::newRow("own.csv") << "own.csv"
                                 << "text";
        QTest::newRow("sst2") << "sst2/train.tsv"
                              << "sentence";
    }
    void the_samples_of_the_project() {
        QFETCH(QString, file);
        QFETCH(QString, text);
        const auto guess = data::guess_columns(
            QStringLiteral(TUNEDESK_SOURCE_DIR "/resources/samples/%1").arg(file).toStdString());
        QCOMPARE(QString::fromStdString(guess.text_column), text);
        QCOMPARE(guess.label_column, std::string("label"));
    }

    void says_what_is_wrong_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("contents");
        QTest::addColumn<int>("id");
        QTest::newRow("Parquet") << "a.parquet" << QByteArray("PAR1") << 3100;
        QTest::newRow("empty") << "a.csv" << QByteArray() << 3121;
        QTest::newRow("UTF-16") << "a.csv" << QByteArray("\xFF\xFEt\0e\0x\0t\0\n\0", 12) << 3122;
        QTest::newRow("cut gzip") << "a.csv.gz" << QByteArray::fromStdString(gzip("text\nabc\n")).chopped(6)
                                  << 3105;
    }
    void says_what_is_wrong() {
        QFETCH(QString, name);
        QFETCH(QByteArray, contents);
        QFETCH(int, id);
        const Files files;
        const std::string path = files.write(name.toStdString(), contents.toStdString());
        QCOMPARE(error_from([&] { (void)data::guess_columns(path); }).id(), id);
    }
};

QTEST_APPLESS_MAIN(GuessTest)
#include "guess_test.moc"
