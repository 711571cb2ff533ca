// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that the form shows before "All keys", which follow from what the preset trains.
#include "page.h"
#include "ui/display.h"
#include "ui/preset/form/key_editor.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/form/preset_form.h"
#include "ui/preset/form/preset_text_edit.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <algorithm>

using namespace tunedesk;
using namespace tunedesk::ui;
using namespace tunedesk::test;

namespace {

/// The names of the rows that are to be seen, from top to bottom.
QStringList shown_keys(const SetupPage& page) {
    QList<KeyRow*> rows;
    for (KeyRow* row : page.form()->findChildren<KeyRow*>())
        if (row->isVisible()) rows.append(row);
    const auto top = [&](const KeyRow* row) { return row->mapTo(page.form(), QPoint()).y(); };
    std::ranges::sort(rows, {}, top);
    QStringList names;
    for (const KeyRow* row : rows)
        names.append(to_qt(row->key().dotted()));
    return names;
}

QStringList words(const char* text) {
    return QString::fromLatin1(text).split(u' ');
}

constexpr const char* of_classification =
    "model.path data.train data.text_column data.label_column data.max_length "
    "training.per_device_train_batch_size training.num_train_epochs training.optim training.learning_rate "
    "training.lr_scheduler_type training.warmup_ratio training.class_weights training.seed "
    "precision.compute";

} // namespace

class EssentialsTest : public QObject {
    Q_OBJECT

    static void set(SetupPage& page, const char* key, const char* value) {
        page.set_key(QString::fromLatin1(key), QString::fromLatin1(value));
        wait_for_change(page);
    }

private Q_SLOTS:
    void initTestCase() {
        qputenv("TUNEDESK_DATA", "/data");
        qputenv("TUNEDESK_MODELS", "/models");
    }

    void shipped_presets_data() {
        QTest::addColumn<QByteArray>("keys");
        QTest::addRow("quickstart") << QByteArray(of_classification);
        QTest::addRow("r1-last-layers")
            << QByteArray("model.path model.train model.last_layers model.freeze ") +
                   QByteArray(of_classification).mid(sizeof("model.path"));
        QTest::addRow("lora") << QByteArray("model.path model.train lora.rank lora.alpha lora.dropout "
                                            "lora.targets lora.rank_stabilized lora.quantization ") +
                                     QByteArray(of_classification).mid(sizeof("model.path"));
        QTest::addRow("chat") << QByteArray("model.path model.train lora.rank lora.alpha lora.dropout "
                                            "lora.targets lora.rank_stabilized lora.quantization ") +
                                     QByteArray(of_classification)
                                         .mid(sizeof("model.path"))
                                         .replace("training.class_weights ", "");
        // A model of data.train's own words has no documents.
        QTest::addRow("r2-small") << QByteArray(
            "model.path model.train model.freeze data.train data.text_column data.max_length "
            "training.per_device_train_batch_size training.num_train_epochs training.optim "
            "training.learning_rate training.lr_scheduler_type training.warmup_ratio training.seed "
            "precision.compute");
    }
    void shipped_presets() {
        QFETCH(QByteArray, keys);
        SetupPage page;
        open(page, presets() / (std::string(QTest::currentDataTag()) + ".yaml"));
        QCOMPARE(shown_keys(page), words(keys.constData()));
    }

