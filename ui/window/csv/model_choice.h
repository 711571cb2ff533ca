// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/background.h"
#include "ui/window/csv/model_sizes.h"

#include <QWidget>
#include <array>
#include <memory>
#include <string>
#include <vector>

class QComboBox;
class QLabel;

namespace tunedesk::ui {

class ModelCard;
class SampleTokens;

/// The choice of the model to fine-tune: three cards by size, a list of all local models, or any folder.
/// Preselects the first local model. Window's thread.
class ModelChoice : public QWidget {
    Q_OBJECT

public:
    explicit ModelChoice(QWidget* parent = nullptr);

    /// Looks for models in the background; changed() follows.
    void look_in(const ModelPlaces& places);
    bool is_looking() const { return is_looking_; }
    /// The chosen model; null if there is none.
    const FoundModel* chosen() const;

    const std::array<ModelCard*, model_size_count>& cards() const { return cards_; }
    /// The first texts of the table, for comparing tokenizers.
    void show_texts(std::vector<std::string> texts);
    /// Shows the requirements of each model after computing them: see estimate_models().
    void estimate(const preset::Draft& draft, std::shared_ptr<const run::CheckedInputs> inputs);
    QComboBox* list() const { return list_; }

Q_SIGNALS:
    /// Emitted when the models or the selection have changed.
    void changed();
    /// Emitted when a folder cannot be selected.
    void refused(const QString& why);

private:
    void lay_out();
    void take(std::vector<FoundModel> models, const std::string& wanted);
    void fill_list();
    void press(const ModelCard* card);
    void download(const FoundModel& model);
    void choose_folder();
    void add_folder(const FoundModel& model);
    void show_choice();

    ModelPlaces places_;
    std::vector<FoundModel> models_;
    std::array<ModelCard*, model_size_count> cards_;
    QComboBox* list_;
    QLabel* note_;
    CancelToken looking_, estimating_;
    std::shared_ptr<SampleTokens> tokens_;
    bool is_looking_ = false;
};

} // namespace tunedesk::ui
