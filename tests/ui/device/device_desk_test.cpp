// SPDX-License-Identifier: GPL-3.0-or-later
// The window's self-check of a GPU: offered at the start, followed by a bar, skipped, made again, reported.
// By the real worker on the simulated device; where the check shall not end by itself, by a worker that says
// nothing of it until it is killed.

#include "base/fake_nvml.h"
#include "ui/device/device_check.h"
#include "ui/device/device_desk.h"
#include "ui/device/device_dialog.h"
#include "ui/device/device_strip.h"
#include "ui/display.h"
#include "ui/widgets/background.h"
#include "ui/widgets/text.h"
#include "ui/window/layout_mistakes.h"
#include "ui/window/shell/language.h"
#include "ui/window/shell/theme.h"

#include <QAction>
#include <QFileDialog>
#include <QMainWindow>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

constexpr int check_ms = 240'000, moment_ms = 60'000;

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
    QTreeWidget* rows() const { return dialog()->findChild<QTreeWidget*>(); }
};

/// Cells with words that are neither Chinese nor names.
QStringList english_cells(const QTreeWidgetItem* row) {
    static const QRegularExpression names(
        QStringLiteral("\\b(bf16|fp16|fp32|tf32|AdamW|logits|GPU|NCCL|NVIDIA|A100|GiB|\\de[+-]?\\d+)\\b"));
    static const QRegularExpression latin(QStringLiteral("[A-Za-z]"));
    QStringList english;
    for (int column = 0; column < row->columnCount(); ++column)
        if (row->text(column).remove(names).contains(latin)) english << row->text(column);
    for (int i = 0; i < row->childCount(); ++i)
        english += english_cells(row->child(i));
    return english;
}

/// For people to look at, in both themes.
void keep_themes(QWidget& widget, const QString& name) {
    Theme theme;
    for (const Theme::Choice choice : {Theme::Choice::dark, Theme::Choice::light}) {
        theme.choose(choice);
        test::keep(widget, name + u'-' + theme_name(choice));
    }
}

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
    /// A check by this worker goes on until its time, 90 s, is over.
    void use_endless_worker() const {
        const QString file = place_.filePath(QStringLiteral("endless"));
        write_file_atomically(to_path(file), "#!/bin/sh\nwhile :; do echo; sleep 1; done\n");
        QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("TUNEDESK_WORKER", file.toUtf8());
    }