    /// The rows come and go with the values that they belong to, without "All keys".
    void rows_follow_the_preset() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("quickstart.yaml"));
        QCOMPARE(shown_keys(page), words(of_classification));
        set(page, "model.train", "lora");
        QVERIFY(shown_keys(page).contains(QStringLiteral("lora.rank")));
        QVERIFY(!shown_keys(page).contains(QStringLiteral("lora.double_quantization")));
        QVERIFY(!shown_keys(page).contains(QStringLiteral("model.freeze")));
        set(page, "lora.quantization", "nf4");
        QCOMPARE(shown_keys(page).indexOf(QStringLiteral("lora.double_quantization")),
                 shown_keys(page).indexOf(QStringLiteral("lora.quantization")) + 1);
        set(page, "model.freeze", "embeddings.*"); // which is refused beside lora
        QVERIFY(page.form()->row("model.freeze")->isVisible() &&
                page.form()->row("model.freeze")->has_problem());
        set(page, "model.train", "all");
        QCOMPARE(shown_keys(page).mid(0, 4), words("model.path model.train model.freeze data.train"));
        set(page, "model.freeze", "none");
        QCOMPARE(shown_keys(page), words(of_classification));
        set(page, "data.validation", "");
        QCOMPARE(shown_keys(page).indexOf(QStringLiteral("data.validation_split")), 2); // where no file is
        set(page, "training.warmup_steps", "50"); // instead of the ratio
        QVERIFY(shown_keys(page).contains(QStringLiteral("training.warmup_steps")));
        QVERIFY(!shown_keys(page).contains(QStringLiteral("training.warmup_ratio")));
        set(page, "task", "language-modeling");
        const QStringList shown = shown_keys(page);
        QVERIFY(!shown.contains(QStringLiteral("data.label_column")));
        QCOMPARE(shown.indexOf(QStringLiteral("data.documents")),
                 shown.indexOf(QStringLiteral("data.max_length")) + 1);
    }

    /// What is typed into the rows is written into their section of the text.
    void values_are_typed() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("quickstart.yaml"));
        set(page, "model.train", "lora");
        const auto type = [&](const char* key, const char* text) {
            auto* line = page.form()->row(key)->editor()->findChild<QLineEdit*>();
            QVERIFY(line && line->isVisible());
            line->setFocus();
            line->selectAll();
            QTest::keyClicks(line, QString::fromLatin1(text));
            wait_for_change(page);
        };
        const auto preset = [&] { return page.draft().loaded.preset; };
        type("lora.rank", "8");
        QTRY_COMPARE(preset().lora.rank, 8);
        type("lora.targets", "query, value");
        QTRY_COMPARE(preset().lora.targets, std::string("query,value"));
        QCOMPARE(page.form()->row("lora.targets")->editor()->value(), QStringLiteral("query, value"));
        QVERIFY(page.draft().problems.empty());
        set(page, "model.train", "last_layers");
        type("model.freeze", "embeddings.*, *.layer.0.*"); // a star begins an alias in YAML
        QTRY_COMPARE(preset().model.freeze, std::string("embeddings.*,*.layer.0.*"));
        QVERIFY(page.draft().problems.empty());
    }

    /// A choice that makes its own row no essential one leaves it where the user is.
    void the_edited_row_stays() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("lora.yaml"));
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        auto* train = page.form()->row("model.train")->editor()->findChild<QComboBox*>();
        train->setFocus();
        QTest::keyClick(train, Qt::Key_Home); // all
        wait_for_change(page);
        QCOMPARE(page.draft().loaded.preset.model.train, Preset::Train::all);
        QVERIFY(train->isVisible() && train->hasFocus());
        QVERIFY(!shown_keys(page).contains(QStringLiteral("lora.rank")));
        QTest::keyClick(train, Qt::Key_End); // lora
        wait_for_change(page);
        QVERIFY(shown_keys(page).contains(QStringLiteral("lora.rank")));
    }

    /// A problem of a row that is shown leads there, and does not open all keys.
    void a_problem_leads_to_its_row() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("lora.yaml"));
        page.go_to(QStringLiteral("lora.alpha"));
        QVERIFY(!shown_keys(page).contains(QStringLiteral("training.momentum")));
        page.go_to(QStringLiteral("training.momentum"));
        QVERIFY(shown_keys(page).contains(QStringLiteral("training.momentum")));
    }
};

TUNEDESK_WINDOW_TEST_MAIN(EssentialsTest)
#include "essentials_test.moc"
