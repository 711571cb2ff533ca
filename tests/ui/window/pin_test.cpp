// SPDX-License-Identifier: GPL-3.0-or-later
// Pinning a run that waits to GPUs, through the dialog; a library in NVML's place describes the machine, and
// ctest puts that on LD_LIBRARY_PATH.

#include "patience.h"
#include "run/queue/queue.h"
#include "run/run_bench.h"
#include "ui/display.h"
#include "ui/widgets/text.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/queue/pin_dialog.h"
#include "ui/window/queue/queue_watch.h"
#include "ui/window/queue/queued_view.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>

using namespace tunedesk;
using namespace tunedesk::ui;
using test::RunBench;

class PinTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        if (!qgetenv("LD_LIBRARY_PATH").contains("fake"))
            QSKIP("run it with ctest, which puts the library in place");
    }

    void a_run_is_pinned_and_let_go() {
        RunBench bench;
        bench.show_gpus(R"({"gpus": [{"name": "NVIDIA A100", "uuid": "GPU-a", "total": 100},
                                     {"name": "NVIDIA A100", "uuid": "GPU-b", "total": 100},
                                     {"name": "NVIDIA L4", "uuid": "GPU-c", "total": 100}]})");
        qputenv("FAKE_NVML", (bench.root() / "gpus.json").c_str());
        qputenv("TUNEDESK_WORKER", TUNEDESK_BIN_DIR "/fake_worker");
        const test::Ended added =
            bench.call({"queue", "add", to_qt(bench.preset()), "--run-dir", to_qt(bench.folder().root),
                        "--hold", "--set", "parallel.devices=cuda", "--set", "parallel.processes=2", "--set",
                        "parallel.strategy=ddp"});
        QVERIFY2(added.code == 0, added.err.c_str());
        const fs::path run = fs::canonical(bench.folder().root);

        QSettings settings(to_qt(bench.root() / "w.ini"), QSettings::IniFormat);
        Theme theme;
        MainWindow window(&theme, &settings);
        window.resize(1280, 720);
        window.show();
        QTRY_VERIFY(window.queue()->snapshot().find(run));
        QTRY_COMPARE(window.queue()->snapshot().gpus.size(), std::size_t(3));
        window.sidebar()->select(run);
        QAction* pin = nullptr;
        for (QAction* each : window.findChildren<QAction*>())
            if (each->text() == QStringLiteral("Pin to &GPUs…")) pin = each;
        QVERIFY(pin);
        QTRY_VERIFY(pin->isEnabled());

        const auto pinned = [&] { return run::queue_entries().front().pinned; };
        choose(window, pin, {true, false, false}, false); // it needs two
        QVERIFY(pinned().empty());
        choose(window, pin, {true, false, true}, true);
        QTRY_COMPARE(pinned(), (std::vector<std::string>{"GPU-a", "GPU-c"}));
        // The window knows it: the dialog opens with what is chosen now, and none of it lets the run go.
        QTRY_COMPARE(window.queue()->snapshot().find(run)->pinned.size(), std::size_t(2));
        choose(window, pin, {false, false, false}, true);
        QTRY_VERIFY(pinned().empty());
        QCOMPARE(bench.call({"queue", "remove", "1"}).code, 0);
    }

private:
    /// Ticks these GPUs and no others by the keyboard; OK where `allowed`, else Escape, for OK is grey.
    static void choose(MainWindow& window, QAction* pin, const std::vector<bool>& wanted, bool allowed) {
        pin->trigger();
        QPointer<PinDialog> dialog = window.findChild<PinDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->isVisible());
        auto* list = dialog->findChild<QListWidget*>();
        QCOMPARE(list->count(), static_cast<int>(wanted.size()));
        QVERIFY2(list->item(2)->text().contains(QStringLiteral("GPU 2: NVIDIA L4")),
                 qPrintable(list->item(2)->text()));
        for (int row = 0; row < list->count(); ++row) {
            list->setCurrentRow(row);
            if ((list->item(row)->checkState() == Qt::Checked) != wanted[static_cast<std::size_t>(row)])
                QTest::keyClick(list, Qt::Key_Space);
        }
        QPushButton* ok = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        QCOMPARE(ok->isEnabled(), allowed);
        if (!allowed) {
            QVERIFY2(ok->toolTip().contains(QStringLiteral("2 GPU")), qPrintable(ok->toolTip()));
            QTest::keyClick(dialog, Qt::Key_Escape);
        } else {
            QTest::mouseClick(ok, Qt::LeftButton);
        }
        QTRY_VERIFY(!dialog);
    }
};

int main(int argc, char** argv) {
    const test::Home home;
    const test::Display display;
    const QApplication application(argc, argv);
    PinTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "pin_test.moc"
