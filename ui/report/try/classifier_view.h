#pragma once

#include "ui/report/try/prediction_thread.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QTimer;

namespace tunedesk::ui {

class BarPlot;
class ContributionView;

/// A text, or a pair, as it is typed, and what a classifier answers: probabilities, labels or a number, and
/// what each token contributes.
class ClassifierView : public QWidget {
    Q_OBJECT

public:
    explicit ClassifierView(QWidget* parent = nullptr);

    /// Before use(): whether the model reads two texts.
    void show_columns(bool has_pair);
    void use(const fs::path& model, bool beside_a_run);
    /// Asks for this text at once.
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
    PredictionThread::Text text() const;

    PredictionThread* thread_;
    quint64 question_ = 0;
    bool has_pair_ = false, has_model_ = false;
    QLabel* speed_;
    QPlainTextEdit *text_, *pair_;
    QLabel* pair_label_;
    BarPlot* bars_;
    QLabel* answer_; ///< the number, instead of the bars; or the labels, above them
    QComboBox* class_;
    ContributionView* contributions_;
    QTimer* typed_;
};

} // namespace tunedesk::ui
