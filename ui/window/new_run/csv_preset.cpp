// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/new_run/csv_preset.h"

#include "base/error.h"
#include "preset/yaml/edit.h"
#include "preset/yaml/paths.h"

namespace tunedesk::ui {

namespace {

/// Below so many rows a tenth is too few to measure on.
constexpr std::size_t few_rows = 400;

/// Data beside the preset stay beside it when both move; the questionnaire reads relative paths from the
/// working directory.
std::string path_text(const fs::path& path, const fs::path& folder) {
    const fs::path inside = path.lexically_relative(folder);
    const bool below = !inside.empty() && *inside.begin() != "..";
    return preset::escape_path((below ? path.lexically_relative(fs::current_path()) : path).string());
}

} // namespace

std::string csv_preset(const CsvChoice& choice, const fs::path& folder, preset::MachineProfile machine) {
    machine.model = choice.model.string();
    preset::Questionnaire questions(std::move(machine));
    const bool few = choice.rows > 0 && choice.rows < few_rows;
    const auto answer = [&](const char* id, const std::string& text) {
        if (const auto wrong = questions.answer(id, text))
            throw Error(ErrorId::preset_answer_invalid, {*wrong});
    };
    answer("model", preset::escape_path(choice.model.string()));
    answer("train", path_text(choice.train, folder));
    if (!choice.validation.empty()) answer("validation", path_text(choice.validation, folder));
    if (!choice.test.empty()) answer("test", path_text(choice.test, folder));
    answer("text-column", choice.text_column);
    answer("label-column", choice.label_column);
    answer("name", choice.name);
    if (few) {
        answer("batch", "4");
        answer("epochs", "10");
    }
    std::string text = questions.to_yaml(folder);
    if (!few) return text;
    for (const auto& [file, key] :
         {std::pair{choice.validation, "data.validation_split"}, std::pair{choice.test, "data.test_split"}})
        if (file.empty())
            text = preset::edited(text, preset::edit_value(text, *preset::find_key(key), "0.2"));
    return text;
}

} // namespace tunedesk::ui
