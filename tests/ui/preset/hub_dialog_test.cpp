// SPDX-License-Identifier: GPL-3.0-or-later
// Models of a hub of our own (tests/hub), found and downloaded in the window.

#include "format/hub/hub_cache.h"
#include "hub/hub_server.h"
#include "page.h"
#include "ui/display.h"
#include "ui/preset/estimate/estimator.h"
#include "ui/preset/hub/hub_dialog.h"
#include "ui/preset/setup_page.h"
#include "ui/widgets/message_bar.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QThreadPool>
#include <algorithm>

using namespace tunedesk;
using namespace tunedesk::ui;
using namespace tunedesk::test;

class HubDialogTest : public QObject {
    Q_OBJECT

    HubServer server_;
    QTemporaryDir home_;

    bool is_cached() const { return format::HubCache().snapshot_of({"org/small"}).has_value(); }

private Q_SLOTS:
    void initTestCase() {
        qputenv("HF_ENDPOINT", QByteArray::fromStdString(server_.endpoint()));
        for (const char* name : {"HF_TOKEN", "HF_HUB_OFFLINE"})
            qunsetenv(name);
    }
    void init() {
        static int number = 0;
        qputenv("HF_HUB_CACHE", home_.filePath(QString::number(++number)).toUtf8());
        fs::remove_all(server_.folder("org/small"));
        server_.put_model("org/small");
    }

    void finds_and_downloads() {
        HubDialog dialog;
        QSignalSpy searched(&dialog, &HubDialog::searched), ready(&dialog, &HubDialog::model_ready);
        dialog.show();
        dialog.words()->setText("small");
        QTest::keyClick(dialog.words(), Qt::Key_Return);
        QVERIFY(searched.wait(20'000));
        QCOMPARE(dialog.table()->rowCount(), 1);
        QCOMPARE(dialog.table()->item(0, 0)->text(), QString("org/small"));
        QCOMPARE(dialog.table()->item(0, 6)->text(), QString("apache-2.0"));
        QVERIFY(dialog.download_button()->isEnabled());
        dialog.download_button()->click();
        QVERIFY(!dialog.download_button()->isEnabled());
        QVERIFY(ready.wait(30'000));
        QCOMPARE(ready.first().first().toString(), QString("org/small"));
        QVERIFY(is_cached());
        QVERIFY(!dialog.isVisible());
    }

    void says_why_not() {
        HubDialog dialog;
        QSignalSpy searched(&dialog, &HubDialog::searched);
        dialog.search("no such words");
        QVERIFY(searched.wait(20'000));
        QCOMPARE(dialog.table()->rowCount(), 0);
        QVERIFY(!dialog.download_button()->isEnabled());
        dialog.download({"org/none"});
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.is_busy(), 20'000);
        QVERIFY2(dialog.status()->text().contains("TD4370"), qPrintable(dialog.status()->text()));
    }

    void closing_cancels() {
        server_.set_faults("org/small", {{"drip", "model.safetensors"}});
        {
            HubDialog dialog;
            dialog.download({"org/small"});
            QTest::qWait(1000);
            QVERIFY(dialog.is_busy());
        }
        QThreadPool::globalInstance()->waitForDone(20'000);
        QVERIFY(!is_cached());
    }

    void a_missing_model_is_offered() {
        QTemporaryDir folder;
        const fs::path file = to_path(folder.filePath("p.yaml"));
        write_file_atomically(to_path(folder.filePath("t.csv")), "text,label\ngood,1\nbad,0\n");
        write_file_atomically(file, "tunedesk: 1\nname: n\nmodel: {path: org/small}\ndata: {train: t.csv}\n"
                                    "evaluation: {strategy: \"no\"}\n");
        SetupPage page;
        open(page, file);
        QTRY_VERIFY_WITH_TIMEOUT(page.messages()->text().contains("org/small"), 60'000);
        const auto buttons = page.messages()->findChildren<QPushButton*>();
        const auto button = std::ranges::find(buttons, QString("Download"), &QPushButton::text);
        QVERIFY(button != buttons.end());
        (*button)->click();
        QTRY_VERIFY_WITH_TIMEOUT(is_cached(), 60'000);
        const auto is_missing = [&] {
            for (const Error& error : page.estimator()->latest()->inputs.problems)
                if (error.is(ErrorId::hub_model_not_downloaded)) return true;
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(!is_missing(), 60'000);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(HubDialogTest)
#include "hub_dialog_test.moc"