private Q_SLOTS:
    void initTestCase() {
        if (!QFile::exists(QStringLiteral(TUNEDESK_BIN_DIR "/libtunedesk-simulated.so")))
            QSKIP("built without LibTorch");
        qputenv("FAKE_NVML", place_.filePath(QStringLiteral("gpus.json")).toUtf8());
        qputenv("TUNEDESK_CUDA_LIBRARY", TUNEDESK_BIN_DIR "/libtunedesk-simulated.so");
        qputenv("TUNEDESK_DEVICE_CHECK_SECONDS", "600"); // of a loaded machine
    }
    void init() {
        choose_language(QStringLiteral("en"));
        qputenv("TUNEDESK_WORKER", TUNEDESK_BIN_DIR "/tunedesk-worker");
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
            QSignalSpy ended(one.desk.check(), &DeviceCheck::ended);
            int furthest = 0; // that the bar has shown
            connect(one.desk.check(), &DeviceCheck::began, &one.window, [&] {
                auto* bar = one.dialog()->findChild<QProgressBar*>();
                connect(one.desk.check(), &DeviceCheck::progressed, bar, [&furthest, bar] {
                    if (bar->isVisible()) furthest = std::max(furthest, bar->value());
                });
            });
            QTRY_VERIFY_WITH_TIMEOUT(one.dialog() && one.dialog()->isVisible(), moment_ms);
            QTRY_VERIFY_WITH_TIMEOUT(furthest > 3, check_ms);
            keep_themes(*one.dialog(), QStringLiteral("device-check-bar"));
            QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, check_ms);
            QTRY_COMPARE_WITH_TIMEOUT(one.rows()->topLevelItem(0)->text(1), QStringLiteral("good"),
                                      moment_ms);
            QVERIFY(one.rows()->topLevelItem(0)->childCount() > 20);
            QVERIFY(!one.dialog()->findChild<QProgressBar*>()->isVisible());
            QTRY_VERIFY_WITH_TIMEOUT(one.strip_text().endsWith(QStringLiteral(", checked")), moment_ms);
            const QStringList mistakes = test::LayoutMistakes::of(one.dialog());
            QVERIFY2(mistakes.isEmpty(), qPrintable(mistakes.join(u'\n')));
            keep_themes(*one.dialog(), QStringLiteral("device-check-good"));
            keep_themes(one.window, QStringLiteral("device-strip"));
        }
        Window next(settings_.get());
        QSignalSpy looked(next.desk.check(), &DeviceCheck::looked);
        next.desk.offer();
        QTRY_COMPARE_WITH_TIMEOUT(looked.count(), 2, moment_ms);
        QVERIFY(!next.dialog());
    }

    void all_of_it_is_said_in_the_windows_language() {
        show_gpu("GPU-good"); // which the test above has checked
        choose_language(QStringLiteral("zh_CN"));
        Window one(settings_.get());
        one.desk.action()->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(one.rows()->topLevelItemCount() == 1, moment_ms);
        QVERIFY(one.rows()->topLevelItem(0)->childCount() > 20);
        const QStringList english = english_cells(one.rows()->topLevelItem(0));
        QVERIFY2(english.isEmpty(), qPrintable(english.join(u'\n')));
        const QStringList mistakes = test::LayoutMistakes::of(one.dialog());
        QVERIFY2(mistakes.isEmpty(), qPrintable(mistakes.join(u'\n')));
        keep_themes(*one.dialog(), QStringLiteral("device-check-chinese"));
        Q_EMIT one.desk.check()->began();
        Q_EMIT one.desk.check()->progressed({0, Phrase(PhraseId::check_training, {"fp32"}), 9, 19});
        QCOMPARE(one.dialog()->findChild<QProgressBar*>()->format(), QStringLiteral("GPU 0：训练，fp32"));
    }

    void a_check_leaves_the_windows_other_jobs_their_threads() {
        show_gpu("GPU-busy");
        use_endless_worker();
        QThreadPool& pool = *QThreadPool::globalInstance();
        const int threads = pool.maxThreadCount();
        pool.setMaxThreadCount(1); // as on one core
        const auto again = qScopeGuard([&] { pool.setMaxThreadCount(threads); });
        Window one(settings_.get());
        QSignalSpy progressed(one.desk.check(), &DeviceCheck::progressed);
        one.desk.offer();
        QTRY_VERIFY_WITH_TIMEOUT(!progressed.isEmpty(), moment_ms);
        bool was_checking = false;
        in_background(
            this, [](const CancelToken&) { return true; },
            [&](bool) { was_checking = one.desk.check()->is_checking(); });
        QTRY_VERIFY_WITH_TIMEOUT(was_checking, moment_ms);
    }

    void skip_ends_it_and_is_remembered_data() {
        QTest::addColumn<std::function<void(const Window&)>>("close");
        const auto add = [](const char* name, std::function<void(const Window&)> close) {
            QTest::newRow(name) << std::move(close);
        };
        add("the button", [](const Window& window) {
            QTest::mouseClick(window.button(QStringLiteral("Skip")), Qt::LeftButton);
        });
        add("Esc", [](const Window& window) { QTest::keyClick(window.dialog(), Qt::Key_Escape); });
        add("title bar", [](const Window& window) { window.dialog()->close(); });
    }
    void skip_ends_it_and_is_remembered() {
        QFETCH(std::function<void(const Window&)>, close);
        show_gpu("GPU-skipped");
        use_endless_worker();
        {
            Window one(settings_.get());
            one.desk.offer();
            QTRY_VERIFY_WITH_TIMEOUT(one.dialog() && one.desk.check()->is_checking(), moment_ms);
            close(one);
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

    /// As Qt closes windows when a program ends.
    void a_check_that_ends_with_the_window_is_offered_again() {
        show_gpu("GPU-quit");
        use_endless_worker();
        {
            Window one(settings_.get());
            one.desk.offer();
            QTRY_VERIFY_WITH_TIMEOUT(one.dialog() && one.desk.check()->is_checking(), moment_ms);
            one.window.close();
            one.dialog()->close();
            QTRY_VERIFY_WITH_TIMEOUT(!one.desk.check()->is_checking(), moment_ms);
        }
        Window next(settings_.get());
        next.desk.offer();
        QTRY_VERIFY_WITH_TIMEOUT(next.dialog() && next.desk.check()->is_checking(), moment_ms);
    }

    void a_failed_check_is_shown_made_again_and_reported() {
        show_gpu("GPU-bad");
        qputenv("TUNEDESK_SIMULATED_MISBEHAVIOUR", "numbers");
        Window one(settings_.get());
        one.desk.offer();
        QTRY_VERIFY_WITH_TIMEOUT(one.dialog() != nullptr, moment_ms);
        const QTreeWidget* rows = one.rows();
        QTRY_COMPARE_WITH_TIMEOUT(rows->topLevelItem(0)->text(1), QStringLiteral("failed: not used"),
                                  check_ms);
        QTRY_VERIFY_WITH_TIMEOUT(one.strip_text().endsWith(QStringLiteral("check failed")), moment_ms);
        keep_themes(*one.dialog(), QStringLiteral("device-check-failed"));
        QTest::mouseClick(one.button(QStringLiteral("Save a report…")), Qt::LeftButton);
        auto* chooser = one.dialog()->findChild<QFileDialog*>();
        QVERIFY(chooser);
        const QString file = place_.filePath(QStringLiteral("report.json"));
        Q_EMIT chooser->fileSelected(file);
        chooser->reject();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), moment_ms);
        const std::string text = read_file(to_path(file), ErrorId::file_unreadable);
        QVERIFY(text.find("\"kernel\"") != std::string::npos && text.find("GPU-bad") == std::string::npos);
        qputenv("TUNEDESK_SIMULATED_MISBEHAVIOUR", "architecture");
        QTest::mouseClick(one.button(QStringLiteral("Check again")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(
            !one.desk.check()->is_checking() &&
                rows->findItems(QStringLiteral("no kernel image"), Qt::MatchContains | Qt::MatchRecursive, 2)
                        .size() == 1,
            check_ms);
    }

    // Somebody else may have its memory now: the result is shown, and not kept.
    void a_check_without_memory_is_shown_and_offered_again() {
        show_gpu("GPU-full");
        qputenv("TUNEDESK_SIMULATED_MEBIBYTES", "1");
        Window one(settings_.get());
        one.desk.offer();
        QTRY_VERIFY_WITH_TIMEOUT(one.dialog() != nullptr, moment_ms);
        QTRY_COMPARE_WITH_TIMEOUT(one.rows()->topLevelItem(0)->text(1), QStringLiteral("failed: not used"),
                                  check_ms);
        qunsetenv("TUNEDESK_SIMULATED_MEBIBYTES");
        QVERIFY(!one.desk.check()->is_wanted());
        DeviceCheck next;
        next.look();
        QTRY_VERIFY_WITH_TIMEOUT(next.is_wanted(), moment_ms);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(DeviceDeskTest)
#include "device_desk_test.moc"
