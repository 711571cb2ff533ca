// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tunedesk::ui {

class EstimateStrip;
class PresetDocument;
class PresetForm;
class PresetTextEdit;

/// Marks what is wrong with a preset, and with the files it names, at the fields of the form and at the lines
/// of the text. Window's thread.
class ProblemMarks : public QObject {
    Q_OBJECT

public:
    /// All must live as long.
    ProblemMarks(PresetDocument* document, PresetForm* form, PresetTextEdit* text, EstimateStrip* strip,
                 QObject* parent);

    /// Marks the keys whose files, here or on the server, are wrong, and their lines.
    void show_file_problems();
    /// Marks the lines with the text's own errors, and those of values whose files are wrong.
    void mark_lines();
    /// Puts the focus on the field or the line of a problem; nothing for one that the data check solves.
    void go_to(const QString& key, const QString& place);

Q_SIGNALS:
    /// The focus is about to move to a field: what hides the page must make way.
    void front_requested();
    /// A line of the text is to be seen.
    void text_requested();

private:
    PresetDocument* document_;
    PresetForm* form_;
    PresetTextEdit* text_;
    EstimateStrip* strip_;
};

} // namespace tunedesk::ui
