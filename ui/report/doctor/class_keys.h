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

/// The classes that the keys 1 to 9 give a row, each with what the model gives it. Of more than nine classes
/// the nine likeliest for the row, the likeliest first.
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
    std::vector<std::int32_t> classes_; ///< of the keys
};

} // namespace tunedesk::ui
