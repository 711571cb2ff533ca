// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/batch/sliding_windows.h"
#include "data/tokenize/tokenizer.h"
#include "ui/widgets/background.h"

#include <QWidget>
#include <memory>

class QLabel;
class QTextBrowser;

namespace tunedesk::ui {

/// The tokens of one text: special ones are muted, truncated ones struck through. The tokenizer is loaded
/// once per folder, in the background.
class TokenView : public QWidget {
    Q_OBJECT

public:
    explicit TokenView(QWidget* parent = nullptr);

    struct Asked {
        fs::path model;
        QString text, pair;
        bool has_pair = false;
        int max_length = 512;
        bool truncate_left = false;
        data::SlidingWindows windows = {}; ///< for data.stride
    };
    void show_text(const Asked& asked);
    void clear();
    QString summary() const;

Q_SIGNALS:
    void shown();

private:
    struct Answer;
    void show_answer(const Answer& answer);

    fs::path model_;
    std::shared_ptr<const data::Tokenizer> tokenizer_;
    CancelToken running_;
    QLabel* summary_;
    QTextBrowser* tokens_;
};

} // namespace tunedesk::ui
