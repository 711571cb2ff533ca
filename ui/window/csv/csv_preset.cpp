// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/csv/csv_preset.h"

#include "base/error.h"
#include "base/text.h"
#include "preset/yaml/edit.h"
#include "preset/yaml/paths.h"

#include <algorithm>
#include <tuple>

namespace tunedesk::ui {

namespace {

/// With fewer rows a tenth is too small for an evaluation.
constexpr std::size_t few_rows = 400;

bool has_few_rows(const CsvChoice& choice) {
    return choice.rows > 0 && choice.rows < few_rows;
}

/// Relative paths for data in the preset's folder, so that both can be moved; the questionnaire reads
/// relative paths from the working directory.
std::string path_text(const fs::path& path, const fs::path& folder) {
    const fs::path inside = path.lexically_relative(folder);
    const bool below = !inside.empty() && *inside.begin() != "..";
    return preset::escape_path((below ? path.lexically_relative(fs::current_path()) : path).string());
}

} // namespace

double usual_share(const CsvChoice& choice) {
    return has_few_rows(choice) ? 0.2 : 0.1;
}

int csv_max_length(std::int64_t max_tokens) {
    const std::int64_t usual = Preset().data.max_length;
    return static_cast<int>(max_tokens > 0 ? std::min(usual, max_tokens) : usual);
}

std::string csv_preset(const CsvChoice& choice, const fs::path& folder, preset::MachineProfile machine) {
    const std::string model = choice.model.empty() ? "model" : choice.model.string();
    machine.model = model;
    preset::Questionnaire questions(std::move(machine));
    const auto answer = [&](const char* id, const std::string& text) {
        if (const auto wrong = questions.answer(id, text))
            throw Error(ErrorId::preset_answer_invalid, {*wrong});
    };
    answer("model", preset::escape_path(model));
    answer("train", path_text(choice.train, folder));
    if (!choice.validation.empty()) answer("validation", path_text(choice.validation, folder));
    if (!choice.test.empty()) answer("test", path_text(choice.test, folder));
    answer("text-column", choice.text_column);
    answer("label-column", choice.label_column);
    answer("name", choice.name);
    answer("max-length", std::to_string(csv_max_length(choice.max_tokens)));
    if (has_few_rows(choice)) {
        answer("batch", "4");
        answer("epochs", "10");
    }
    std::string text = questions.to_yaml(folder);
    const auto set = [&text](const char* key, const std::string& value) {
        text = preset::edited(text, preset::edit_value(text, *preset::find_key(key), value));
    };
    const double usual = usual_share(choice);
    if (choice.validation.empty())
        set("data.validation_split", shortest(choice.validation_share.value_or(usual)));
    if (choice.test.empty()) set("data.test_split", shortest(choice.test_share.value_or(usual)));
    if (choice.skips_bad_rows) set("data.bad_rows", "skip");
    return text;
}

bool is_same_question(const Preset& a, const Preset& b) {
    const auto parts = [](const Preset& preset) {
        const Preset::Data& data = preset.data;
        return std::tie(data.train, data.validation, data.test, data.text_column, data.label_column,
                        data.validation_split, data.test_split, data.bad_rows, data.max_length,
                        preset.model.path);
    };
    return parts(a) == parts(b);
}

} // namespace tunedesk::ui
