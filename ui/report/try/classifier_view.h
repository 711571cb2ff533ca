// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/try/prediction_thread.h"
#include "ui/widgets/background.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QTimer;

namespace tunedesk::ui {

class BarPlot;
class ContributionView;
class HeatView;

/// Input of a text, a pair or an image's path, and the model's answer as it is typed: probabilities, labels
/// or a number with the contribution of each token or image patch; or a text's marked entities; or the
/// nearest texts.
class ClassifierView : public QWidget {
    Q_OBJECT

public:
    explicit ClassifierView(QWidget* parent = nullptr);

    /// The kind of input of the model. Call show_input() before use().
    enum class Input { text, pair, image, words, compared };
    void show_input(Input input);
    void use(const fs::path& model, bool beside_a_run);
    /// Predicts this text at once.
    void try_text(const QString& text, const QString& pair = {});
    BarPlot& probabilities() { return *bars_; }
    QString answer() const;
    PredictionThread& thread() { return *thread_; }

Q_SIGNALS:
    void asked();
    void answered(double milliseconds);
    void explained();

private:
    QWidget* make_text_side();
    QWidget* make_answer_side();
    void ask();
    void ask_for_class();
    void clear_answer();
    void show_answer(quint64 question, const QStringList& labels, const QVector<double>& answer,
                     task::Target target, double milliseconds);
    void show_tagged(quint64 question, const run::PredictionServer::TaggedText& answer, double milliseconds);
    void show_nearest(quint64 question, const std::vector<run::NearestTexts::Neighbor>& nearest,
                      double milliseconds);
    void show_image();
    bool has_text() const;
    PredictionThread::Text text() const;

    PredictionThread* thread_;
    quint64 question_ = 0;
    Input input_ = Input::text;
    bool has_model_ = false;
    QLabel *speed_, *text_label_, *parts_label_;
    QPlainTextEdit *text_, *pair_;
    QLabel* pair_label_;
    BarPlot* bars_;
    QLabel* answer_; ///< the number, instead of the bars; or the labels, above them
    QLabel* tagged_; ///< instead of all others, the text with its entities marked, or the nearest texts
    QWidget* explanation_;
    QComboBox* class_;
    ContributionView* contributions_;
    HeatView* heat_; ///< instead, of an image
    CancelToken opening_;
    QTimer* typed_;
};

} // namespace tunedesk::ui
