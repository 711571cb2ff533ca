// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

#include <QWidget>

class QFrame;
class QLabel;

namespace tunedesk::ui {

/// What a key means, its name here and Hugging Face's, its default and range: a card at the height of the
/// field that has the focus, or in a narrow window a strip below the form. Window's thread.
class FieldHelp : public QWidget {
    Q_OBJECT

public:
    explicit FieldHelp(QWidget* parent = nullptr);

    void show_key(const preset::Key& key);
    /// Beside the form, else below it.
    void set_beside(bool beside);
    /// The height in this widget at which the card stands, as far as it has room there; kept on a resize.
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
