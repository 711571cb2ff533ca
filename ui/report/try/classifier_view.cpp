#include "ui/report/try/classifier_view.h"

#include "report/multi_label.h"
#include "ui/plot/bar_plot.h"
#include "ui/plot/run_colours.h"
#include "ui/report/try/contribution_view.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QTimer>

namespace tunedesk::ui {

ClassifierView::ClassifierView(QWidget* parent)
    : QWidget(parent), thread_(new PredictionThread(this)), speed_(new QLabel), text_(new QPlainTextEdit),
      pair_(new QPlainTextEdit), pair_label_(new QLabel(tr("&Second text:"))), bars_(new BarPlot),
      answer_(new QLabel), class_(new QComboBox), contributions_(new ContributionView),
      typed_(new QTimer(this)) {
    auto* splitter = new QSplitter;
    splitter->addWidget(make_text_side());
    splitter->addWidget(make_answer_side());
    splitter->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter);

    typed_->setSingleShot(true);
    typed_->setInterval(120); // a pause in typing
    connect(typed_, &QTimer::timeout, this, &ClassifierView::ask);
    for (QPlainTextEdit* edit : {text_, pair_})
        connect(edit, &QPlainTextEdit::textChanged, typed_, qOverload<>(&QTimer::start));
    connect(class_, &QComboBox::activated, this, &ClassifierView::ask_for_class);
    connect(&thread_->server(), &ServerThread::started, this,
            [this] { speed_->setText(tr("Starting the model…")); });
    connect(&thread_->server(), &ServerThread::ended, this,
            [this] { speed_->setText(tr("The model rests. It starts again with the next text.")); });
    connect(thread_, &PredictionThread::predicted, this, &ClassifierView::show_answer);
    connect(thread_, &PredictionThread::attributed, this,
            [this](quint64 question, const run::PredictionServer::Attribution& attribution) {
                if (question != question_) return;
                class_->setCurrentIndex(static_cast<int>(attribution.of_class));
                contributions_->show_tokens(attribution.tokens, attribution.contributions);
                Q_EMIT explained();
            });
    connect(thread_, &PredictionThread::failed, this, [this] { speed_->clear(); });
}

QWidget* ClassifierView::make_text_side() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 8, 8, 0);
    auto* label = new QLabel(tr("&Text:"));
    label->setBuddy(text_);
    pair_label_->setBuddy(pair_);
    text_->setPlaceholderText(tr("Type or paste a text."));
    text_->setAccessibleName(tr("Text to classify"));
    pair_->setAccessibleName(tr("Second text of the pair"));
    for (QPlainTextEdit* edit : {text_, pair_})
        edit->setTabChangesFocus(true);
    column->addWidget(label);
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
    auto* label = new QLabel(tr("Contribution of each token to the &class"));
    label->setBuddy(class_);
    label->setToolTip(tr("Gradient × input: blue speaks for the class, orange against it."));
    auto* legend = new QLabel(ContributionView::legend());
    legend->setTextFormat(Qt::RichText);
    auto* line = new QHBoxLayout;
    line->addWidget(label);
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
    column->addWidget(speed_);
    column->addSpacing(8);
    column->addLayout(line);
    column->addWidget(contributions_);
    column->addStretch();
    return make_scrollable(inside);
}

void ClassifierView::show_columns(bool has_pair) {
    has_pair_ = has_pair;
    pair_->setVisible(has_pair);
    pair_label_->setVisible(has_pair);
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
    contributions_->clear();
}

PredictionThread::Text ClassifierView::text() const {
    PredictionThread::Text text{text_->toPlainText().toStdString(), {}};
    if (has_pair_) text.pair = pair_->toPlainText().toStdString();
    return text;
}

void ClassifierView::try_text(const QString& text, const QString& pair) {
    text_->setPlainText(text);
    pair_->setPlainText(pair);
    typed_->stop();
    ask();
}

void ClassifierView::ask() {
    if (!has_model_ || text_->toPlainText().trimmed().isEmpty()) return clear_answer();
    Q_EMIT asked();
    question_ = thread_->ask(text());
}

void ClassifierView::ask_for_class() {
    if (class_->currentIndex() >= 0 && !text_->toPlainText().trimmed().isEmpty())
        question_ = thread_->ask_for_class(text(), static_cast<std::size_t>(class_->currentIndex()));
}

QString ClassifierView::answer() const {
    return answer_->isHidden() ? QString() : answer_->text();
}

namespace {

/// Those of at least report::label_threshold, of a model that gives a text any number of labels.
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

} // namespace tunedesk::ui
