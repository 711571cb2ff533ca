// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/doctor/class_keys.h"

#include "ui/style/tokens.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text.h"

#include <QGridLayout>
#include <QPushButton>
#include <algorithm>
#include <numeric>

namespace tunedesk::ui {

namespace {

constexpr int keys_in_column = 3;
constexpr int name_letters = 18; // longer names are shortened in the middle

} // namespace

ClassKeys::ClassKeys(QWidget* parent) : QWidget(parent) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(style::xs);
    for (int i = 0; i < most; ++i) {
        auto* button = new QPushButton;
        button->setFocusPolicy(Qt::NoFocus); // the list keeps the keyboard focus
        button->hide();
        grid->addWidget(button, i % keys_in_column, i / keys_in_column);
        connect(button, &QPushButton::clicked, this, [this, i] { Q_EMIT chosen(class_of(i + 1)); });
        buttons_[static_cast<std::size_t>(i)] = button;
    }
}

void ClassKeys::show_row(const std::vector<std::string>& names, std::span<const float> probabilities,
                         std::int32_t label, std::int32_t proposed) {
    classes_.resize(names.size());
    std::iota(classes_.begin(), classes_.end(), 0);
    if (classes_.size() > most) {
        const auto likelier = [&](std::int32_t a, std::int32_t b) {
            return probabilities[static_cast<std::size_t>(a)] > probabilities[static_cast<std::size_t>(b)];
        };
        std::ranges::partial_sort(classes_, classes_.begin() + most, likelier);
        classes_.resize(most);
    }
    const int room = name_letters * fontMetrics().averageCharWidth();
    for (std::size_t i = 0; i < buttons_.size(); ++i) {
        QPushButton* button = buttons_[i];
        button->setVisible(i < classes_.size());
        if (i >= classes_.size()) continue;
        const auto id = static_cast<std::size_t>(classes_[i]);
        const QString name = fontMetrics().elidedText(to_qt(names[id]).simplified(), Qt::ElideMiddle, room);
        QString text =
            QStringLiteral("%1  %2  %3").arg(i + 1).arg(name, QString::number(probabilities[id], 'f', 2));
        if (classes_[i] == label) text += QStringLiteral(" · ") + tr("label");
        if (classes_[i] == proposed) text += QStringLiteral(" · ") + tr("proposed");
        button->setText(menu_text(text));
        QFont font = this->font();
        font.setBold(classes_[i] == proposed);
        button->setFont(font);
    }
}

void ClassKeys::show_none() {
    classes_.clear();
    for (QPushButton* button : buttons_)
        button->hide();
}

std::int32_t ClassKeys::class_of(int key) const {
    return key >= 1 && key <= static_cast<int>(classes_.size()) ? classes_[static_cast<std::size_t>(key - 1)]
                                                                : -1;
}

} // namespace tunedesk::ui
