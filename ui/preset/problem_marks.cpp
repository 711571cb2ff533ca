// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/problem_marks.h"

#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/form/preset_form.h"
#include "ui/preset/form/preset_text_edit.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QMap>

namespace tunedesk::ui {

ProblemMarks::ProblemMarks(PresetDocument* document, PresetForm* form, PresetTextEdit* text,
                           EstimateStrip* strip, QObject* parent)
    : QObject(parent), document_(document), form_(form), text_(text), strip_(strip) {}

void ProblemMarks::show_file_problems() {
    const ShownCheck* shown = strip_->shown();
    form_->show_file_problems(shown ? shown->file_problems() : std::map<std::string, std::string>());
    mark_lines();
}

void ProblemMarks::mark_lines() {
    const ParsedPreset& parsed = document_->parsed();
    QMap<int, QString> problems;
    const auto mark = [&](int line, const std::string& key, const QString& what) {
        if (line == 0) return;
        QString& text = problems[line];
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) +
                (key.empty() ? what : to_qt(key) + QStringLiteral(": ") + what);
    };
    for (const preset::Problem& problem : parsed.draft.problems)
        mark(line_in(document_->file(), problem.place), problem.key, phrase_text(problem.what));
    if (const ShownCheck* shown = strip_->shown(); shown && parsed.readable)
        for (const auto& [key, what] : shown->file_problems())
            if (const auto line = parsed.line_of.find(key); line != parsed.line_of.end())
                mark(line->second, key, to_qt(what));
    text_->show_problems(problems);
}

void ProblemMarks::go_to(const QString& key, const QString& place) {
    if (place == QLatin1String(ShownCheck::in_data_check)) return; // resolved there, not in a field
    Q_EMIT front_requested();
    if (const preset::Key* found = key_of(key.toStdString()))
        form_->go_to(*found);
    else if (const int line = line_in(document_->file(), place.toStdString()); line > 0) {
        Q_EMIT text_requested();
        text_->go_to_line(line);
        text_->setFocus();
    }
}

} // namespace tunedesk::ui
