// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

class QPushButton;

namespace tunedesk::ui {

/// The classes assigned by the keys 1 to 9, each with its predicted probability. If there are more than nine,
/// the nine most likely for the row, most likely first.
class ClassKeys : public QWidget {
    Q_OBJECT

public:
    static constexpr int most = 9;

    explicit ClassKeys(QWidget* parent = nullptr);

    void show_row(const std::vector<std::string>& names, std::span<const float> probabilities,
                  std::int32_t label, std::int32_t proposed);
    void show_none();
    /// The class of a key from 1; -1 if it has none.
    std::int32_t class_of(int key) const;

Q_SIGNALS:
    /// A class was chosen with the mouse.
    void chosen(int label);

private:
    std::array<QPushButton*, most> buttons_{};
    std::vector<std::int32_t> classes_; ///< classes by key
};

} // namespace tunedesk::ui
