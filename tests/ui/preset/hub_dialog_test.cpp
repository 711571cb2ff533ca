// SPDX-License-Identifier: GPL-3.0-or-later
// Models and data sets of a hub of our own (tests/hub), found and downloaded in the window.

#include "format/hub/hub_cache.h"
#include "hub/hub_server.h"
#include "page.h"
#include "ui/display.h"
#include "ui/preset/estimate/estimator.h"
#include "ui/preset/form/preset_form.h"
#include "ui/preset/hub/cached_names.h"
#include "ui/preset/hub/download_bar.h"
#include "ui/preset/hub/download_dialog.h"
#include "ui/preset/hub/hub_dialog.h"
#include "ui/preset/hub/rows_status.h"
#include "ui/preset/setup_page.h"
#include "ui/widgets/message_bar.h"

#include <QApplication>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QThreadPool>
#include <QToolButton>
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
        qputenv("XDG_CACHE_HOME", home_.filePath(QString::number(number) + "-caches").toUtf8());
        for (const char* name : {"org/small", "datasets/org/rows"})
            fs::remove_all(server_.folder(name));
        server_.put_model("org/small");
    }

    void finds_and_downloads() {
        HubDialog dialog(format::HubKind::model);
        QSignalSpy searched(&dialog, &HubDialog::searched), ready(&dialog, &HubDialog::downloaded);
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

    void finds_and_downloads_data_sets() {
        server_.put("datasets/org/rows", "train.csv", "text,label\ngood,1\nbad,0\n");
        server_.put("datasets/org/rows", "test.csv", "text,label\nfine,1\n");
        server_.set_faults("datasets/org/rows", {{"tags",
                                                  {"task_categories:text-classification", "format:csv",
                                                   "size_categories:n<1K", "license:mit"}}});
        QTemporaryDir folder;
        const fs::path file = to_path(folder.filePath("p.yaml"));
        write_file_atomically(file, "tunedesk: 1\nname: n\nmodel: {path: org/small}\ndata: {train: t.csv, "
                                    "extra_validation: [t.csv]}\n");
        SetupPage page;
        open(page, file);
        const auto find_in = [&](const char* key) {
            const auto buttons = page.form()->row(key)->findChildren<QToolButton*>();
            const auto find = std::ranges::find(buttons, QString("Find…"), &QToolButton::text);
            return find == buttons.end() ? nullptr : *find;
        };
        QVERIFY(!find_in("data.split_file"));
        const auto take = [&](const char* key) {
            QVERIFY(find_in(key));
            find_in(key)->click();
            auto* dialog = page.form()->row(key)->findChild<HubDialog*>();
            QVERIFY(dialog && dialog->isVisible());
            QSignalSpy searched(dialog, &HubDialog::searched);
            dialog->search("rows");
            QVERIFY(searched.wait(20'000));
            QStringList cells;
            for (int column = 0; column < dialog->table()->columnCount(); ++column)
                cells.append(dialog->table()->item(0, column)->text());
            QCOMPARE(cells.join('|'), QString("org/rows|yes|1,008|7|n<1K|42 B|text-classification|mit"));
            QSignalSpy downloaded(dialog, &HubDialog::downloaded);
            dialog->download_button()->click();
            QVERIFY(downloaded.wait(30'000));
        };
        take("data.train");
        QTRY_COMPARE_WITH_TIMEOUT(page.draft().loaded.preset.data.train.substr(0, 1), std::string("/"),
                                  20'000);
        take("data.extra_validation");
        QTRY_COMPARE_WITH_TIMEOUT(page.draft().loaded.preset.data.extra_validation.size(), std::size_t{2},
                                  20'000);
        // There are no rows for validation, and no download would bring any.
        RowsStatus* status = page.form()->row("data.extra_validation")->rows();
        QTRY_COMPARE_WITH_TIMEOUT(
            status->text(),
            QString("org/rows has no rows for this key; its parts: default/train, default/test"), 20'000);
        QVERIFY(status->download_button()->isHidden());
    }

    void says_why_not() {
        HubDialog dialog(format::HubKind::model);
        QSignalSpy searched(&dialog, &HubDialog::searched);
        dialog.search("no such words");
        QVERIFY(searched.wait(20'000));
        QCOMPARE(dialog.table()->rowCount(), 0);
        QVERIFY(!dialog.download_button()->isEnabled());
        dialog.download("org/none");
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.is_busy(), 20'000);
        QVERIFY2(dialog.status()->text().contains("TD4370"), qPrintable(dialog.status()->text()));
    }

    void closing_cancels() {
        server_.set_faults("org/small", {{"drip", "model.safetensors"}});
        {
            HubDialog dialog(format::HubKind::model);
            dialog.download("org/small");
            QTest::qWait(1000);
            QVERIFY(dialog.is_busy());
        }
        QThreadPool::globalInstance()->waitForDone(20'000);
        QVERIFY(!is_cached());
    }

    void missing_rows_are_downloaded_below_their_field() {
        server_.put("datasets/org/rows", "train.csv", "text,label\ngood,1\nbad,0\n");
        server_.put("datasets/org/rows", "dev.csv", "text,label\nfine,1\n");
        QTemporaryDir folder;
        const fs::path file = to_path(folder.filePath("p.yaml"));
        write_file_atomically(to_path(folder.filePath("t.csv")), "text,label\ngood,1\nbad,0\n");
        write_file_atomically(file, "tunedesk: 1\nname: n\nmodel: {path: org/small}\ndata: {train: org/rows, "
                                    "validation: t.csv, extra_validation: [org/rows, t.csv]}\n");
        SetupPage page;
        open(page, file);
        RowsStatus* status = page.form()->row("data.train")->rows();
        QTRY_VERIFY_WITH_TIMEOUT(status->isVisible(), 20'000);
        QCOMPARE(status->text(), QString("org/rows is not in the cache"));
        QVERIFY(page.form()->row("data.validation")->rows()->isHidden());
        QVERIFY(!page.form()->row("data.split_file")->rows());

        server_.set_faults("datasets/org/rows", {{"status", 429}});
        QVERIFY(status->download_button()->isVisible());
        status->download_button()->click();
        auto* dialog = status->findChild<DownloadDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->bar()->is_busy(), 60'000);
        QVERIFY2(dialog->bar()->status()->text().contains("TD7082"),
                 qPrintable(dialog->bar()->status()->text()));
        server_.set_faults("datasets/org/rows", Json::object());
        QVERIFY(dialog->again()->isVisible());
        dialog->again()->click();
        QTRY_VERIFY_WITH_TIMEOUT(status->text().contains("org/rows is in the cache: default/train, 24 B"),
                                 60'000);
        QVERIFY(status->download_button()->isHidden());
        const Preset& found = page.draft().loaded.preset;
        QVERIFY(found.data.train.ends_with("/train.csv"));
        QVERIFY(found.data.extra_validation.front().ends_with("/dev.csv"));
    }

    void names_of_the_cache_complete_fields() {
        server_.put("datasets/org/rows", "train.csv", "text,label\ngood,1\nbad,0\n");
        server_.put("datasets/org/rows", "test.csv", "text,label\nfine,1\n");
        DownloadBar bar;
        QSignalSpy ready(&bar, &DownloadBar::ready);
        bar.download({format::parse_hub_rows("org/rows")});
        QVERIFY(ready.wait(30'000));
        const auto names = [](const char* key) {
            QLineEdit line;
            CachedNames cached(*preset::find_key(key), &line);
            cached.read();
            return QTest::qWaitFor([&] { return !cached.names().isEmpty(); }, 20'000) ? cached.names()
                                                                                      : QStringList();
        };
        const QStringList parts{"org/rows:test", "org/rows:train"}; // in the data set's order
        QStringList of_train = names("data.train"), of_validation = names("data.validation");
        QCOMPARE(of_train.takeFirst(), QString("org/rows"));
        of_train.sort();
        of_validation.sort();
        QCOMPARE(of_train, parts);
        QCOMPARE(of_validation, parts);

        QLineEdit line;
        CachedNames list(*preset::find_key("data.extra_validation"), &line);
        list.read();
        QTRY_VERIFY_WITH_TIMEOUT(!list.names().isEmpty(), 20'000);
        QSignalSpy chosen(&list, &CachedNames::chosen);
        line.setText("t.csv,rows:te");
        line.completer()->setCompletionPrefix(line.text());
        QCOMPARE(line.completer()->currentCompletion(), QString("t.csv, org/rows:test"));
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
