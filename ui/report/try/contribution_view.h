// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QVector>
#include <QWidget>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// Colors of positive and negative contributions to a class: Okabe and Ito's blue and vermilion.
inline const QColor speaks_for(0, 114, 178), speaks_against(213, 94, 0);

/// Tokens on colored backgrounds: blue for positive, orange for negative contributions to the class, more
/// intense for larger ones. Pieces of a word are adjacent. The tool tip shows the value.
class ContributionView : public QWidget {
    Q_OBJECT

public:
    explicit ContributionView(QWidget* parent = nullptr);

    void show_tokens(const std::vector<std::string>& tokens, const std::vector<double>& contributions);
    void clear() { show_tokens({}, {}); }
    /// An explanation of the two colors, as one line of rich text.
    static QString legend();

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {400, heightForWidth(400)}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Piece {
        QString text;
        double contribution = 0;
        bool joined = false; ///< continues the word before
    };
    /// The position of each piece for this width.
    QVector<QRect> placed(int width) const;

    std::vector<Piece> pieces_;
    double largest_ = 0;
};

} // namespace tunedesk::ui
