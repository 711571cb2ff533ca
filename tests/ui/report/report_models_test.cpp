// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/examples_model.h"
#include "ui/report/scores_model.h"

#include "ui/display.h"
#include "ui/report/made_run.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace tunedesk;
using namespace tunedesk::ui;

class ReportModelsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path root() const { return folder_.path().toStdString(); }

private Q_SLOTS:
    void initTestCase() {
        test::make_run(root() / "run", 700, {"bad", "good", "so"});
        test::make_run(root() / "other", 70, {"bad", "good", "so"});
    }

    void scores() {
        ScoresModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set_data(read_report(root() / "run", root() / "other"));
        QCOMPARE(model.rowCount(), 6);
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, ScoresModel::name), QString("bad"));
        QCOMPARE(text(3, ScoresModel::precision), QString());
        QCOMPARE(text(3, ScoresModel::f1), QString("0.8571")); // 600 of 700
        QCOMPARE(text(3, ScoresModel::difference), QString("+0.0000"));
        QCOMPARE(text(5, ScoresModel::support), QString("700"));
        model.set_data(read_report(root() / "run", {}));
        QCOMPARE(text(3, ScoresModel::difference), QString());
        model.set_data(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void a_cells_texts_worst_first() {
        ExamplesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set_data(read_report(root() / "run", {}), {});
        QCOMPARE(model.rowCount(), 0);
        model.show_cell(0, 1);
        QCOMPARE(model.rowCount(), 34); // rows 0, 21, 42, ...
        double before = 1e9;
        for (int row = 0; row < model.rowCount(); ++row) {
            const double loss = model.index(row, ExamplesModel::loss).data().toDouble();
            QVERIFY(loss <= before);
            before = loss;
            QCOMPARE(model.index(row, ExamplesModel::label).data().toString(), QString("bad"));
            QCOMPARE(model.index(row, ExamplesModel::prediction).data().toString(), QString("good"));
        }
        QVERIFY(model.probabilities(model.index(0, 0)).startsWith("bad: 0.1"));
    }

    void corrections() {
        ExamplesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set_data(read_report(root() / "run", {}), {});
        model.show_cell(0, 1);
        QSignalSpy changed(&model, &ExamplesModel::corrections_changed);
        model.correct({model.index(0, 0), model.index(2, 0)}, 1);
        QCOMPARE(changed.size(), 1); // they are saved together
        QCOMPARE(model.corrections().size(), std::size_t{2});
        QCOMPARE(model.index(2, ExamplesModel::correction).data().toString(), QString("good"));
        QVERIFY(!model.setData(model.index(0, ExamplesModel::label), 1, Qt::EditRole));
        QVERIFY(!model.setData(model.index(0, ExamplesModel::correction), 3, Qt::EditRole));
        QVERIFY(model.flags(model.index(0, ExamplesModel::correction)) & Qt::ItemIsEditable);
        model.correct({model.index(0, 0)}, 0); // its own label again
        QCOMPARE(model.corrections().size(), std::size_t{1});
        model.show_corrected();
        QCOMPARE(model.rowCount(), 1);
    }

    void a_damaged_file_is_told() {
        test::make_run(root() / "damaged", 5, {"a", "b"});
        write_file_atomically(root() / "damaged/predictions.csv", "text,label\nx");
        const auto data = read_report(root() / "damaged", root() / "gone");
        QVERIFY(!data->warning.empty());
        QVERIFY(!data->scores && data->figures());
    }
};

TUNEDESK_WINDOW_TEST_MAIN(ReportModelsTest)
#include "report_models_test.moc"
