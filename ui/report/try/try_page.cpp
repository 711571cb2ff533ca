// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/try/try_page.h"

#include "run/folder/export_gguf.h"
#include "run/folder/export_onnx.h"
#include "run/registry/known_runs.h"
#include "ui/report/try/classifier_view.h"
#include "ui/report/try/conversation_pane.h"
#include "ui/report/try/conversation_view.h"
#include "ui/report/try/predict_file_dialog.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QUrl>
#include <algorithm>

namespace tunedesk::ui {

TryPage::TryPage(QWidget* parent)
    : QWidget(parent), title_(new QLabel), state_(new QLabel), message_(new MessageBar),
      classifier_(new ClassifierView), conversation_(new ConversationView), body_(new QStackedWidget),
      models_(new QComboBox), file_(new QPushButton(tr("Predict a f&ile…"))),
      export_(new QPushButton(tr("&Export"))) {
    models_->setAccessibleName(tr("Model to export"));
    models_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    export_->setToolTip(tr("Writes the model for other programs"));
    export_->setMenu(export_menu());
    QHBoxLayout* top = page_head(title_, state_);
    top->addWidget(file_);
    top->addSpacing(16);
    top->addWidget(models_);
    top->addWidget(export_);
    body_->addWidget(classifier_);
    body_->addWidget(conversation_);
    lay_out_page(this, top, message_, body_);

    const auto say = [this](const Error& error) { message_->say(error); };
    connect(classifier_, &ClassifierView::asked, message_, &MessageBar::clear);
    connect(classifier_, &ClassifierView::answered, this, &TryPage::answered);
    connect(classifier_, &ClassifierView::explained, this, &TryPage::explained);
    connect(&classifier_->thread(), &PredictionThread::failed, this, say);
    connect(&classifier_->thread(), &PredictionThread::file_done, this, &TryPage::show_file);
    connect(conversation_, &ConversationView::failed, this, say);
    connect(file_, &QPushButton::clicked, this, &TryPage::ask_for_file);
    title_->setText(tr("Try"));
    setEnabled(false);
    state_->setText(tr("Select a run to try its model."));
}

QMenu* TryPage::export_menu() {
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    menu->addAction(tr("Hugging Face &folder…"), this, &TryPage::ask_for_folder)
        ->setToolTip(tr("With a model card made from the report"));
    gguf_ = menu->addAction(tr("&GGUF file…"), this, [this] {
        ask_for_export_file(QStringLiteral("gguf"), tr("GGUF files (*.gguf)"));
    });
    gguf_->setToolTip(tr("For llama.cpp and programs built on it"));
    onnx_ = menu->addAction(tr("&ONNX file…"), this, [this] {
        ask_for_export_file(QStringLiteral("onnx"), tr("ONNX files (*.onnx)"));
    });
    onnx_->setToolTip(tr("For ONNX Runtime and programs built on it"));
    return menu;
}

TryPage::Facts TryPage::read_facts(const fs::path& run) {
    Facts facts;
    const run::KnownRun known = run::read_known_run(run);
    facts.name = known.compared.name;
    facts.running = known.running;
    facts.models = run::models_of_run(run);
    facts.columns = run::columns_of(run);
    facts.target = run::target_of(run);
    if (facts.target == task::Target::similarity) facts.texts = run::texts_to_compare(run);
    try {
        facts.model = run::model_of(run);
        if (facts.has_words()) facts.base = run::base_of(run);
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
            body_->setEnabled(false);
            message_->say(error);
        });
}

