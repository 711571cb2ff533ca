// SPDX-License-Identifier: GPL-3.0-or-later
// FAULTS 47
// Markup in what dialogs show of presets, tables, servers, GPUs and programs is shown as it is, and nothing
// it names is loaded. A library in NVML's place describes the machine; ctest puts it on LD_LIBRARY_PATH.

#include "base/fake_nvml.h"
#include "preset/yaml/load.h"
#include "run/devices/device_verdict.h"
#include "ui/device/device_check.h"
#include "ui/device/device_dialog.h"
#include "ui/display.h"
#include "ui/preset/estimate/measure_dialog.h"
#include "ui/preset/form/preset_actions.h"
#include "ui/preset/sweep/sweep_dialog.h"
#include "ui/preset/sweep/sweep_model.h"
#include "ui/report/bundle_dialogs.h"
#include "ui/report/try/predict_file_dialog.h"
#include "ui/server/add_server_dialog.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/hostile_texts.h"
#include "ui/window/queue/pin_dialog.h"
#include "ui/window/shell/command_palette.h"

#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeWidget>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

constexpr int patience = 60'000;

} // namespace

class DialogMarkupTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        if (!qgetenv("LD_LIBRARY_PATH").contains("fake"))
            QSKIP("run it with ctest, which puts the library in place");
        show_texts_as_plain();
        canary_ = std::make_unique<test::Canary>(root() / "canary.pbm");
        table_ = root() / (test::Canary::name("table") + ".csv");
        write_file_atomically(table_, markup("text") + "," + markup("label") + "\n" + markup("cell") + "," +
                                          markup("class") + "\n");
        preset_.name = test::Canary::name("preset"); // a name has no "/"
        preset_.data.validation_split = 0.2;
        preset_.model.path = root() / test::Canary::name("model");
        preset_.data.train = table_;
        preset_.data.text_column = markup("text");
        preset_.data.label_column = markup("label");
        preset_file_ = root() / (test::Canary::name("preset") + ".yaml");
        write_file_atomically(preset_file_, preset::to_yaml(preset_));
    }
    void cleanup() {
        if (!canary_) return;
        QVERIFY2(walk_.mistakes.isEmpty(), qPrintable(walk_.mistakes.join(QLatin1Char('\n'))));
        QVERIFY2(!canary_->was_opened(), "a file that markup names was opened");
    }

    /// Values that a key takes, and values that it refuses.
    void a_sweep() {
        SweepDialog dialog(read_file(preset_file_, ErrorId::file_unreadable), preset_file_);
        dialog.set_values(QStringLiteral("data.text_column"), text("one") + u',' + text("two"));
        dialog.show();
        QTRY_COMPARE(dialog.runs().size(), std::size_t(2));
        QTest::qWait(1500); // each is estimated, and has a problem
        walk_.look_at(&dialog);
        expect({QStringLiteral("item tip of QTableView")});
        dialog.set_values(QStringLiteral("training.learning_rate"), text("rate"));
        QTRY_VERIFY(!dialog.queue_button()->isEnabled());
        walk_.look_at(&dialog);
        dialog.set_values(text("key"), text("value"));
        QTest::qWait(300);
        walk_.look_at(&dialog);
        expect({QStringLiteral("label in tunedesk::ui::MessageBar")});
    }

    /// What a machine's ssh says, which the machine has a say in.
    void a_server() {
        const fs::path ssh = root() / "ssh";
        write_file_atomically(ssh, "#!/bin/sh\necho '" + markup("said") + "' >&2\nexit 255\n", 0700);
        fs::permissions(ssh, fs::perms::owner_all);
        qputenv("TUNEDESK_SSH", ssh.c_str());
        AddServerDialog dialog;
        dialog.show();
        const auto connect_to = [&](const QString& name) {
            dialog.name()->setText(name);
            for (auto* button : dialog.findChildren<QPushButton*>())
                if (button->text() == dialog.tr("Connect")) QTest::mouseClick(button, Qt::LeftButton);
            QTRY_COMPARE_WITH_TIMEOUT(dialog.news()->kind(), MessageBar::Kind::error, patience);
            walk_.look_at(&dialog);
        };
        walk_.places.clear();
        connect_to(QStringLiteral("box"));
        QVERIFY(dialog.news()->text().contains(QStringLiteral("said")));
        expect({QStringLiteral("label in tunedesk::ui::MessageBar")});
        walk_.places.clear();
        connect_to(text("name"));
        expect({QStringLiteral("label in tunedesk::ui::MessageBar")});
    }

    void predictions_of_a_file() {
        run::TextColumns columns;
        columns.text = markup("text");
        columns.label = markup("label") + "," + markup("other");
        walk_.places.clear();
        PredictFileDialog dialog(table_, columns);
        dialog.show();
        auto* text_column = dialog.findChild<QComboBox*>();
        QTRY_VERIFY_WITH_TIMEOUT(text_column->count() == 2, patience);
        QCOMPARE(QString::fromStdString(dialog.columns().text), text("text"));
        walk_.look_at(&dialog);
        expect({QStringLiteral("label in tunedesk::ui::PredictFileDialog")});
        PredictFileDialog missing(root() / test::Canary::name("missing"), columns);
        missing.show();
        QTRY_VERIFY_WITH_TIMEOUT(missing.findChild<MessageBar*>()->kind() == MessageBar::Kind::error,
                                 patience);
        walk_.look_at(&missing);
        expect({QStringLiteral("label in tunedesk::ui::MessageBar")});
    }

    /// A GPU's name, its driver's, and what a check of it found.
    void devices() {
        const fs::path machine = root() / "gpus.json";
        qputenv("FAKE_NVML", machine.c_str());
        Json gpu = {{"name", markup("gpu")}, {"uuid", "GPU-a"}, {"total", 80'000'000'000}, {"major", 8}};
        test::show_gpus(machine, Json{{"driver", "580.65"}, {"gpus", {gpu}}}.dump());
        run::DeviceVerdict verdict;
        verdict.uuid = "GPU-a";
        verdict.driver = "580.65";
        verdict.libtorch = run::built_libtorch();
        verdict.build = run::build_stamp();
        run::CheckedRow row;
        row.comparison = Phrase::in_words(markup("comparison"));
        row.technique = markup("technique");
        row.outcome = run::CheckedRow::Outcome::failed;
        row.reason = Phrase::in_words(markup("reason"));
        run::CheckedRow good = row;
        good.technique.clear();
        good.outcome = run::CheckedRow::Outcome::passed;
        verdict.rows = {good, row};
        run::write_verdict(verdict);
        walk_.places.clear();
        DeviceCheck check;
        DeviceDialog dialog(&check);
        dialog.show();
        check.look();
        const auto* rows = dialog.findChild<QTreeWidget*>();
        QTRY_COMPARE_WITH_TIMEOUT(rows->topLevelItemCount(), 1, patience);
        QCOMPARE(rows->topLevelItem(0)->childCount(), 2);
        QVERIFY(rows->topLevelItem(0)->text(1).contains(text("technique")));
        Q_EMIT check.began();
        Q_EMIT check.progressed({0, Phrase::in_words(markup("step")), 1, 2});
        Q_EMIT check.failed(Error::in_words(4001, markup("what"), markup("where")).with_next(markup("next")));
        walk_.look_at(&dialog);
        expect(
            {QStringLiteral("item tip of QTreeWidget"), QStringLiteral("label in tunedesk::ui::MessageBar")});
    }

    void pinning_to_devices() {
        run::QueueEntry entry;
        entry.name = markup("queued");
        entry.devices = 2;
        std::vector<Gpu> gpus(1);
        gpus[0].name = markup("gpu");
        gpus[0].uuid = "GPU-a";
        PinDialog dialog(entry, gpus);
        dialog.show();
        dialog.findChild<QListWidget*>()->item(0)->setCheckState(Qt::Checked);
        walk_.look_at(&dialog);
        expect({QStringLiteral("label in tunedesk::ui::PinDialog")});
    }

    /// Of the preset as it stands, by the command line, which refuses it.
    void a_measurement() {
        MeasureDialog dialog(MeasureDialog::What::step, preset_, fs::current_path());
        QSignalSpy finished(&dialog, &MeasureDialog::finished_measuring);
        dialog.show();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
        QVERIFY2(dialog.output().contains(QStringLiteral("<i>model")), qPrintable(dialog.output()));
        walk_.look_at(&dialog);
    }

    void files_of_others() {
        walk_.places.clear();
        DifferencesDialog differences({markup("difference")}, text("here"), text("there"));
        differences.show();
        walk_.look_at(&differences);
        expect({QStringLiteral("label in tunedesk::ui::DifferencesDialog")});
        walk_.places.clear();
        const fs::path bundle = root() / (test::Canary::name("bundle") + ".tunedesk");
        write_file_atomically(bundle, "PK\x03\x04 no zip at all");
        ImportBundleDialog import(bundle);
        QSignalSpy shown(&import, &ImportBundleDialog::shown);
        import.show();
        QTRY_COMPARE_WITH_TIMEOUT(shown.count(), 1, patience);
        walk_.look_at(&import);
        expect({QStringLiteral("label in tunedesk::ui::MessageBar")});
        CommandPalette palette({{text("command"), text("detail"), true, [] {}}}, nullptr);
        palette.show();
        walk_.look_at(&palette);
    }

private:
    fs::path root() const { return fs::path(folder_.path().toStdString()); }
    std::string markup(const std::string& word) const { return canary_->markup(word); }
    QString text(const std::string& word) const { return QString::fromStdString(markup(word)); }

    /// The walk has met markup there: it does not pass for want of texts.
    void expect(const QStringList& beginnings) {
        for (const QString& beginning : beginnings)
            QVERIFY2(std::ranges::any_of(walk_.places,
                                         [&](const QString& place) { return place.startsWith(beginning); }),
                     qPrintable(beginning + QStringLiteral(" not among ") +
                                QStringList(walk_.places.begin(), walk_.places.end()).join(u',')));
    }

    QTemporaryDir folder_;
    std::unique_ptr<test::Canary> canary_;
    fs::path table_, preset_file_;
    Preset preset_;
    test::MarkupWalk walk_;
};

TUNEDESK_WINDOW_TEST_MAIN(DialogMarkupTest)
#include "dialog_markup_test.moc"
