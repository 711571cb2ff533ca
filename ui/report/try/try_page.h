#pragma once

#include "run/folder/export_model.h"
#include "ui/report/try/prediction_thread.h"
#include "ui/widgets/background.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTimer;

namespace tunedesk::ui {

class BarPlot;
class ContributionView;
class MessageBar;

/// A run's model to try: probabilities, or the number, of a text as it is typed, what each of its tokens
/// contributes, the predictions of a whole file, and any checkpoint exported as a Hugging Face folder. During
/// a run it answers from best/, on the CPU alone.
class TryPage : public QWidget {
    Q_OBJECT

public:
    explicit TryPage(QWidget* parent = nullptr);

    void show_run(const fs::path& run);
    /// Asks for this text at once.
    void try_text(const QString& text, const QString& pair = {});
    BarPlot& probabilities() { return *bars_; }
    QString answer() const;
    PredictionThread& thread() { return *thread_; }
    void predict_file(const fs::path& from, const fs::path& to, const run::TextColumns& columns);
    /// The columns that the run has learned from.
    run::TextColumns columns() const;
    void export_model(const run::RunModel& model, const fs::path& target);

Q_SIGNALS:
    void answered(double milliseconds);
    void explained();
    void file_done(const QString& file, int count);
    void exported(const QString& folder);

private:
    struct Facts {
        fs::path model;
        std::vector<run::RunModel> models;
        bool running = false;
        std::string name;
        run::TextColumns columns;
        std::optional<Error> problem;
    };
    static Facts read_facts(const fs::path& run);
    QWidget* make_text_side();
    QWidget* make_answer_side();
    void show_facts(const Facts& facts);
    void ask();
    void ask_for_class();
    void show_answer(quint64 question, const QStringList& labels, const QVector<double>& answer,
                     task::Target target, double milliseconds);
    void ask_for_file();
    void show_file(const QString& file, const run::FilePredictions& predictions);
    void ask_for_export();
    PredictionThread::Text text() const;

    fs::path run_;
    Facts facts_;
    CancelToken reading_;
    PredictionThread* thread_;
    quint64 question_ = 0;
    QLabel *title_, *state_, *speed_;
    MessageBar* message_;
    QPlainTextEdit *text_, *pair_;
    QLabel* pair_label_;
    BarPlot* bars_;
    QLabel* answer_; ///< the number, instead of the bars; or the labels, above them
    QComboBox *class_, *models_;
    ContributionView* contributions_;
    QPushButton *file_, *export_;
    QTimer* typed_;
};

} // namespace tunedesk::ui
