// The window's self-check of a GPU: offered at the start, followed by a bar, skipped, made again, reported.
// By the real worker on the simulated device.

#include "base/fake_nvml.h"
#include "ui/device/device_check.h"
#include "ui/device/device_desk.h"
#include "ui/device/device_dialog.h"
#include "ui/device/device_strip.h"
#include "ui/display.h"
#include "ui/widgets/text.h"

#include <QAction>
#include <QFileDialog>
#include <QMainWindow>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

constexpr int check_ms = 150'000, moment_ms = 10'000;

/// A window with a desk, as the program has it.
struct Window {
    QMainWindow window;
    DeviceDesk desk;

    explicit Window(QSettings* settings) : desk(settings, &window) {
        window.setCentralWidget(desk.strip());
        window.resize(900, 200);
        window.show();
    }
    DeviceDialog* dialog() const { return window.findChild<DeviceDialog*>(); }
    QPushButton* button(const QString& text) const {
        for (QPushButton* one : dialog()->findChildren<QPushButton*>())
            if (one->text().remove(u'&') == text) return one;
        return nullptr;
    }
    QString strip_text() const { return desk.strip()->findChild<QToolButton*>()->text(); }
};

} // namespace

class DeviceDeskTest : public QObject {
    Q_OBJECT

    QTemporaryDir place_;
    std::unique_ptr<QSettings> settings_;

    void show_gpu(const std::string& uuid) const {
        test::show_gpus(to_path(place_.filePath(QStringLiteral("gpus.json"))),
                        R"({"driver": "580.65", "gpus": [{"name": "NVIDIA A100", "uuid": ")" + uuid +
                            R"(", "bus": 1, "total": 80000000000, "used": 1000000, "major": 8}]})");
    }

private Q_SLOTS:
    void initTestCase() {
        if (!QFile::exists(QStringLiteral(TUNEDESK_BIN_DIR "/libtunedesk-simulated.so")))
            QSKIP("built without LibTorch");
        qputenv("FAKE_NVML", place_.filePath(QStringLiteral("gpus.json")).toUtf8());
        qputenv("TUNEDESK_CUDA_LIBRARY", TUNEDESK_BIN_DIR "/libtunedesk-simulated.so");
        qputenv("TUNEDESK_WORKER", TUNEDESK_BIN_DIR "/tunedesk-worker");
    }
    void init() {
        qunsetenv("TUNEDESK_SIMULATED_MISBEHAVIOUR");
        settings_ =
            std::make_unique<QSettings>(place_.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
        settings_->clear();
    }

    void a_gpu_that_is_new_is_checked_at_the_start_and_then_known() {
        show_gpu("GPU-good");
        {
            Window one(settings_.get());
            one.desk.offer();
            QTRY_VERIFY_WITH_TIMEOUT(one.dialog() && one.dialog()->isVisible(), moment_ms);
            QVERIFY(one.desk.check()->is_checking());
            auto* bar = one.dialog()->findChild<QProgressBar*>();
            QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible() && bar->value() > 3, check_ms);
            test::keep(*one.dialog(), QStringLiteral("device-check-bar"));
            QTRY_VERIFY_WITH_TIMEOUT(!one.desk.check()->is_checking(), check_ms);
            auto* rows = one.dialog()->findChild<QTreeWidget*>();
            QTRY_COMPARE_WITH_TIMEOUT(rows->topLevelItem(0)->text(1), QStringLiteral("good"), moment_ms);
            QVERIFY(rows->topLevelItem(0)->childCount() > 20);
            QVERIFY(!bar->isVisible());
            QTRY_VERIFY_WITH_TIMEOUT(one.strip_text().endsWith(QStringLiteral(", checked")), moment_ms);
            test::keep(*one.dialog(), QStringLiteral("device-check-good"));
            test::keep(one.window, QStringLiteral("device-strip"));
        }
        Window next(settings_.get());
        QSignalSpy looked(next.desk.check(), &DeviceCheck::looked);
        next.desk.offer();
        QTRY_COMPARE_WITH_TIMEOUT(looked.count(), 2, moment_ms);
        QVERIFY(!next.dialog());
    }

    void skip_ends_it_and_is_remembered() {
        show_gpu("GPU-skipped");
        {
            Window one(settings_.get());
            one.desk.offer();
            QTRY_VERIFY_WITH_TIMEOUT(one.dialog() && one.desk.check()->is_checking(), moment_ms);
            QTest::mouseClick(one.button(QStringLiteral("Skip")), Qt::LeftButton);
            QVERIFY(!one.dialog()->isVisible());
            QTRY_VERIFY_WITH_TIMEOUT(!one.desk.check()->is_checking(), moment_ms);
            QVERIFY(one.desk.check()->is_wanted());
        }
        Window next(settings_.get());
        QSignalSpy looked(next.desk.check(), &DeviceCheck::looked);
        next.desk.offer();
        QTRY_COMPARE_WITH_TIMEOUT(looked.count(), 2, moment_ms);
        QVERIFY(!next.dialog());
        QTRY_VERIFY_WITH_TIMEOUT(next.strip_text().endsWith(QStringLiteral("not checked")), moment_ms);
        next.desk.action()->trigger();
        QVERIFY(next.dialog()->isVisible());
        QVERIFY(next.button(QStringLiteral("Check"))->isEnabled());
    }

    void a_failed_check_is_shown_made_again_and_reported() {
        show_gpu("GPU-bad");
        qputenv("TUNEDESK_SIMULATED_MISBEHAVIOUR", "numbers");
        Window one(settings_.get());
        one.desk.offer();
        QTRY_VERIFY_WITH_TIMEOUT(one.dialog() != nullptr, moment_ms);
        auto* rows = one.dialog()->findChild<QTreeWidget*>();
        QTRY_COMPARE_WITH_TIMEOUT(rows->topLevelItem(0)->text(1), QStringLiteral("failed: not used"),
                                  check_ms);
        QTRY_VERIFY_WITH_TIMEOUT(one.strip_text().endsWith(QStringLiteral("check failed")), moment_ms);
        test::keep(*one.dialog(), QStringLiteral("device-check-failed"));
        QTest::mouseClick(one.button(QStringLiteral("Save a report…")), Qt::LeftButton);
        auto* chooser = one.dialog()->findChild<QFileDialog*>();
        QVERIFY(chooser);
        const QString file = place_.filePath(QStringLiteral("report.json"));
        Q_EMIT chooser->fileSelected(file);
        chooser->reject();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), moment_ms);
        const std::string text = read_file(to_path(file), 1);
        QVERIFY(text.find("\"kernel\"") != std::string::npos && text.find("GPU-bad") == std::string::npos);
        qputenv("TUNEDESK_SIMULATED_MISBEHAVIOUR", "architecture");
        QTest::mouseClick(one.button(QStringLiteral("Check again")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(
            !one.desk.check()->is_checking() &&
                rows->findItems(QStringLiteral("no kernel image"), Qt::MatchContains | Qt::MatchRecursive, 2)
                        .size() == 1,
            check_ms);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(DeviceDeskTest)
#include "device_desk_test.moc"
