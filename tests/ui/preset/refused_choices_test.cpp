// SPDX-License-Identifier: GPL-3.0-or-later
// Choices of the form that the table of combinations refuses beside the preset's other values.
#include "page.h"
#include "ui/display.h"
#include "ui/preset/form/key_editor.h"
#include "ui/preset/form/preset_form.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QStandardItemModel>

using namespace tunedesk;
using namespace tunedesk::ui;
using namespace tunedesk::test;

class RefusedChoicesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A choice that is refused beside the other values cannot be taken, and says why; what is shown can be
    /// left, and mended elsewhere it is free again.
    void greys_out_what_is_refused() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("quickstart.yaml"));
        page.form()->show_all_keys(true);
        const auto set = [&](const char* key, const char* value) {
            page.set_key(QString::fromLatin1(key), QString::fromLatin1(value));
            wait_for_change(page);
        };
        const auto item = [&](const char* key, const char* choice) {
            const auto* box = page.form()->row(key)->editor()->findChild<QComboBox*>();
            return qobject_cast<QStandardItemModel*>(box->model())
                ->item(box->findText(QString::fromLatin1(choice)));
        };
        QVERIFY(item("precision.compute", "fp32")->isEnabled());
        set("precision.compute", "bf16");
        set("precision.params", "bf16");
        QVERIFY(!item("precision.compute", "fp32")->isEnabled());
        QVERIFY(item("precision.compute", "fp32")->toolTip().contains(QStringLiteral("16-bit params")));
        QVERIFY(item("precision.compute", "bf16")->isEnabled());
        QVERIFY(item("precision.compute", "bf16")->toolTip().isEmpty());
        auto* compute = page.form()->row("precision.compute")->editor()->findChild<QComboBox*>();
        compute->setFocus();
        QTest::keyClick(compute, Qt::Key_Home); // the first that can be taken: bf16 alone
        QCOMPARE(compute->currentText(), QStringLiteral("bf16"));
        set("precision.params", "fp32");
        QVERIFY(item("precision.compute", "fp32")->isEnabled());

        const auto check_box = [&](const char* key) {
            return page.form()->row(key)->editor()->findChild<QCheckBox*>();
        };
        const auto* in_backward = check_box("memory.optimizer_in_backward");
        set("training.gradient_accumulation_steps", "4");
        QVERIFY(!in_backward->isEnabled());
        QVERIFY(in_backward->toolTip().contains(QStringLiteral("training.gradient_accumulation_steps")));
        set("memory.optimizer_in_backward", "true"); // as the text might: it can be taken back
        QVERIFY(page.form()->row("memory.optimizer_in_backward")->has_problem());
        QVERIFY(in_backward->isEnabled());
        set("memory.optimizer_in_backward", "false");
        QVERIFY(!in_backward->isEnabled());
        set("training.gradient_accumulation_steps", "1");
        QVERIFY(in_backward->isEnabled());

        set("training.optim", "adamw_8bit");
        for (const QCheckBox* box : page.form()->row("memory.offload")->editor()->findChildren<QCheckBox*>())
            if (box->text() == QStringLiteral("optimizer")) {
                QVERIFY(!box->isEnabled());
                QVERIFY(box->toolTip().contains(QStringLiteral("adamw_8bit")));
            }
    }
};

TUNEDESK_WINDOW_TEST_MAIN(RefusedChoicesTest)
#include "refused_choices_test.moc"
