// SPDX-License-Identifier: GPL-3.0-or-later
// The advice beside a warning is chosen by what it is about.

#include "event/warning_id.h"
#include "ui/run/log_view.h"
#include "ui/run/run_warnings.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::ui;

class RunWarningsTest : public QObject {
    Q_OBJECT

    static event::Event logged(const std::string& text, std::string_view id) {
        event::Event event;
        event.type = event::Type::Log;
        event.rank = 0;
        event.t = 1;
        event.fields = {{"level", "warning"}, {"text", text}};
        if (!id.empty()) event.fields["warning"] = id;
        return event;
    }

private Q_SLOTS:
    void every_warning_with_an_id_has_a_remedy_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("remedy");
        namespace id = event::warning;
        const auto row = [](std::string_view which, const char* line, const char* remedy) {
            const QString name = QString::fromLatin1(which.data(), static_cast<qsizetype>(which.size()));
            QTest::newRow(qPrintable(name)) << name << line << remedy;
        };
        row(id::loss_spike, "loss spike at step 3: 4.2, 8.1 times its running mean", "learning_rate");
        row(id::nonfinite, "step 7: the gradient norm is nan; its update is left out", "max_grad_norm");
        row(id::divergence, "the training diverges", "smaller training.learning_rate");
        row(id::save_failed, "step 5: final/ could not be saved (1 of 3): No space left", "checkpoint.keep");
        row(id::journal_lost, "3 events could not be written to the journal: disk full", "Free some space");
        row(id::device_shared, "GPU 0 (NVIDIA A100) is in use already by pid 7 python", "parallel.devices");
        row(id::leak, "12 rows of val.csv are training rows too: val.csv:3", "Remove the rows");
        row(id::rejected_rows, "train.csv:7:2: rejected: no label", "Data page");
        row(id::new_head, "re-initialized for 3 labels (shape differs in the model folder)", "new task");
        row(id::incomplete_model, "model folder is incomplete; randomly initialized", "copy it again");
        // Its words name spaces, spikes and memory: none of them is what it is about.
        row(id::look_alike_labels,
            "labels that differ in case or spaces alone are classes of their own: \"Spike\", \"spike\", "
            "\"disk memory duplicate\"",
            "one spelling");
    }
    void every_warning_with_an_id_has_a_remedy() {
        QFETCH(QString, id);
        QFETCH(QString, line);
        QFETCH(QString, remedy);
        RunHistory history;
        history.take(logged(line.toStdString(), id.toStdString()), 0);
        const RunWarning warning = logged_warning(history.log().back());
        QCOMPARE(warning.text, line);
        QVERIFY2(warning.advice.contains(remedy), qPrintable(warning.advice));
        if (id != QStringLiteral("save-failed") && id != QStringLiteral("journal-lost"))
            QVERIFY2(!warning.advice.contains(QStringLiteral("Free")), qPrintable(warning.advice));
        LogModel model;
        model.show_log(history);
        QVERIFY(model.index(0).data(Qt::ToolTipRole).toString().endsWith(warning.advice));
    }

    void words_alone_give_no_advice() {
        RunHistory history;
        history.take(logged("the disk, the space, a spike, the temperature, memory, a duplicate", {}), 0);
        QCOMPARE(logged_warning(history.log().back()).advice, QString());
    }

    void a_failure_says_its_own_remedy() {
        event::Event failed;
        failed.type = event::Type::Failed;
        failed.rank = 0;
        failed.fields = {{"id", 5502}, {"what", "out of memory"}, {"next", "a smaller batch"}};
        RunHistory history;
        history.take(failed, 0);
        QCOMPARE(logged_warning(history.log().back()).advice, QStringLiteral("a smaller batch"));
    }

    void devicesAndTheDiskWarnWithARemedy() {
        Gpu hot, lost;
        hot.temperature = 91;
        lost.index = 1;
        lost.lost = true;
        const auto warnings = gpu_warnings({hot, lost});
        QCOMPARE(warnings.size(), 2u);
        QVERIFY(warnings[0].text.contains("91") && warnings[0].advice.contains("cooling"));
        QVERIFY(warnings[1].text.contains("GPU 1") && warnings[1].advice.contains("nvidia-smi"));
        QVERIFY(disk_warnings(2ull << 30).empty());
        QVERIFY(disk_warnings(5u << 20).front().text.contains("5 MiB"));
        QVERIFY(disk_warnings(5u << 20).front().advice.contains("Free"));
        QVERIFY(nonfinite_warnings(0).empty());
        QVERIFY(nonfinite_warnings(3).front().advice.contains("learning_rate"));
    }
};

QTEST_GUILESS_MAIN(RunWarningsTest)
#include "run_warnings_test.moc"
