// SPDX-License-Identifier: GPL-3.0-or-later
// The real worker where one is built (or TUNEDESK_WORKER names one), with a tiny model.
#include "patience.h"
#include "ui/report/try/try_page.h"

#include "data/rows/first_rows.h"

#include "format/checkpoint.h"
#include "report/predictions/prediction_table.h"
#include "ui/display.h"
#include "ui/plot/bar_plot.h"
#include "ui/report/look.h"
#include "ui/report/made_run.h"
#include "ui/report/try/classifier_view.h"
#include "ui/report/try/predict_file_dialog.h"
#include "ui/widgets/message_bar.h"

#include <QDir>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSignalSpy>

using namespace tunedesk;
using namespace tunedesk::ui;

class TryPageTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path root() const { return folder_.path().toStdString(); }
    const fs::path model_ = TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert";

    static bool has_worker() {
        if (qEnvironmentVariableIsSet("TUNEDESK_WORKER")) return true;
        const QString built = QStringLiteral(TUNEDESK_BIN_DIR "/tunedesk-worker");
        if (!QFile::exists(built)) return false;
        qputenv("TUNEDESK_WORKER", built.toUtf8());
        return true;
    }
    /// Worker processes that this program has started.
    static int workers() {
        int count = 0;
        for (const QString& pid : QDir(QStringLiteral("/proc")).entryList({QStringLiteral("[0-9]*")})) {
            QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
            if (!file.open(QIODevice::ReadOnly)) continue;
            const QByteArray stat = file.readAll();
            const auto after_name = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
            count += stat.contains("(tunedesk-worker)") && after_name.value(1).toInt() == ::getpid();
        }
        return count;
    }
    void make_model_run(const char* name) {
        test::make_run(root() / name, 20, {"bad", "good"});
        fs::copy(model_, root() / name / "best");
        std::vector<format::Manifest::Entry> entries;
        format::commit_folder(root() / name / "checkpoints/step-00000060", [&](const fs::path& folder) {
            fs::copy_file(model_ / "model.safetensors", folder / "model.safetensors");
            return std::vector{format::existing_entry(folder, "model.safetensors")};
        });
    }
    static void show(TryPage& page, const fs::path& run) {
        page.show_run(run);
        QTRY_VERIFY_WITH_TIMEOUT(page.isEnabled(), 20000);
    }

