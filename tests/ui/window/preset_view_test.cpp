// SPDX-License-Identifier: GPL-3.0-or-later
#include "patience.h"
#include "ui/data/data_findings.h"
#include "ui/data/data_page.h"
#include "ui/display.h"
#include "ui/preset/estimate/estimate_figures.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/estimate/estimator.h"
#include "ui/preset/estimate/problem_list.h"
#include "ui/preset/form/key_editor.h"
#include "ui/preset/form/preset_form.h"
#include "ui/preset/setup_page.h"
#include "ui/widgets/text.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/queue/queue_watch.h"
#include "ui/window/shell/lazy_tabs.h"

#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::ui;

/// Set-up and Data of one preset.
class PresetViewTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }

    void show(PresetView& view, const fs::path& preset) {
        view.resize(1100, 680);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.open(preset);
    }
    static QPushButton* button(QWidget& parent, const QString& text) {
        for (auto* each : parent.findChildren<QPushButton*>())
            if (each->text() == text && each->isVisible()) return each;
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase() {
        std::ofstream rows(path("rows.csv"));
        rows << "text,label\n";
        for (int i = 0; i < 200'000; ++i)
            rows << "row " << i << " has some words to count,"
                 << "ab"[i % 2] << "\n";
        rows.close();
        const std::string model = TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert";
        write_file_atomically(path("p.yaml"), "model: {ignore_mismatched_sizes: true, path: " + model +
                                                  "}\ndata: {train: rows.csv, validation_split: 0.2, "
                                                  "test_split: 0.2, max_length: 16}\n");
    }

    void both_pages_share_one_reading() {
        QueueWatch queue;
        PresetView view(&queue);
        Estimator* estimator = view.setup()->estimator();
        QSignalSpy started(estimator->inspection(), &Inspection::started);
        show(view, path("p.yaml"));
        QTRY_VERIFY(estimator->is_reading());
        view.tabs()->go_to(QStringLiteral("data"));
        auto* data = static_cast<DataPage*>(view.tabs()->page(QStringLiteral("data")));
        QSignalSpy counted(data, &DataPage::counted);
        QTRY_COMPARE_WITH_TIMEOUT(counted.size(), 1, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(estimator->latest() && estimator->latest()->estimate, 60'000);
        QCOMPARE(started.size(), 1);
        QCOMPARE(data->findings()->classes()->item(0, 1)->text(),
                 QStringLiteral("60,000")); // the splits are 0.2
        QCOMPARE(estimator->latest()->estimate->train_samples, 120'000U);
    }

    void what_is_cancelled_is_read_again_for_both() {
        QueueWatch queue;
        PresetView view(&queue);
        Estimator* estimator = view.setup()->estimator();
        show(view, path("p.yaml"));
        view.tabs()->go_to(QStringLiteral("data"));
        auto* data = static_cast<DataPage*>(view.tabs()->page(QStringLiteral("data")));
        QTRY_VERIFY(data->is_counting());
        QTest::mouseClick(button(*data, QStringLiteral("Cancel")), Qt::LeftButton);
        QVERIFY(!data->is_counting() && !estimator->is_reading());
        QVERIFY2(view.setup()->strip()->figures().text().contains(QStringLiteral("not read")),
                 qPrintable(view.setup()->strip()->figures().text()));
        QTest::qWait(600);
        QVERIFY(!data->is_counting());
        QSignalSpy counted(data, &DataPage::counted);
        QTest::mouseClick(button(*data, QStringLiteral("Read all rows")), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(counted.size(), 1, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(estimator->latest() && estimator->latest()->estimate, 60'000);
    }

    void a_problem_brings_set_up_forward() {
        write_file_atomically(path("wrong.yaml"), read_file(path("p.yaml"), ErrorId::file_unreadable) +
                                                      "training: {weight_decay: -1}\n");
        QueueWatch queue;
        PresetView view(&queue);
        show(view, path("wrong.yaml"));
        view.tabs()->go_to(QStringLiteral("data"));
        QListWidget* problems = view.setup()->strip()->problems();
        QTRY_COMPARE_WITH_TIMEOUT(problems->count(), 1, 60'000);
        QVERIFY(problems->isVisible());
        QTest::mouseClick(problems->viewport(), Qt::LeftButton, {},
                          problems->visualItemRect(problems->item(0)).center());
        QCOMPARE(view.tabs()->current_name(), QStringLiteral("setup"));
        KeyRow* row = view.setup()->form()->row("training.weight_decay");
        QTRY_VERIFY(row->isVisible());
        QWidget* focus = view.focusWidget();
        QVERIFY2(focus && row->editor()->isAncestorOf(focus),
                 focus ? focus->metaObject()->className() : "none");
    }
};

TUNEDESK_WINDOW_TEST_MAIN(PresetViewTest)
#include "preset_view_test.moc"
