// SPDX-License-Identifier: GPL-3.0-or-later
#include "patience.h"
#include "preset/yaml/load.h"
#include "ui/data/data_check.h"
#include "ui/data/length_plot.h"
#include "ui/data/rows_model.h"
#include "ui/display.h"
#include "ui/plot/bar_plot.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/csv/csv_columns.h"
#include "ui/window/csv/csv_findings.h"
#include "ui/window/csv/csv_page.h"
#include "ui/window/csv/csv_preset.h"
#include "ui/window/csv/model_card.h"
#include "ui/window/csv/model_choice.h"
#include "ui/window/csv/preview_table.h"
#include "ui/window/csv/sample_tokens.h"
#include "ui/window/csv/split_slider.h"
#include "ui/window/queue/queue_watch.h"
#include "ui/window/shell/language.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

std::string rows(const char* label, int from, int to) {
    std::string text;
    for (int i = from; i < to; ++i)
        text += std::to_string(i) + ",row " + std::to_string(i) + " is a text of some words," + label + '\n';
    return text;
}

constexpr const char* header = "id,text,label\n";
constexpr const char* mini_model = TUNEDESK_SOURCE_DIR "/.deps/models/all-MiniLM-L6-v2";
constexpr const char* tiny_model = TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-roberta"; // of 48 tokens

QString to_reach(const QScrollArea& area) {
    const int right = area.horizontalScrollBar()->maximum(), below = area.verticalScrollBar()->maximum();
    return QStringLiteral("%1 x %2").arg(right).arg(below);
}

} // namespace

/// The page of a table, from the file to the preset: what it shows, mends and writes.
class CsvPageTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<QueueWatch> queue_;
    std::unique_ptr<CsvPage> page_;

    fs::path path(const char* name) const { return to_path(folder_->path()) / name; }
    void write(const char* name, const std::string& text) const { write_file_atomically(path(name), text); }
    void open(const char* name, const char* model = mini_model) {
        ModelPlaces places;
        places.recent = {model};
        page_->open(path(name), places);
    }
    template <class Part>
    Part* part() const {
        return page_->findChild<Part*>();
    }
    QPushButton* start() const { return page_->start_button(); }
    QAbstractButton* button(const QString& text) const {
        for (auto* each : page_->findChildren<QAbstractButton*>())
            if (each->text() == text && each->isVisible() && each->isEnabled()) return each;
        return nullptr;
    }
    void press(const QString& text) {
        QAbstractButton* found = nullptr;
        QTRY_VERIFY2((found = button(text)), qPrintable(text));
        QTest::mouseClick(found, Qt::LeftButton, {}, QPoint(10, found->height() / 2));
    }
    /// The preset that Customize writes.
    Preset customized() {
        QSignalSpy made(page_.get(), &CsvPage::preset_made);
        press(QStringLiteral("Customize"));
        if (made.isEmpty()) made.wait(test::patience_ms);
        return made.isEmpty() ? Preset() : preset::load(to_path(made.front().front().toString())).preset;
    }