private Q_SLOTS:
    void initTestCase() {
        test::use_asked_look();
        fs::create_directories(root() / "run/checkpoints");
        make_model_run("run");
    }

    void a_text_is_answered_and_explained() {
        if (!has_worker()) QSKIP("no tunedesk-worker: built without LibTorch");
        TryPage page;
        page.resize(1280, 720);
        page.show();
        show(page, root() / "run");
        QSignalSpy answered(&page, &TryPage::answered), explained(&page, &TryPage::explained);
        page.try_text("this film is very good");
        QVERIFY(answered.wait(60000));
        QVERIFY(page.probabilities().bars().size() >= 2);
        double sum = 0;
        for (const Bar& bar : page.probabilities().bars())
            sum += bar.value;
        QVERIFY(std::abs(sum - 1) < 1e-5);
        QTRY_COMPARE_WITH_TIMEOUT(explained.size(), 1, 60000);
        // Typing asks by itself, with the warm worker.
        auto* edit = page.findChild<ClassifierView*>()->findChild<QPlainTextEdit*>();
        QTest::keyClicks(edit, "and bad");
        QTRY_VERIFY_WITH_TIMEOUT(answered.size() >= 2, 60000);
        qInfo("warm answer: %.1f ms", answered.last().at(0).toDouble());
    }

    void an_idle_worker_ends_and_starts_again() {
        if (!has_worker()) QSKIP("no tunedesk-worker: built without LibTorch");
        TryPage page;
        show(page, root() / "run");
        page.thread().server().set_idle_milliseconds(50);
        QSignalSpy answered(&page, &TryPage::answered), ended(&page.thread().server(), &ServerThread::ended);
        page.try_text("good");
        QVERIFY(ended.wait(60000));
        QCOMPARE(answered.size(), 1);
        QTRY_COMPARE(workers(), 0);
        page.try_text("bad");
        QVERIFY(answered.wait(60000));
        page.thread().server().set_idle_milliseconds(600'000);
        page.try_text("good");
        QVERIFY(answered.wait(60000));
        QCOMPARE(workers(), 1);
    }

    void a_file_in_predictions_out() {
        if (!has_worker()) QSKIP("no tunedesk-worker: built without LibTorch");
        TryPage page;
        show(page, root() / "run");
        QSignalSpy done(&page, &TryPage::file_done);
        page.predict_file(root() / "run.csv", root() / "out.csv", page.columns());
        QVERIFY(done.wait(60000));
        QCOMPARE(done.at(0).at(1).toInt(), 20);
        // All columns of the file, then what was predicted of it.
        const auto read = data::read_first_rows(root() / "out.csv");
        QCOMPARE(read.rows.size(), std::size_t{20});
        const std::vector<std::string> own(read.columns.begin(), read.columns.begin() + 4);
        QCOMPARE(own, (std::vector<std::string>{"id", "text", "label", "prediction"}));
        QCOMPARE(read.columns.back(), std::string("line"));
        QCOMPARE(read.rows[3].cells[0], std::string("3"));
        QVERIFY(read.rows[3].cells[1].starts_with("text 3, "));
        QCOMPARE(read.rows[19].cells.back(), std::string("21"));
        // Its labels are compared with the predictions.
        const QString said = page.findChild<MessageBar*>()->text();
        int right = 0;
        for (const auto& row : read.rows)
            right += row.cells[2] == row.cells[3];
        QVERIFY2(said.contains(QString::number(right / 20.0, 'f', 4)) && said.contains("20 labelled"),
                 qPrintable(said));
    }

    // A file of other columns than the run's: they are chosen, not refused.
    void a_file_of_other_columns_is_asked_about() {
        if (!has_worker()) QSKIP("no tunedesk-worker: built without LibTorch");
        const fs::path file = root() / "other.csv";
        write_file_atomically(file,
                              "package,description,section\na,\"some text, to read\",x\nb,more of it,\n");
        TryPage page;
        page.resize(1280, 720);
        page.show();
        show(page, root() / "run");
        PredictFileDialog dialog(file, page.columns(), &page);
        dialog.open();
        QTRY_COMPARE(dialog.columns().text, std::string("description"));
        QCOMPARE(dialog.target(), root() / "other.predictions.csv"); // beside the file
        dialog.choose_label(QStringLiteral("section"));
        test::keep(dialog, QStringLiteral("predict-file"));
        QSignalSpy done(&page, &TryPage::file_done);
        page.predict_file(file, dialog.target(), dialog.columns());
        QVERIFY(done.wait(60000));
        QCOMPARE(done.at(0).at(1).toInt(), 2);
        const std::string out = read_file(dialog.target(), ErrorId::file_unreadable);
        QVERIFY2(out.starts_with("package,description,section,prediction,prob_"), out.c_str());
        QVERIFY2(out.find("\na,\"some text, to read\",x,") != std::string::npos, out.c_str());
        QVERIFY2(out.find("\nb,more of it,,") != std::string::npos, out.c_str());
        // "x" is no class of the model, and the second row has no label.
        const QString said = page.findChild<MessageBar*>()->text();
        QVERIFY2(said.contains("1 labelled") && said.contains("does not know"), qPrintable(said));
        test::keep(page, QStringLiteral("try-file"));
    }

    void a_damaged_model_is_told() {
        if (!has_worker()) QSKIP("no tunedesk-worker: built without LibTorch");
        fs::create_directories(root() / "damaged/checkpoints");
        make_model_run("damaged");
        write_file_atomically(root() / "damaged/best/model.safetensors", "nothing");
        TryPage page;
        show(page, root() / "damaged");
        page.try_text("good");
        auto* message = page.findChild<MessageBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(message->text().contains("TD43"), 60000);
    }

    void a_checkpoint_becomes_a_hugging_face_folder() {
        TryPage page;
        show(page, root() / "run");
        const auto models = run::models_of_run(root() / "run");
        QCOMPARE(models.size(), std::size_t{2});
        QCOMPARE(models[1].name, std::string("step-00000060"));
        QSignalSpy exported(&page, &TryPage::exported);
        page.export_model(models[1], root() / "exported");
        QVERIFY(exported.wait(20000));
        for (const char* name : {"config.json", "model.safetensors", "tokenizer.json", "vocab.txt"})
            QCOMPARE(read_file(root() / "exported" / name, ErrorId::file_unreadable),
                     read_file(model_ / name, ErrorId::file_unreadable));
        const std::string card = read_file(root() / "exported/README.md", ErrorId::file_unreadable);
        QVERIFY(card.starts_with("---\nlibrary_name: transformers\n"));
        QVERIFY(card.find("checkpoint step-00000060") != std::string::npos);
        QVERIFY(card.find(root().string()) == std::string::npos);
        page.export_model(models[1], root() / "exported"); // never over something
        auto* message = page.findChild<MessageBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(message->text().contains("TD5009"), 20000);
    }

    void a_checkpoint_becomes_an_onnx_file() {
        TryPage page;
        page.resize(1280, 720);
        page.show();
        show(page, root() / "run");
        auto* menu = page.findChild<QMenu*>();
        QStringList forms;
        for (QAction* action : menu->actions())
            if (action->isVisible()) forms << action->text().remove(u'&');
        menu->popup(page.mapToGlobal(QPoint(900, 60)));
        test::keep(*menu, QStringLiteral("try-export-menu"));
        menu->close();
        QCOMPARE(forms, (QStringList{"Hugging Face folder…", "ONNX file…"})); // GGUF is for language models
        QSignalSpy exported(&page, &TryPage::exported);
        page.export_model(run::models_of_run(root() / "run")[1], root() / "model.onnx");
        QVERIFY(exported.wait(20000));
        QVERIFY(fs::file_size(root() / "model.onnx") > fs::file_size(model_ / "model.safetensors"));
        auto* message = page.findChild<MessageBar*>();
        QVERIFY(message->text().contains("model.onnx") && message->text().contains("tokenizer"));
        test::keep(page, QStringLiteral("try-export"));
    }

    void a_run_without_model() {
        test::make_run(root() / "early", 0, {"a", "b"}, {}, false);
        TryPage page;
        show(page, root() / "early");
        QVERIFY(!page.findChild<ClassifierView*>()->isEnabled());
        QVERIFY(page.findChild<MessageBar*>()->text().contains("TD4338"));
    }
};

TUNEDESK_WINDOW_TEST_MAIN(TryPageTest)
#include "try_page_test.moc"
