#include "ui/report/bundle_dialogs.h"

#include "ui/display.h"
#include "ui/widgets/message_bar.h"

#include <QSignalSpy>

using namespace tunedesk;
using namespace tunedesk::ui;

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
        QVERIFY(dialog.description().contains("Not here yet: "));
        QVERIFY(!fs::exists(root() / "there"));
        QSignalSpy imported(&dialog, &ImportBundleDialog::imported);
        dialog.import_to(root() / "there");
        QVERIFY(imported.wait(20000));
        QVERIFY(fs::exists(imported.at(0).at(0).toString().toStdString()));
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

TUNEDESK_WINDOW_TEST_MAIN(BundleDialogsTest)
#include "bundle_dialogs_test.moc"
