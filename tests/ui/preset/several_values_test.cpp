// SPDX-License-Identifier: GPL-3.0-or-later
// Several values typed into a field: what the page says of them, and until when.

#include "page.h"
#include "patience.h"
#include "ui/display.h"
#include "ui/preset/form/key_editor.h"
#include "ui/preset/form/key_row.h"
#include "ui/preset/form/preset_form.h"
#include "ui/widgets/message_bar.h"

#include <QLineEdit>

using namespace tunedesk;
using namespace tunedesk::ui;
using namespace tunedesk::test;

class SeveralValuesTest : public QObject {
    Q_OBJECT

    PresetsCopy copy_;
    std::unique_ptr<SetupPage> page_;
    QLineEdit* line_ = nullptr;

    void type(const QString& text) const {
        line_->selectAll();
        QTest::keyClicks(line_, text);
    }
    QString said() const { return page_->messages()->text(); }

private Q_SLOTS:
    void init() {
        page_ = std::make_unique<SetupPage>();
        test::open(*page_, copy_.file("quickstart.yaml"));
        KeyRow* row = page_->form()->row("training.learning_rate");
        QVERIFY(row);
        line_ = row->editor()->findChild<QLineEdit*>();
        page_->activateWindow();
        line_->setFocus();
        QTRY_VERIFY(line_->hasFocus());
    }

    void theBarGoesWithTheValues_data() {
        QTest::addColumn<QString>("then");
        QTest::newRow("another value") << "3e-5";
        QTest::newRow("the one that the text has") << page_value();
        QTest::newRow("one and a comma") << "3e-5,";
    }
    void theBarGoesWithTheValues() {
        QFETCH(QString, then);
        type(QStringLiteral("1e-5, 3e-5"));
        QVERIFY2(said().contains(QStringLiteral("has 2 values")), qPrintable(said()));
        type(then);
        QTRY_COMPARE(said(), QString());
    }

    void whatIsWrongOfThemGoesToo() {
        type(QStringLiteral("1e-5, fast"));
        QVERIFY2(said().contains(QStringLiteral("fast")), qPrintable(said()));
        type(QStringLiteral("2e-5"));
        QTRY_COMPARE(said(), QString());
    }

    /// An edit elsewhere neither takes the values that are being typed nor leaves a bar without them.
    void anotherEditKeepsThemWhileTheyAreTyped() {
        type(QStringLiteral("1e-5, 3e-5"));
        page_->set_key(QStringLiteral("training.seed"), QStringLiteral("7"));
        wait_for_change(*page_);
        QCOMPARE(line_->text(), QStringLiteral("1e-5, 3e-5"));
        QVERIFY(said().contains(QStringLiteral("has 2 values")));
        page_->form()->setFocus();
        line_->clearFocus();
        page_->set_key(QStringLiteral("training.seed"), QStringLiteral("8"));
        wait_for_change(*page_);
        QVERIFY2(!line_->text().contains(u','), qPrintable(line_->text()));
        QCOMPARE(said(), QString());
    }

    void otherMessagesStay() {
        type(QStringLiteral("1e-5, 3e-5"));
        page_->messages()->say(MessageBar::Kind::info, QStringLiteral("something else"));
        type(QStringLiteral("2e-5"));
        wait_for_change(*page_);
        QCOMPARE(said(), QStringLiteral("something else"));
    }

private:
    QString page_value() {
        SetupPage page;
        test::open(page, copy_.file("quickstart.yaml"));
        KeyRow* row = page.form()->row("training.learning_rate");
        return row->editor()->value();
    }
};

TUNEDESK_WINDOW_TEST_MAIN(SeveralValuesTest)
#include "several_values_test.moc"
