// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QVector>
#include <QWidget>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// Of what speaks for a class and what against it: Okabe and Ito's blue and vermilion.
inline const QColor speaks_for(0, 114, 178), speaks_against(213, 94, 0);

/// Tokens on coloured grounds: what speaks for the class blue, what speaks against it orange, the stronger
/// the more. Pieces of a word stand together. The figure is a token's tool tip.
class ContributionView : public QWidget {
    Q_OBJECT

public:
    explicit ContributionView(QWidget* parent = nullptr);

    void show_tokens(const std::vector<std::string>& tokens, const std::vector<double>& contributions);
    void clear() { show_tokens({}, {}); }
    /// What the two colours mean, as rich text of one line.
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
    /// Where each piece stands in this width.
    QVector<QRect> placed(int width) const;

    std::vector<Piece> pieces_;
    double largest_ = 0;
};

} // namespace tunedesk::ui
