// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/folder/export_model.h"
#include "ui/report/try/prediction_thread.h"
#include "ui/widgets/background.h"

#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QStackedWidget;

namespace tunedesk::ui {

class BarPlot;
class ClassifierView;
class ConversationView;
class MessageBar;

/// Tries out a run's model: a classifier's answers as a text is typed, or a conversation with a language
/// model; predictions of a whole file; and export of any checkpoint for other programs. During a run it uses
/// best/ on the CPU.
class TryPage : public QWidget {
    Q_OBJECT

public:
    explicit TryPage(QWidget* parent = nullptr);

    void show_run(const fs::path& run);
    /// Predicts this text at once.
    void try_text(const QString& text, const QString& pair = {});
    BarPlot& probabilities();
    /// The number or labels shown; for a language model, the whole conversation.
    QString answer() const;
    PredictionThread& thread();
    ConversationView& conversation() { return *conversation_; }
    void predict_file(const fs::path& from, const fs::path& to, const run::TextColumns& columns);
    /// The columns that the run was trained on.
    run::TextColumns columns() const;
    /// Exports a model: as ONNX or GGUF by the target's suffix, else as a Hugging Face folder.
    void export_model(const run::RunModel& model, const fs::path& target);

Q_SIGNALS:
    void answered(double milliseconds);
    void explained();
    void file_done(const QString& file, int count);
    void exported(const QString& path);

private:
    struct Facts {
        fs::path model, base; ///< base: what a language model began with; empty if it is not there
        std::vector<run::RunModel> models;
        bool running = false;
        std::string name;
        run::TextColumns columns;
        std::vector<std::string> texts; ///< texts that a model of embeddings compares with
        task::Target target = task::Target::one_class;
        std::optional<Error> problem;

        bool has_words() const {
            return target == task::Target::answers || target == task::Target::next_token;
        }
    };
    static Facts read_facts(const fs::path& run);
    void show_facts(const Facts& facts);
    void ask_for_file();
    void show_file(const QString& file, const run::FilePredictions& predictions);
    QMenu* export_menu();
    const run::RunModel* chosen_model() const; ///< null if there is none
    void ask_for_folder();
    void ask_for_export_file(const QString& extension, const QString& kind);

    fs::path run_;
    Facts facts_;
    CancelToken reading_;
    QLabel *title_, *state_;
    MessageBar* message_;
    ClassifierView* classifier_;
    ConversationView* conversation_;
    QStackedWidget* body_;
    QComboBox* models_;
    QPushButton *file_, *export_;
    QAction *gguf_, *onnx_; ///< of export_'s menu
};

} // namespace tunedesk::ui
