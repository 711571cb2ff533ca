// SPDX-License-Identifier: GPL-3.0-or-later
// What an image's parts contribute, over the image.

#include "ui/display.h"
#include "ui/report/try/contribution_view.h"
#include "ui/report/try/heat_view.h"

using namespace tunedesk::ui;

class HeatViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parts_are_tinted_by_their_sign() {
        QImage image(64, 64, QImage::Format_RGB32);
        image.fill(Qt::white);
        HeatView view;
        view.resize(200, 200);
        view.show_image(image);
        QCOMPARE(view.grab().toImage().pixelColor(50, 50), QColor(Qt::white));
        view.show_contributions({2, 0, 0, -2});
        const QImage shown = view.grab().toImage();
        const QColor best = shown.pixelColor(50, 50), none = shown.pixelColor(150, 50),
                     worst = shown.pixelColor(150, 150);
        QVERIFY(best.blue() > best.red() + 50);
        QCOMPARE(none, QColor(Qt::white));
        QVERIFY(worst.red() > worst.blue() + 50);
    }

    void other_numbers_than_squares_change_nothing() {
        QImage image(64, 64, QImage::Format_RGB32);
        image.fill(Qt::white);
        HeatView view;
        view.resize(200, 200);
        view.show_image(image);
        view.show_contributions({1, 2, 3});
        QCOMPARE(view.grab().toImage().pixelColor(50, 50), QColor(Qt::white));
        view.show_image({});
        QCOMPARE(view.patches(), std::size_t{0});
    }
};

TUNEDESK_WINDOW_TEST_MAIN(HeatViewTest)
#include "heat_view_test.moc"