void TryPage::show_facts(const Facts& facts) {
    facts_ = facts;
    setEnabled(true);
    title_->setText(to_qt(facts.name));
    const bool ready = !facts.problem;
    body_->setEnabled(ready);
    file_->setEnabled(ready);
    file_->setToolTip(facts.has_words() ? tr("Writes a CSV with the model's answer to each row")
                      : facts.columns.compares
                          ? tr("Writes a CSV with the embedding of each row's text")
                          : tr("Writes a CSV with the prediction and every class's probability of each row"));
    models_->clear();
    for (const run::RunModel& model : facts.models)
        models_->addItem(to_qt(model.name));
    models_->setEnabled(!facts.models.empty());
    export_->setEnabled(!facts.models.empty());
    gguf_->setVisible(facts.has_words());
    onnx_->setVisible(!facts.has_words());
    body_->setCurrentIndex(facts.has_words() ? 1 : 0);
    classifier_->show_input(facts.columns.are_files              ? ClassifierView::Input::image
                            : facts.target == task::Target::tags ? ClassifierView::Input::words
                            : facts.columns.compares             ? ClassifierView::Input::compared
                            : facts.columns.pair.empty()         ? ClassifierView::Input::text
                                                                 : ClassifierView::Input::pair);
    if (!ready) {
        state_->setText(tr("There is no model to try yet: the first evaluation saves one."));
        if (!facts.running) message_->say(*facts.problem);
        return;
    }
    state_->setText(facts.running
                        ? tr("%1, beside the run on one CPU thread").arg(shown_path(facts.model, 90))
                        : shown_path(facts.model, 90));
    if (facts.columns.compares) classifier_->thread().compare_with(facts.texts);
    if (!facts.has_words()) return classifier_->use(facts.model, facts.running);
    classifier_->thread().use(facts.model, facts.running); // for predictions of files
    conversation_->use({facts.model, facts.base, facts.running, facts.target == task::Target::answers});
}

void TryPage::try_text(const QString& text, const QString& pair) {
    facts_.has_words() ? conversation_->ask(text) : classifier_->try_text(text, pair);
}

BarPlot& TryPage::probabilities() {
    return classifier_->probabilities();
}

QString TryPage::answer() const {
    return facts_.has_words() ? conversation_->trained().transcript() : classifier_->answer();
}

PredictionThread& TryPage::thread() {
    return classifier_->thread();
}

run::TextColumns TryPage::columns() const {
    return facts_.columns;
}

void TryPage::ask_for_file() {
    auto* dialog = new QFileDialog(
        this, tr("File of texts"), {},
        facts_.columns.tags ? tr("Words and texts (*.conll *.conllu *.txt *.tsv *.jsonl *.json *.csv *.gz "
                                 "*.zst);;All files (*)")
                            : tr("Tables (*.csv *.tsv *.jsonl *.json *.gz *.zst);;All files (*)"));
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
                  [this] { classifier_->thread().cancel_file(); });
    classifier_->thread().predict_file(from, columns, to, facts_.target == task::Target::answers);
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

const run::RunModel* TryPage::chosen_model() const {
    const int chosen = models_->currentIndex();
    return chosen < 0 ? nullptr : &facts_.models[static_cast<std::size_t>(chosen)];
}

void TryPage::ask_for_folder() {
    const QString parent = QFileDialog::getExistingDirectory(this, tr("Folder for the model"));
    const run::RunModel* model = chosen_model();
    if (!model || parent.isEmpty()) return;
    export_model(*model, to_path(parent) / (run_.filename().string() + "-" + model->name));
}

void TryPage::ask_for_export_file(const QString& extension, const QString& kind) {
    if (!chosen_model()) return;
    const run::RunModel model = *chosen_model(); // the shown run may change while the dialog is open
    const QString name = to_qt(run_.filename().string() + "-" + model.name) + u'.' + extension;
    // An existing file is not replaced: the export reports it.
    QString file = QFileDialog::getSaveFileName(this, tr("File to write the model to"), name, kind, nullptr,
                                                QFileDialog::DontConfirmOverwrite);
    if (file.isEmpty()) return;
    if (!file.endsWith(u'.' + extension)) file += u'.' + extension;
    export_model(model, to_path(file));
}

void TryPage::export_model(const run::RunModel& model, const fs::path& target) {
    const bool is_onnx = target.extension() == ".onnx";
    in_background(
        this,
        [run = run_, model, target, is_onnx](const CancelToken&) {
            if (is_onnx)
                run::export_onnx(run, model, target);
            else if (target.extension() == ".gguf")
                run::export_gguf(run, model, target);
            else
                run::export_model(run, model, target);
            return target;
        },
        [this, is_onnx](const fs::path& written) {
            QString text = tr("The model is in %1.").arg(to_qt(written));
            if (is_onnx)
                text += u' ' + tr("Export a Hugging Face folder too for its tokenizer or image processor.");
            message_->say(MessageBar::Kind::success, text);
            Q_EMIT exported(to_qt(written));
        },
        [this](const Error& error) { message_->say(error); });
}

} // namespace tunedesk::ui
