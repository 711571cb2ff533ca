#include "ui/report/try/try_page.h"

#include "run/registry/known_runs.h"
#include "ui/plot/bar_plot.h"
#include "ui/plot/run_colours.h"
#include "ui/report/try/contribution_view.h"
#include "ui/report/try/predict_file_dialog.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTimer>
#include <QUrl>
#include <algorithm>

namespace tunedesk::ui {

TryPage::TryPage(QWidget* parent)
    : QWidget(parent), thread_(new PredictionThread(this)), title_(new QLabel), state_(new QLabel),
      speed_(new QLabel), message_(new MessageBar), text_(new QPlainTextEdit), pair_(new QPlainTextEdit),
      pair_label_(new QLabel(tr("&Second text:"))), bars_(new BarPlot), answer_(new QLabel),
      class_(new QComboBox), models_(new QComboBox), contributions_(new ContributionView),
      file_(new QPushButton(tr("Predict a f&ile…"))), export_(new QPushButton(tr("&Export…"))),
      typed_(new QTimer(this)) {
    models_->setAccessibleName(tr("Model to export"));
    models_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    file_->setToolTip(tr("Writes a CSV with the prediction and every class's probability of each row"));
    export_->setToolTip(tr("A Hugging Face folder with a model card made from the report"));
    QHBoxLayout* top = page_head(title_, state_);
    top->addWidget(file_);
    top->addSpacing(16);
    top->addWidget(models_);
    top->addWidget(export_);
    auto* splitter = new QSplitter;
    splitter->addWidget(make_text_side());
    splitter->addWidget(make_answer_side());
    splitter->setChildrenCollapsible(false);
    lay_out_page(this, top, message_, splitter);

    typed_->setSingleShot(true);
    typed_->setInterval(120); // a pause in typing
    connect(typed_, &QTimer::timeout, this, &TryPage::ask);
    for (QPlainTextEdit* edit : {text_, pair_})
        connect(edit, &QPlainTextEdit::textChanged, typed_, qOverload<>(&QTimer::start));
    connect(class_, &QComboBox::activated, this, &TryPage::ask_for_class);
    connect(file_, &QPushButton::clicked, this, &TryPage::ask_for_file);
    connect(export_, &QPushButton::clicked, this, &TryPage::ask_for_export);
    connect(thread_, &PredictionThread::started, this,
            [this] { speed_->setText(tr("Starting the model…")); });
    connect(thread_, &PredictionThread::predicted, this, &TryPage::show_answer);
    connect(thread_, &PredictionThread::attributed, this,
            [this](quint64 question, const run::PredictionServer::Attribution& attribution) {
                if (question != question_) return;
                class_->setCurrentIndex(static_cast<int>(attribution.of_class));
                contributions_->show_tokens(attribution.tokens, attribution.contributions);
                Q_EMIT explained();
            });
    connect(thread_, &PredictionThread::failed, this, [this](const Error& error) {
        speed_->clear();
        message_->say(error);
    });
    connect(thread_, &PredictionThread::file_done, this, &TryPage::show_file);
    connect(thread_, &PredictionThread::ended, this,
            [this] { speed_->setText(tr("The model rests. It starts again with the next text.")); });
    title_->setText(tr("Try"));
    setEnabled(false);
    state_->setText(tr("Select a run to try its model."));
}

QWidget* TryPage::make_text_side() {
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

QWidget* TryPage::make_answer_side() {
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

TryPage::Facts TryPage::read_facts(const fs::path& run) {
    Facts facts;
    const run::KnownRun known = run::read_known_run(run);
    facts.name = known.compared.name;
    facts.running = known.running;
    facts.models = run::models_of_run(run);
    facts.columns = run::columns_of(run);
    try {
        facts.model = run::model_of(run);
    } catch (const Error& error) {
        facts.problem = error;
    }
    return facts;
}

void TryPage::show_run(const fs::path& run) {
    reading_.cancel();
    run_ = run;
    setEnabled(false);
    message_->clear();
    title_->setText(to_qt(run.filename()));
    state_->clear();
    reading_ = read_in_background(
        this, [run](const CancelToken&) { return read_facts(run); },
        [this](const Facts& facts) { show_facts(facts); },
        [this](const Error& error) {
            setEnabled(true);
            text_->setEnabled(false);
            message_->say(error);
        });
}

void TryPage::show_facts(const Facts& facts) {
    facts_ = facts;
    setEnabled(true);
    title_->setText(to_qt(facts.name));
    const bool ready = !facts.problem;
    for (QWidget* widget : std::initializer_list<QWidget*>{text_, pair_, file_, class_})
        widget->setEnabled(ready);
    models_->clear();
    for (const run::RunModel& model : facts.models)
        models_->addItem(to_qt(model.name));
    models_->setEnabled(!facts.models.empty());
    export_->setEnabled(!facts.models.empty());
    pair_->setVisible(!facts.columns.pair.empty());
    pair_label_->setVisible(!facts.columns.pair.empty());
    bars_->set_bars({});
    answer_->clear();
    contributions_->clear();
    class_->clear();
    speed_->clear();
    if (!ready) {
        state_->setText(tr("There is no model to try yet: the first evaluation leaves one."));
        if (!facts.running) message_->say(*facts.problem);
        return;
    }
    state_->setText(facts.running
                        ? tr("%1, beside the run on one CPU thread").arg(shown_path(facts.model, 90))
                        : shown_path(facts.model, 90));
    thread_->use(facts.model, facts.running);
    ask();
}

PredictionThread::Text TryPage::text() const {
    PredictionThread::Text text{text_->toPlainText().toStdString(), {}};
    if (!facts_.columns.pair.empty()) text.pair = pair_->toPlainText().toStdString();
    return text;
}

void TryPage::try_text(const QString& text, const QString& pair) {
    text_->setPlainText(text);
    pair_->setPlainText(pair);
    typed_->stop();
    ask();
}

void TryPage::ask() {
    if (facts_.model.empty() || text_->toPlainText().trimmed().isEmpty()) {
        bars_->set_bars({});
        answer_->clear();
        contributions_->clear();
        return;
    }
    message_->clear();
    question_ = thread_->ask(text());
}

void TryPage::ask_for_class() {
    if (class_->currentIndex() >= 0 && !text_->toPlainText().trimmed().isEmpty())
        question_ = thread_->ask_for_class(text(), static_cast<std::size_t>(class_->currentIndex()));
}

QString TryPage::answer() const {
    return answer_->isHidden() ? QString() : answer_->text();
}

namespace {

/// Those of at least report::label_threshold, of a model that gives a text any number of labels.
QString predicted_labels(const QStringList& labels, const QVector<double>& probabilities) {
    const std::vector<float> values(probabilities.begin(), probabilities.end());
    QStringList predicted;
    for (const std::int32_t id : report::predicted_labels(values))
        predicted << labels.value(id);
    return predicted.isEmpty() ? TryPage::tr("No label") : predicted.join(QStringLiteral(", "));
}

} // namespace

void TryPage::show_answer(quint64 question, const QStringList& labels, const QVector<double>& answer,
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

run::TextColumns TryPage::columns() const {
    return facts_.columns;
}

void TryPage::ask_for_file() {
    auto* dialog = new QFileDialog(this, tr("File of texts"), {},
                                   tr("Tables (*.csv *.tsv *.jsonl *.gz *.zst);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& from) {
        auto* columns = new PredictFileDialog(to_path(from), facts_.columns, this);
        columns->setAttribute(Qt::WA_DeleteOnClose);
        connect(columns, &QDialog::accepted, this, [this, columns, from] {
            predict_file(to_path(from), columns->target(), columns->columns());
        });
        columns->open();
    });
    dialog->open();
}

void TryPage::predict_file(const fs::path& from, const fs::path& to, const run::TextColumns& columns) {
    std::error_code failed;
    if (fs::equivalent(from, to, failed)) {
        message_->say(MessageBar::Kind::error, tr("Predictions cannot replace the file of the texts."));
        return;
    }
    message_->say(MessageBar::Kind::info, tr("Predicting %1…").arg(to_qt(from)), tr("Cancel"),
                  [this] { thread_->cancel_file(); });
    thread_->predict_file(from, columns, to);
}

void TryPage::show_file(const QString& file, const run::FilePredictions& predictions) {
    const auto count = static_cast<int>(predictions.rows);
    if (count == 0) {
        message_->say(MessageBar::Kind::info, tr("No predictions are written."));
        return Q_EMIT file_done(file, count);
    }
    QStringList lines{tr("Predictions written: %1, to %2").arg(count).arg(file)};
    if (const auto accuracy = predictions.accuracy())
        lines << tr("Accuracy %1 of %n labelled row(s)", nullptr, static_cast<int>(predictions.labelled))
                     .arg(*accuracy, 0, 'f', 4);
    if (const auto& sets = predictions.sets)
        lines << tr("Micro F1 %1, macro F1 %2, subset accuracy %3 of %n labelled row(s)", nullptr,
                    static_cast<int>(predictions.labelled))
                     .arg(sets->micro.f1, 0, 'f', 4)
                     .arg(sets->macro.f1, 0, 'f', 4)
                     .arg(sets->subset_accuracy, 0, 'f', 4);
    if (const auto& scores = predictions.numbers)
        lines << tr("Pearson %1, Spearman %2, mean squared error %3 of %n labelled row(s)", nullptr,
                    static_cast<int>(predictions.labelled))
                     .arg(scores->pearson, 0, 'f', 4)
                     .arg(scores->spearman, 0, 'f', 4)
                     .arg(scores->mse, 0, 'f', 4);
    if (predictions.unknown > 0)
        lines << tr("%n row(s) have a label that the model does not know", nullptr,
                    static_cast<int>(predictions.unknown));
    constexpr std::size_t most_classes = 5;
    QStringList classes;
    for (std::size_t i = 0; i < std::min(most_classes, predictions.classes.size()); ++i)
        classes << QStringLiteral("%1: %2").arg(to_qt(predictions.classes[i].first),
                                                QString::number(predictions.classes[i].second));
    if (predictions.classes.size() > most_classes) classes << QStringLiteral("…");
    if (!classes.isEmpty()) lines << classes.join(QStringLiteral(", "));
    message_->say(MessageBar::Kind::success, lines.join(u'\n'), tr("Open the file"),
                  [file] { QDesktopServices::openUrl(QUrl::fromLocalFile(file)); });
    Q_EMIT file_done(file, count);
}

void TryPage::ask_for_export() {
    const int chosen = models_->currentIndex();
    const QString parent = QFileDialog::getExistingDirectory(this, tr("Folder to put the model into"));
    if (chosen < 0 || parent.isEmpty()) return;
    const run::RunModel& model = facts_.models[static_cast<std::size_t>(chosen)];
    export_model(model, to_path(parent) / (run_.filename().string() + "-" + model.name));
}

void TryPage::export_model(const run::RunModel& model, const fs::path& target) {
    in_background(
        this,
        [run = run_, model, target](const CancelToken&) {
            run::export_model(run, model, target);
            return target;
        },
        [this](const fs::path& folder) {
            message_->say(MessageBar::Kind::success, tr("The model is in %1.").arg(to_qt(folder)));
            Q_EMIT exported(to_qt(folder));
        },
        [this](const Error& error) { message_->say(error); });
}

} // namespace tunedesk::ui
