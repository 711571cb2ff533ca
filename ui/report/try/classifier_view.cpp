// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/try/classifier_view.h"

#include "base/text.h"
#include "data/image/decode/decode.h"
#include "report/multi_label.h"
#include "ui/images/picture_image.h"
#include "ui/plot/bar_plot.h"
#include "ui/plot/run_colours.h"
#include "ui/report/marked_text.h"
#include "ui/report/try/contribution_view.h"
#include "ui/report/try/heat_view.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QTimer>
#include <QUrl>

namespace tunedesk::ui {

namespace {

constexpr std::uint64_t most_image_bytes = std::uint64_t{256} << 20;
constexpr int shown_side = 640;

} // namespace

ClassifierView::ClassifierView(QWidget* parent)
    : QWidget(parent), thread_(new PredictionThread(this)), speed_(new QLabel), text_label_(new QLabel),
      parts_label_(new QLabel), text_(new QPlainTextEdit), pair_(new QPlainTextEdit),
      pair_label_(new QLabel(tr("&Second text:"))), bars_(new BarPlot), answer_(new QLabel),
      tagged_(new QLabel), explanation_(new QWidget), class_(new QComboBox),
      contributions_(new ContributionView), heat_(new HeatView), typed_(new QTimer(this)) {
    auto* splitter = new QSplitter;
    splitter->addWidget(make_text_side());
    splitter->addWidget(make_answer_side());
    splitter->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter);

    typed_->setSingleShot(true);
    typed_->setInterval(120); // waits for a pause in typing
    connect(typed_, &QTimer::timeout, this, &ClassifierView::ask);
    for (QPlainTextEdit* edit : {text_, pair_})
        connect(edit, &QPlainTextEdit::textChanged, typed_, qOverload<>(&QTimer::start));
    connect(class_, &QComboBox::activated, this, &ClassifierView::ask_for_class);
    connect(&thread_->server(), &ServerThread::started, this,
            [this] { speed_->setText(tr("Starting the model…")); });
    connect(&thread_->server(), &ServerThread::ended, this, [this] {
        speed_->setText(tr("The model was unloaded. It is loaded again with the next text."));
    });
    connect(thread_, &PredictionThread::predicted, this, &ClassifierView::show_answer);
    connect(thread_, &PredictionThread::tagged, this, &ClassifierView::show_tagged);
    connect(thread_, &PredictionThread::compared, this, &ClassifierView::show_nearest);
    connect(thread_, &PredictionThread::attributed, this,
            [this](quint64 question, const run::PredictionServer::Attribution& attribution) {
                if (question != question_) return;
                class_->setCurrentIndex(static_cast<int>(attribution.of_class));
                if (input_ == Input::image)
                    heat_->show_contributions(attribution.contributions);
                else
                    contributions_->show_tokens(attribution.tokens, attribution.contributions);
                Q_EMIT explained();
            });
    connect(thread_, &PredictionThread::failed, this, [this] { speed_->clear(); });
}

QWidget* ClassifierView::make_text_side() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 8, 8, 0);
    text_label_->setBuddy(text_);
    pair_label_->setBuddy(pair_);
    pair_->setAccessibleName(tr("Second text of the pair"));
    for (QPlainTextEdit* edit : {text_, pair_})
        edit->setTabChangesFocus(true);
    column->addWidget(text_label_);
    column->addWidget(text_, 2);
    column->addWidget(pair_label_);
    column->addWidget(pair_, 1);
    pair_->hide();
    pair_label_->hide();
    return side;
}

QWidget* ClassifierView::make_answer_side() {
    bars_->set_title(tr("Probabilities"));
    bars_->set_full_length(1);
    class_->setAccessibleName(tr("Class whose contributions are shown"));
    class_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    parts_label_->setBuddy(class_);
    parts_label_->setToolTip(tr("Gradient × input: blue supports the class, orange opposes it."));
    auto* legend = new QLabel(ContributionView::legend());
    legend->setTextFormat(Qt::RichText);
    auto* line = new QHBoxLayout;
    line->addWidget(parts_label_);
    line->addWidget(class_);
    line->addSpacing(12);
    line->addWidget(legend);
    line->addStretch();
    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(8, 8, 0, 0);
    column->addWidget(bars_);
    QFont large = answer_->font();
    large.setPointSizeF(1.8 * large.pointSizeF());
    answer_->setFont(large);
    answer_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    answer_->hide();
    column->addWidget(answer_);
    tagged_->setTextFormat(Qt::RichText);
    tagged_->setWordWrap(true);
    tagged_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    tagged_->hide();
    column->addWidget(tagged_);
    column->addWidget(speed_);
    column->addSpacing(8);
    auto* explained = new QVBoxLayout(explanation_);
    explained->setContentsMargins(0, 0, 0, 0);
    explained->addLayout(line);
    explained->addWidget(contributions_);
    explained->addWidget(heat_, 1);
    explained->addStretch();
    column->addWidget(explanation_, 1);
    column->addStretch();
    return make_scrollable(inside);
}

void ClassifierView::show_input(Input input) {
    input_ = input;
    const bool of_images = input == Input::image;
    pair_->setVisible(input == Input::pair);
    pair_label_->setVisible(input == Input::pair);
    text_label_->setText(of_images ? tr("&Image:") : tr("&Text:"));
    text_->setPlaceholderText(of_images ? tr("Drop an image here, or type its path.")
                                        : tr("Type or paste a text."));
    text_->setAccessibleName(of_images ? tr("File of the image to classify") : tr("Text to classify"));
    parts_label_->setText(of_images ? tr("Contribution of each part to the &class")
                                    : tr("Contribution of each token to the &class"));
    const bool of_words = input == Input::words || input == Input::compared;
    tagged_->setAccessibleName(input == Input::compared ? tr("The nearest texts with their cosines")
                                                        : tr("The text with its entities marked"));
    bars_->setHidden(of_words);
    tagged_->setVisible(of_words);
    explanation_->setHidden(of_words);
    contributions_->setHidden(of_images);
    heat_->setVisible(of_images);
    class_->clear();
    speed_->clear();
    clear_answer();
}