private Q_SLOTS:
    void initTestCase() { choose_language(QStringLiteral("en")); } // plurals
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        queue_ = std::make_unique<QueueWatch>();
        page_ = std::make_unique<CsvPage>(queue_.get());
        page_->resize(1000, 900);
        page_->show();
        QVERIFY(QTest::qWaitForWindowExposed(page_.get()));
    }
    void cleanup() {
        page_.reset();
        queue_.reset();
    }

    void a_clean_table_can_start_as_it_is() {
        write("mine.csv", header + rows("sports", 0, 30) + rows("economy", 30, 50) + rows("arts", 50, 60));
        open("mine.csv");
        QTRY_VERIFY(start()->isEnabled());
        QCOMPARE(page_->focusWidget(), static_cast<QWidget*>(start())); // Return starts
        const auto* columns = part<CsvColumns>();
        QCOMPARE(columns->text(), QStringLiteral("text"));
        QCOMPARE(columns->label(), QStringLiteral("label"));

        const RowsModel* preview = part<PreviewTable>()->rows();
        QCOMPARE(preview->rowCount(), 20);
        const auto ground = [&](int column) {
            return preview->data(preview->index(0, column), Qt::BackgroundRole).value<QColor>();
        };
        QVERIFY(!ground(0).isValid());
        QVERIFY(ground(1).isValid() && ground(2).isValid() && ground(1) != ground(2));

        const auto* findings = part<CsvFindings>();
        QCOMPARE(findings->classes_title(), QStringLiteral("3 classes"));
        QCOMPARE(findings->classes()->bars().size(), std::size_t{3});
        QCOMPARE(findings->classes()->bars().front().label, QStringLiteral("sports"));
        QCOMPARE(findings->classes()->bars().front().value, 30.0);
        QVERIFY2(findings->lengths()->sentence().contains(QStringLiteral("truncates no row")),
                 qPrintable(findings->lengths()->sentence()));
        QCOMPARE(findings->check()->status(), QStringLiteral("nothing found"));
        QCOMPARE(part<SplitSlider>()->text(),
                 QStringLiteral("Training 60% (36 rows) · Validation 20% (12 rows)"
                                " · Test 20% (12 rows)"));
        test::keep(*page_, QStringLiteral("csv-clean"));

        const Preset preset = customized();
        QCOMPARE(preset.data.train, path("mine.csv").string());
        QCOMPARE(preset.data.text_column, std::string("text"));
        QCOMPARE(preset.data.label_column, std::string("label"));
        QCOMPARE(preset.data.validation_split, 0.2);
        QCOMPARE(preset.data.bad_rows, Preset::BadRows::stop);
        QCOMPARE(preset.name, std::string("mine"));
    }

    void three_models_say_what_they_need() {
        write("mine.csv", header + rows("sports", 0, 30) + rows("economy", 30, 60));
        open("mine.csv");
        const auto& cards = part<ModelChoice>()->cards();
        QTRY_VERIFY(!cards[0]->needs().isEmpty());
        QVERIFY(cards[0]->is_at_hand() && cards[0]->isChecked());
        QCOMPARE(cards[0]->model().name, std::string("all-MiniLM-L6-v2"));
        for (const ModelCard* other : {cards[1], cards[2]}) {
            QVERIFY(!other->is_at_hand() && !other->isChecked());
            QVERIFY2(!other->needs().isEmpty(), qPrintable(other->accessibleName()));
            QVERIFY(other->needs() != cards[0]->needs());
            QVERIFY(other->accessibleName().contains(QStringLiteral("download")));
        }
    }

    void rows_are_cut_where_the_model_has_no_positions() {
        // As many classes as the model's head has.
        write("mine.csv", header + rows("sports", 0, 30) + rows("economy", 30, 60) + rows("arts", 60, 90));
        open("mine.csv", tiny_model);
        QTRY_VERIFY2(start()->isEnabled(), qPrintable(start()->toolTip()));
        QCOMPARE(customized().data.max_length, 48);
        open("mine.csv");
        QTRY_VERIFY(start()->isEnabled());
        QCOMPARE(customized().data.max_length, 512);
    }

    void a_models_rows_have_the_lengths_of_its_tokenizer() {
        write("mine.csv", header + rows("sports", 0, 200) + rows("economy", 200, 400));
        const auto draft_of = [&](const fs::path& model) {
            CsvChoice choice;
            choice.train = path("mine.csv");
            choice.text_column = "text";
            choice.label_column = choice.name = "label";
            choice.model = model;
            choice.max_tokens = inspect_model(model, "model").max_tokens;
            return preset::parse_draft(csv_preset(choice, to_path(folder_->path()), {}), "preset.yaml",
                                       to_path(folder_->path()));
        };
        const auto tokens_of = [](const run::CheckedInputs& inputs) {
            const auto& lengths = inputs.train_lengths;
            return std::accumulate(lengths.begin(), lengths.end(), 0.0);
        };
        const preset::Draft draft = draft_of(mini_model);
        const run::CheckedInputs inputs = run::inspect_inputs(draft.loaded.preset);
        const double ratio =
            tokens_of(run::inspect_inputs(draft_of(tiny_model).loaded.preset)) / tokens_of(inputs);
        std::vector<std::string> texts;
        for (int i = 0; i < 100; ++i)
            texts.push_back("row " + std::to_string(i) + " is a text of some words");
        SampleTokens sample(texts), none({});
        QVERIFY(ratio > 1.5); // letters, not words
        QVERIFY2(std::abs(sample.ratio(tiny_model, mini_model) / ratio - 1) < 0.05,
                 qPrintable(QString::number(ratio)));
        QCOMPARE(none.ratio(tiny_model, mini_model), 1.0);
        const auto seconds = [&](SampleTokens& tokens) {
            const auto estimates =
                estimate_models(draft, inputs, {inspect_model(tiny_model, "tiny")}, tokens, mini_model);
            return estimates.front() ? estimates.front()->seconds : 0;
        };
        QVERIFY(seconds(none) > 0);
        QVERIFY2(seconds(sample) > 1.1 * seconds(none),
                 qPrintable(QStringLiteral("%1, %2").arg(seconds(sample)).arg(seconds(none))));
    }

    void the_page_fits_a_small_window_data() {
        QTest::addColumn<QString>("language");
        for (const char* language : {"en", "de", "zh_CN"})
            QTest::newRow(language) << QString::fromLatin1(language);
    }
    /// What a window of 1280 x 720 has for it. Nothing is behind a scroll bar.
    void the_page_fits_a_small_window() {
        QFETCH(QString, language);
        choose_language(language);
        page_ = std::make_unique<CsvPage>(queue_.get());
        page_->resize(937, 674);
        page_->show();
        std::string table = header;
        for (int i = 0; i < 9; ++i)
            table += rows(("class " + std::to_string(i)).c_str(), 20 * i, 20 * i + 20);
        write("train.csv", table + "torn\n" + rows("Class 1", 300, 305));
        write("test.csv", header + rows("class 1", 400, 406) + rows("games", 410, 411));
        open("train.csv");
        QTRY_VERIFY(part<CsvFindings>()->check()->lines().size() >= 3);
        QTRY_COMPARE(part<CsvFindings>()->check()->status(), QString());
        const auto* area = page_->findChild<QScrollArea*>();
        QTRY_COMPARE(to_reach(*area), QStringLiteral("0 x 0"));
        test::keep(*page_, QStringLiteral("csv-small-") + language);
        page_->resize(560, 674); // the panes stand one below the other
        QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
        QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
        page_.reset();
        choose_language(QStringLiteral("en"));
    }

    /// With the file and Start five actions.
    void a_messy_table_takes_a_click_for_each_finding() {
        write("train.csv", header + rows("sports", 0, 12) + "torn\n" + rows("Sports", 12, 17) +
                               "9,   ,economy\n" + rows("economy", 20, 32));
        write("test.csv", header + rows("sports", 100, 106) + rows("games", 110, 111) +
                              rows("economy", 20, 22) + rows("economy", 120, 126));
        write("val.csv", header + rows("sports", 200, 206) + rows("economy", 220, 226));
        open("train.csv");
        const DataCheck* check = part<CsvFindings>()->check();
        const auto says = [check](const char* part) {
            return check->lines().join(u'\n').contains(QLatin1String(part));
        };
        QTRY_VERIFY(says("2 rows cannot be used") && says("differ only in case") &&
                    says("are also in Training"));
        QTRY_COMPARE(check->status(), QString());
        QVERIFY(!start()->isEnabled());
        QVERIFY2(start()->toolTip().contains(QStringLiteral("data check")), qPrintable(start()->toolTip()));
        test::keep(*page_, QStringLiteral("csv-messy"));
        press(QStringLiteral("Leave out 2 rows"));
        QTRY_VERIFY(start()->isEnabled());
        press(QStringLiteral("Merge into \"sports\""));
        QTRY_VERIFY(!says("differ only in case") && start()->isEnabled());
        press(QStringLiteral("Remove 2 rows"));
        QTRY_VERIFY(!says("are also in Training") && start()->isEnabled());
        const Preset preset = customized();
        QCOMPARE(preset.data.bad_rows, Preset::BadRows::skip);
        QCOMPARE(preset.data.train, path("train.mended.csv").string());
        QVERIFY(preset.data.test.find("test.mended") != std::string::npos);
        QVERIFY(read_file(path("train.csv"), ErrorId::file_unreadable).find("Sports") != std::string::npos);
    }

    void a_mend_is_undone() {
        write("mine.csv", header + rows("sports", 0, 12) + rows("Sports", 12, 17) + rows("economy", 20, 32));
        open("mine.csv");
        QTRY_VERIFY(start()->isEnabled());
        press(QStringLiteral("Merge into \"sports\""));
        QTRY_COMPARE(part<CsvFindings>()->classes_title(), QStringLiteral("2 classes"));
        press(QStringLiteral("Undo"));
        QTRY_COMPARE(part<CsvFindings>()->classes_title(), QStringLiteral("3 classes"));
        QTRY_VERIFY(start()->isEnabled());
        QCOMPARE(customized().data.train, path("mine.csv").string());
    }

    void a_header_is_added_in_a_copy() {
        write("mine.csv", rows("sports", 0, 20) + rows("economy", 20, 40));
        open("mine.csv");
        press(QStringLiteral("Add a header"));
        QTRY_COMPARE(page_->file(), path("mine.mended.csv"));
        QTRY_VERIFY(start()->isEnabled());
        QCOMPARE(part<CsvColumns>()->text(), QStringLiteral("text"));
        QCOMPARE(part<CsvColumns>()->label(), QStringLiteral("label"));
        QCOMPARE(part<CsvFindings>()->rows(), std::uint64_t{40}); // the first row is one again
        QCOMPARE(read_file(path("mine.mended.csv"), ErrorId::file_unreadable),
                 "column_1,text,label\n" + rows("sports", 0, 20) + rows("economy", 20, 40));
        press(QStringLiteral("Undo"));
        QTRY_COMPARE(page_->file(), path("mine.csv"));
    }

    void a_header_says_what_its_column_is() {
        write(
            "mine.csv", "text,other,label\n" + [] {
                std::string text;
                for (int i = 0; i < 40; ++i)
                    text += "a text " + std::to_string(i) + ",another text " + std::to_string(i) +
                            (i % 2 ? ",yes\n" : ",no\n");
                return text;
            }());
        open("mine.csv");
        QTRY_VERIFY(start()->isEnabled());
        auto* preview = part<PreviewTable>();
        const QHeaderView* headers = preview->horizontalHeader();
        QTest::mouseClick(headers->viewport(), Qt::LeftButton, {},
                          QPoint(headers->sectionViewportPosition(1) + 20, headers->height() / 2));
        auto* menu = preview->findChild<QMenu*>();
        QVERIFY(menu && menu->isVisible());
        menu->actions().front()->trigger();
        menu->close();
        QCOMPARE(part<CsvColumns>()->text(), QStringLiteral("other"));
        QVERIFY(!start()->isEnabled()); // the other column's texts are read
        QTRY_VERIFY(start()->isEnabled());
        QCOMPARE(customized().data.text_column, std::string("other"));
        part<CsvColumns>()->label_box()->setCurrentText(QStringLiteral("other"));
        QVERIFY(!start()->isEnabled());
        QVERIFY(!button(QStringLiteral("Customize")));
    }

    void the_splits_are_cut_by_keys_and_pointer() {
        write("mine.csv", header + rows("sports", 0, 500) + rows("economy", 500, 1000));
        open("mine.csv");
        QTRY_VERIFY(start()->isEnabled());
        auto* slider = part<SplitSlider>();
        QCOMPARE(slider->validation(), 0.1);
        QTest::keyClick(slider, Qt::Key_Left);
        QCOMPARE(slider->validation(), 0.11);
        QCOMPARE(slider->test(), 0.1);
        QTest::keyClick(slider, Qt::Key_Down);
        QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(slider->test(), 0.09);
        QCOMPARE(slider->validation(), 0.12);
        const int y = 10, width = slider->width() - 16;
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(8 + width * 79 / 100, y));
        QMouseEvent move(QEvent::MouseMove, QPointF(8 + width / 2, y), slider->mapToGlobal(QPointF(0, 0)),
                         Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(slider, &move);
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(8 + width / 2, y));
        QVERIFY(std::abs(slider->validation() - 0.41) < 0.02);
        const double validation = slider->validation();
        QTRY_VERIFY(start()->isEnabled());
        const Preset preset = customized();
        QCOMPARE(preset.data.validation_split, validation);
        QCOMPARE(preset.data.test_split, 0.09);
    }

    void a_split_with_a_file_is_not_cut() {
        write("train.csv", header + rows("sports", 0, 30) + rows("economy", 30, 60));
        write("test.csv", header + rows("sports", 100, 110) + rows("economy", 110, 120));
        open("train.csv");
        QTRY_VERIFY(start()->isEnabled());
        auto* slider = part<SplitSlider>();
        QVERIFY2(!slider->text().contains(QStringLiteral("Test")), qPrintable(slider->text()));
        QTest::keyClick(slider, Qt::Key_Down); // there is one border
        QTest::keyClick(slider, Qt::Key_Left);
        QCOMPARE(slider->validation(), 0.21);
        QTRY_VERIFY(start()->isEnabled());
        const Preset preset = customized();
        QCOMPARE(preset.data.validation_split, 0.21);
        QCOMPARE(preset.data.test_split, 0.0);
        QCOMPARE(preset.data.test, path("test.csv").string());
    }

    /// A table that is larger than what is looked at first: a sample is shown, and all rows are counted.
    void all_rows_of_a_large_table_are_counted() {
        std::string text = header;
        for (int i = 0; i < 30'000; i += 2)
            text += rows("sports", i, i + 1) + rows("economy", i + 1, i + 2);
        write("mine.csv", text + rows("arts", 30'000, 30'010)); // far behind the sample
        open("mine.csv");
        const auto* findings = part<CsvFindings>();
        QTRY_VERIFY(part<PreviewTable>()->rows()->rowCount() == 20);
        QCOMPARE(findings->classes_title(), QStringLiteral("2 classes in the first rows"));
        QTRY_COMPARE(findings->rows(), std::uint64_t{30'010});
        QCOMPARE(findings->classes_title(), QStringLiteral("3 classes"));
    }

    void what_is_no_table_can_be_exchanged() {
        write("mine.csv", "");
        QSignalSpy requested(page_.get(), &CsvPage::file_requested);
        open("mine.csv");
        press(QStringLiteral("Choose another file…"));
        QCOMPARE(requested.size(), 1);
        QVERIFY(!start()->isEnabled());
    }
};

TUNEDESK_WINDOW_TEST_MAIN(CsvPageTest)
#include "csv_page_test.moc"
