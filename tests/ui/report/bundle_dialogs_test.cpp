// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/bundle_dialogs.h"

#include "tracing.h"
#include "ui/display.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <set>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

/// A process of its own that shows a bundle, unpacks it beside itself and ends.
int be_a_window(const QString& bundle) {
    ImportBundleDialog dialog(to_path(bundle));
    QObject::connect(&dialog, &ImportBundleDialog::shown,
                     [&] { dialog.import_to(to_path(bundle + QStringLiteral(".unpacked"))); });
    QObject::connect(&dialog, &ImportBundleDialog::imported, [] { QApplication::exit(0); });
    return QApplication::exec();
}

} // namespace

class BundleDialogsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path root() const { return folder_.path().toStdString(); }

private Q_SLOTS:
    void shared_shown_and_unpacked() {
        write_file_atomically(root() / "p.yaml",
                              "model: {path: m}\ndata: {train: t.csv, validation_split: 0.1}\n");
        ExportBundleDialog share(root() / "p.yaml");
        share.set_note("read me");
        QSignalSpy exported(&share, &ExportBundleDialog::exported);
        share.export_to(root() / "p.tunedesk");
        QVERIFY(exported.wait(20000));

        ImportBundleDialog dialog(root() / "p.tunedesk");
        QSignalSpy shown(&dialog, &ImportBundleDialog::shown);
        QVERIFY(!dialog.can_import());
        QVERIFY(shown.wait(20000));
        QVERIFY(dialog.description().contains("Note: read me"));
        QVERIFY(dialog.description().contains("Not available here: "));
        QVERIFY(!fs::exists(root() / "there"));
        QSignalSpy imported(&dialog, &ImportBundleDialog::imported);
        dialog.import_to(root() / "there");
        QVERIFY(imported.wait(20000));
        QVERIFY(fs::exists(imported.at(0).at(0).toString().toStdString()));
    }

    /// What is unpacked is what was shown.
    void one_that_changes_after_it_was_shown_is_refused() {
        write_file_atomically(root() / "q.yaml",
                              "model: {path: m}\ndata: {train: t.csv, validation_split: 0.1}\n");
        const auto share = [&](const char* note) {
            ExportBundleDialog dialog(root() / "q.yaml");
            dialog.set_note(note);
            QSignalSpy exported(&dialog, &ExportBundleDialog::exported);
            dialog.export_to(root() / "q.tunedesk");
            QVERIFY(exported.wait(20000));
        };
        share("first");
        ImportBundleDialog dialog(root() / "q.tunedesk");
        QSignalSpy shown(&dialog, &ImportBundleDialog::shown);
        QVERIFY(shown.wait(20000));
        share("second");
        dialog.import_to(root() / "q");
        auto* message = dialog.findChild<MessageBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(message->text().contains("TD2120"), 20000);
        QVERIFY(!fs::exists(root() / "q"));
    }

    /// This process never opens a bundle: another does, which may write no file, or below one folder.
    void another_process_reads_it() {
        QVERIFY2(tracing_works(), no_tracing);
        write_file_atomically(root() / "r.yaml",
                              "model: {path: m}\ndata: {train: t.csv, validation_split: 0.1}\n");
        const QString bundle = folder_.filePath(QStringLiteral("r.tunedesk"));
        ExportBundleDialog share(root() / "r.yaml");
        QSignalSpy exported(&share, &ExportBundleDialog::exported);
        share.export_to(to_path(bundle));
        QVERIFY(exported.wait(20000));
        const QString calls = folder_.filePath(QStringLiteral("calls"));
        QProcess window;
        window.start(QStringLiteral("strace"),
                     {QStringLiteral("-f"), QStringLiteral("-o"), calls, QStringLiteral("-e"),
                      QStringLiteral("trace=open,openat,openat2,landlock_restrict_self,execve"),
                      QCoreApplication::applicationFilePath(), QStringLiteral("--window"), bundle});
        QVERIFY2(window.waitForFinished(120'000), "the window does not end");
        QVERIFY2(window.exitCode() == 0, window.readAllStandardError().constData());
        QFile file(calls);
        QVERIFY(file.open(QIODevice::ReadOnly));
        int opened = 0;
        std::set<QString> readers, confined; // ids of processes
        for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n')) {
            const QString id = line.section(u' ', 0, 0);
            if (line.contains(QStringLiteral("execve(")) && line.contains(QStringLiteral("\"inspect\"")))
                readers.insert(id);
            if (line.contains(QStringLiteral("landlock_restrict_self")) &&
                line.endsWith(QStringLiteral("= 0")))
                confined.insert(id);
            if (!line.contains(QStringLiteral("r.tunedesk\"")) || line.contains(QStringLiteral("execve(")))
                continue;
            ++opened;
            QVERIFY2(readers.contains(id) && confined.contains(id), qPrintable(line));
        }
        QCOMPARE(opened, 2);
        QCOMPARE(readers.size(), std::size_t{2});
    }

    void a_hostile_one_cannot_be_imported() {
        ImportBundleDialog dialog(TUNEDESK_SOURCE_DIR "/tests/fuzz/corpus/bundle/path_up");
        QSignalSpy shown(&dialog, &ImportBundleDialog::shown);
        QVERIFY(shown.wait(20000));
        QVERIFY(!dialog.can_import());
        QVERIFY(dialog.findChild<MessageBar*>()->text().contains("TD2120"));
    }

    void a_preset_with_mistakes_is_told() {
        write_file_atomically(root() / "wrong.yaml", "name: x\n");
        ExportBundleDialog share(root() / "wrong.yaml");
        share.export_to(root() / "wrong.tunedesk");
        auto* message = share.findChild<MessageBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(message->text().contains("TD2100"), 20000);
        QVERIFY(!fs::exists(root() / "wrong.tunedesk"));
    }
};

TUNEDESK_TWO_WINDOWS_TEST_MAIN(BundleDialogsTest, be_a_window)
#include "bundle_dialogs_test.moc"
