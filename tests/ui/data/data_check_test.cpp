// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_check.h"
#include "ui/display.h"
#include "ui/widgets/plain_text.h"

#include <QAbstractButton>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>
#include <QVBoxLayout>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

using data::Finding;
using Kind = Finding::Kind;

DataCheck::Line line(Kind kind, std::uint64_t count, bool blocks = false) {
    DataCheck::Line line;
    line.finding.kind = kind;
    line.finding.split = "test";
    line.finding.file = "/data/rows.csv";
    line.finding.count = count;
    line.finding.blocks = blocks;
    line.finding.twin_split = "train";
    line.finding.twin_file = "/data/train.csv";
    line.finding.rows = {{7, 1, data::RowFault{data::RowFault::Kind::empty_text}, 0}};
    line.is_mendable = line.finding.mend() != Finding::Mend::none;
    return line;
}

DataCheck::Line look_alikes(std::vector<std::string> labels) {
    DataCheck::Line twins = line(Kind::look_alike_labels, 9);
    twins.finding.labels = labels;
    twins.merge_into = std::move(labels);
    return twins;
}

void show(DataCheck& check, int width = 800) {
    check.resize(width, check.sizeHint().height());
    check.show();
    QVERIFY(QTest::qWaitForWindowExposed(&check));
}

} // namespace

/// What was found in the rows, as lines with buttons.
class DataCheckTest : public QObject {
    Q_OBJECT

    const std::vector<DataCheck::Line> all_{
        line(Kind::rare_class, 2),          line(Kind::leak, 3),
        line(Kind::rejected_rows, 2, true), look_alikes({"sports", "Sports", "SPORTS"}),
        line(Kind::unseen_labels, 1, true), line(Kind::repeated_header, 1)};

private Q_SLOTS:
    void initTestCase() { show_texts_as_plain(); }

    void what_blocks_comes_first() {
        DataCheck check;
        show(check);
        check.show_lines(all_);
        const QStringList lines = check.lines();
        QCOMPARE(lines.size(), 6);
        QVERIFY(lines[0].contains(QStringLiteral("cannot be used")));
        QVERIFY2(lines[0].contains(QStringLiteral("line 7: the text is empty")), qPrintable(lines[0]));
        QVERIFY(lines[1].contains(QStringLiteral("no training row has")));
        QVERIFY(lines[2].contains(QStringLiteral("Test (rows.csv)")) &&
                lines[2].contains(QStringLiteral("Training (train.csv)")));
        QVERIFY(lines[5].contains(QStringLiteral("few training rows")));
        for (int i = 0; i < 5; ++i)
            QVERIFY2(check.button(i), qPrintable(lines[i]));
        QVERIFY(!check.button(5)); // it only informs
        // What is out of reach has no button: rows that a split file lists.
        DataCheck::Line listed = line(Kind::leak, 3);
        listed.is_mendable = false;
        check.show_lines({listed});
        QCOMPARE(check.lines().size(), 1);
        QVERIFY(!check.button(0));
    }

    void a_button_asks_for_its_mend() {
        DataCheck check;
        show(check);
        std::vector<std::pair<std::string, std::string>> asked;
        connect(
            &check, &DataCheck::mend_requested, this,
            [&](const Finding& finding, const std::string& into) { asked.emplace_back(finding.id(), into); });
        check.show_lines(all_);
        check.take_focus();
        QCOMPARE(check.focusWidget(), check.button(0));
        QTest::keyClick(check.button(0), Qt::Key_Space);
        auto* merge = qobject_cast<QToolButton*>(check.button(3));
        QTest::mouseClick(merge, Qt::LeftButton, {}, QPoint(8, merge->height() / 2));
        merge->menu()->actions().at(1)->trigger();
        const std::vector<std::pair<std::string, std::string>> expected{
            {"rejected-rows", ""}, {"look-alike-labels", "sports"}, {"look-alike-labels", "Sports"}};
        QVERIFY(asked == expected);
        check.set_answerable(false);
        QVERIFY(!check.button(0)->isEnabled());
    }

    void the_same_lines_keep_the_focus() {
        DataCheck check;
        show(check);
        check.show_lines(all_);
        check.take_focus();
        QAbstractButton* button = check.button(0);
        check.show_lines(all_);
        QCOMPARE(check.button(0), button);
        QCOMPARE(check.focusWidget(), button);
    }

    void the_next_line_takes_the_focus() {
        DataCheck check;
        show(check);
        check.show_lines(all_);
        check.take_focus();
        check.set_answerable(false); // while the mend is made
        check.show_lines({all_[0], all_[1], all_[3]});
        check.set_answerable(true);
        QCOMPARE(check.focusWidget(), check.button(0));
    }

    /// Narrow, with long names: no line is cut, and many take no more room than a few.
    void lines_have_their_room() {
        QWidget host;
        DataCheck check; // goes before its host
        auto* column = new QVBoxLayout(&host);
        column->addWidget(&check);
        column->addStretch(1);
        host.resize(420, 500);
        host.show();
        QVERIFY(QTest::qWaitForWindowExposed(&host));
        std::vector<DataCheck::Line> many;
        for (int i = 0; i < 30; ++i)
            many.push_back(look_alikes({"a rather long label " + std::to_string(i), "A rather long label"}));
        check.show_lines(many);
        QTest::qWait(50);
        for (const auto* label : check.findChildren<QLabel*>())
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
        QVERIFY2(check.height() < 250, qPrintable(QString::number(check.height())));
        // What is seen of them is seen as a whole.
        const auto* area = check.findChild<QScrollArea*>();
        int seen = 0;
        for (int i = 0; i < 30; ++i) {
            const QRect at(check.button(i)->mapTo(area->viewport(), QPoint(0, 0)), check.button(i)->size());
            if (!area->viewport()->rect().intersects(at)) continue;
            QVERIFY2(area->viewport()->rect().contains(at), qPrintable(QString::number(i)));
            ++seen;
        }
        QVERIFY2(seen >= 1 && seen <= 5, qPrintable(QString::number(seen)));
    }

    void markup_is_text() {
        DataCheck check;
        show(check);
        DataCheck::Line hostile = look_alikes({"<img src=x>", "&<b>x</b>\x1b[1m"});
        hostile.finding.file = "/data/<b>x</b>.csv";
        check.show_lines({hostile});
        for (const auto* label : check.findChildren<QLabel*>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
        QVERIFY(check.lines()[0].contains(QStringLiteral("<img src=x>")));
        QVERIFY(!check.lines()[0].contains(QChar(0x1b)));
        QVERIFY(check.button(0)->text().contains(QStringLiteral("<img src=x>")));
    }
};

TUNEDESK_WINDOW_TEST_MAIN(DataCheckTest)
#include "data_check_test.moc"