void ClassifierView::use(const fs::path& model, bool beside_a_run) {
    has_model_ = !model.empty();
    thread_->use(model, beside_a_run);
    ask();
}

void ClassifierView::clear_answer() {
    bars_->set_bars({});
    answer_->clear();
    tagged_->clear();
    contributions_->clear();
    heat_->show_image({});
}

bool ClassifierView::has_text() const {
    return !text_->toPlainText().trimmed().isEmpty();
}

PredictionThread::Text ClassifierView::text() const {
    PredictionThread::Text text{text_->toPlainText().toStdString(), {}};
    if (input_ == Input::image) { // dropped images have a URL
        const QString typed = text_->toPlainText().trimmed();
        const QUrl address(typed);
        text.text = (address.isLocalFile() ? address.toLocalFile() : typed).toStdString();
    }
    if (input_ == Input::pair) text.pair = pair_->toPlainText().toStdString();
    return text;
}

void ClassifierView::try_text(const QString& text, const QString& pair) {
    text_->setPlainText(text);
    pair_->setPlainText(pair);
    typed_->stop();
    ask();
}

void ClassifierView::ask() {
    if (!has_model_ || !has_text()) return clear_answer();
    Q_EMIT asked();
    if (input_ == Input::image) show_image();
    question_ = thread_->ask(text());
}

void ClassifierView::ask_for_class() {
    if (class_->currentIndex() >= 0 && has_text())
        question_ = thread_->ask_for_class(text(), static_cast<std::size_t>(class_->currentIndex()));
}

/// The file may be untrusted: it is read by a thread that cannot write. The model reports if it cannot be
/// read.
void ClassifierView::show_image() {
    opening_.cancel();
    opening_ = read_in_background(
        this,
        [file = fs::path(text().text)](const CancelToken&) {
            return thumbnail_of(
                image::decode_image(read_file(file, ErrorId::data_unreadable, most_image_bytes),
                                    file.string()),
                shown_side);
        },
        [this](const QImage& image) { heat_->show_image(image); });
}

QString ClassifierView::answer() const {
    if (input_ == Input::words || input_ == Input::compared) return tagged_->text();
    return answer_->isHidden() ? QString() : answer_->text();
}

namespace {

/// The labels with at least report::label_threshold, for a model with several labels per text.
QString predicted_labels(const QStringList& labels, const QVector<double>& probabilities) {
    const std::vector<float> values(probabilities.begin(), probabilities.end());
    QStringList predicted;
    for (const std::int32_t id : report::predicted_labels(values))
        predicted << labels.value(id);
    return predicted.isEmpty() ? ClassifierView::tr("No label") : predicted.join(QStringLiteral(", "));
}

} // namespace

void ClassifierView::show_answer(quint64 question, const QStringList& labels, const QVector<double>& answer,
                                 task::Target target, double milliseconds) {
    if (question != question_) return;
    const bool is_number = target == task::Target::number;
    bars_->setHidden(is_number);
    answer_->setVisible(target != task::Target::one_class);
    answer_->setText(
        is_number ? QStringLiteral("%1: %2").arg(labels.value(0), QString::number(answer.value(0), 'f', 4))
                  : predicted_labels(labels, answer));
    std::vector<Bar> bars;
    for (int i = 0; !is_number && i < answer.size(); ++i)
        bars.push_back({labels.value(i),
                        answer[i],
                        QString::number(answer[i], 'f', 4),
                        run_colour_choices().front(),
                        {},
                        {}});
    bars_->set_bars(std::move(bars));
    if (class_->count() != labels.size()) {
        class_->clear();
        class_->addItems(labels);
    }
    speed_->setText(tr("%1 ms").arg(milliseconds, 0, 'f', 0));
    Q_EMIT answered(milliseconds);
}

void ClassifierView::show_nearest(quint64 question, const std::vector<run::NearestTexts::Neighbor>& nearest,
                                  double milliseconds) {
    if (question != question_) return;
    constexpr std::size_t nearest_letters = 200;
    QString rows;
    for (const auto& [text, cosine] : nearest)
        rows += QStringLiteral("<tr><td align=right>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(QString::number(cosine, 'f', 4),
                         to_qt(shortened(text, nearest_letters)).simplified().toHtmlEscaped());
    tagged_->setText(rows.isEmpty() ? tr("There are no texts to compare it with.").toHtmlEscaped()
                                    : QStringLiteral("<table>%1</table>").arg(rows));
    speed_->setText(tr("%1 ms").arg(milliseconds, 0, 'f', 0));
    Q_EMIT answered(milliseconds);
}

void ClassifierView::show_tagged(quint64 question, const run::PredictionServer::TaggedText& answer,
                                 double milliseconds) {
    if (question != question_) return;
    std::vector<Mark> marks;
    for (const auto& entity : answer.entities)
        marks.push_back({entity.start, entity.end, to_qt(entity.type)});
    tagged_->setText(marks.empty() ? tr("No entity").toHtmlEscaped()
                                   : marked_text(text_->toPlainText(), marks));
    speed_->setText(tr("%1 ms").arg(milliseconds, 0, 'f', 0));
    Q_EMIT answered(milliseconds);
}

} // namespace tunedesk::ui
