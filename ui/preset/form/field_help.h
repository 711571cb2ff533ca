// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

#include <QWidget>

class QFrame;
class QLabel;

namespace tunedesk::ui {

/// Help on a key: its meaning, its name here and in Hugging Face, default and range. Shown as a card beside
/// the focused field, or in a narrow window as a strip below the form. Window's thread.
class FieldHelp : public QWidget {
    Q_OBJECT

public:
    explicit FieldHelp(QWidget* parent = nullptr);

    void show_key(const preset::Key& key);
    /// Beside the form, else below it.
    void set_beside(bool beside);
    /// Moves the card to a height in this widget, as far as there is room; kept on a resize.
    void place(int top);
    /// All that is shown, a line a part; for tests.
    QString text() const;

    static constexpr int width_beside = 290; ///< pixels

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void show_texts();
    void lay_out_card();

    const preset::Key* key_ = nullptr; ///< null: none yet
    QFrame* card_;
    QLabel *label_, *names_, *help_, *limits_;
    bool is_beside_ = true;
    int top_ = 0;
};

} // namespace tunedesk::ui
