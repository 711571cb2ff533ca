// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/display.h"
#include "ui/style/app_style.h"
#include "ui/style/chip.h"
#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"

#include "event/run_status.h"

#include <QDirIterator>
#include <QFile>
#include <QFontInfo>
#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QPushButton>
#include <QRawFont>
#include <QSet>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::ui::style;

/// The tokens of both themes, computed rather than looked at; icons and faces as they are drawn.
class StyleTest : public QObject {
    Q_OBJECT

    static void themes() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    static const Colors& of(bool dark) { return dark ? dark_colors() : light_colors(); }
    static void verify_contrast(const QColor& text, const QColor& ground, double least, const char* what) {
        const double found = contrast(text, ground);
        QVERIFY2(found >= least, qPrintable(QStringLiteral("%1: %2 on %3 is %4")
                                                .arg(QLatin1String(what), text.name(), ground.name())
                                                .arg(found)));
    }
    static int painted(const QImage& image) {
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += qAlpha(image.pixel(x, y)) > 128;
        return count;
    }

private Q_SLOTS:
    void initTestCase() { load_fonts(); }

    void contrast_is_of_wcag() {
        QCOMPARE(contrast(Qt::white, Qt::white), 1.0);
        QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
        QVERIFY(std::abs(contrast(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.01);
    }

    void texts_are_legible_data() { themes(); }
    void texts_are_legible() {
        QFETCH(bool, dark);
        const Colors& c = of(dark);
        for (const QColor& ground : {c.window, c.surface, c.sunken, c.accent_soft, c.hover()}) {
            verify_contrast(c.text, ground, 7, "text");
            verify_contrast(c.muted, ground, 4.5, "muted");
        }
        verify_contrast(c.on_accent, c.accent, 4.5, "on accent");
        for (const QColor& state : {c.success, c.warning, c.danger, c.info, c.accent, c.muted}) {
            for (const QColor& ground : {c.window, c.surface, c.soft(state)})
                verify_contrast(state, ground, 4.5, "state");
            verify_contrast(c.text, c.soft(state), 7, "text on a chip's ground");
        }
        const QPalette palette = make_palette(c);
        verify_contrast(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase), 4.5,
                        "tool tip");
        verify_contrast(palette.color(QPalette::Text), palette.color(QPalette::AlternateBase), 7, "stripe");
        verify_contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight), 4.5,
                        "selected text");
        QCOMPARE(&colors_of(palette), &c);
    }

    void series_stand_out_data() { themes(); }
    void series_stand_out() {
        QFETCH(bool, dark);
        const Colors& c = of(dark);
        QSet<QPair<QRgb, int>> looks;
        for (std::size_t i = 0; i < series_count; ++i) {
            verify_contrast(c.series[i], c.surface, 3, "series");
            looks.insert({c.series[i].rgb(), static_cast<int>(series_line(c.series[i]))});
            QCOMPARE(series_for(of(!dark).series[i], dark), c.series[i]);
            QCOMPARE(series_for(c.series[i], dark), c.series[i]);
        }
        QCOMPARE(looks.size(), static_cast<int>(series_count));
        QCOMPARE(series_for(QColor(1, 2, 3), dark), QColor(1, 2, 3));
        QCOMPARE(series_line(QColor(1, 2, 3)), Qt::SolidLine);
        QSet<int> lines; // the four that may look alike without color have a line of their own
        for (std::size_t i = 4; i < series_count; ++i)
            lines.insert(static_cast<int>(series_line(c.series[i])));
        QCOMPARE(lines.size(), 4);
        QVERIFY(!lines.contains(static_cast<int>(Qt::SolidLine)));
    }

    void icons_are_drawn_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : icon_names())
            QTest::newRow(qPrintable(name)) << name;
        QVERIFY(icon_names().size() >= 30);
    }
    void icons_are_drawn() {
        QFETCH(QString, name);
        for (const int side : {16, 24, 48}) {
            QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            {
                QPainter painter(&image);
                paint_icon(painter, name, image.rect(), QColor(200, 30, 30));
            }
            const int count = painted(image);
            QVERIFY2(count >= side / 2 && count < side * side / 2, qPrintable(QString::number(count)));
            for (int i = 0; i < side; ++i) // nothing is cut at an edge
                QVERIFY(qAlpha(image.pixel(i, 0)) < 128 && qAlpha(image.pixel(0, i)) < 128 &&
                        qAlpha(image.pixel(i, side - 1)) < 128 && qAlpha(image.pixel(side - 1, i)) < 128);
        }
        QImage nothing(24, 24, QImage::Format_ARGB32_Premultiplied);
        nothing.fill(Qt::transparent);
        QPainter painter(&nothing);
        paint_icon(painter, name + QStringLiteral("-no-such-icon"), nothing.rect(), Qt::red);
        painter.end();
        QCOMPARE(painted(nothing), 0);
    }

    void icons_follow_the_theme() {
        const QIcon home = icon(QStringLiteral("home"));
        QSet<QRgb> darkest;
        for (const bool dark : {false, true}) {
            QApplication::setPalette(make_palette(of(dark)));
            const QImage image = home.pixmap(48, 48).toImage();
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (qAlpha(image.pixel(x, y)) == 255) darkest.insert(image.pixel(x, y));
        }
        QVERIFY(darkest.contains(light_colors().text.rgb()) && darkest.contains(dark_colors().text.rgb()));
    }

    void digits_have_one_width() {
        for (const TextSize size : {TextSize::small, TextSize::body, TextSize::title, TextSize::display}) {
            const QFont face = font(size);
            QCOMPARE(QFontInfo(face).family(), QStringLiteral("TuneDesk Sans"));
            const QFontMetricsF metrics(face);
            for (const QChar digit : QStringLiteral("023456789"))
                QVERIFY(std::abs(metrics.horizontalAdvance(digit) - metrics.horizontalAdvance(u'1')) < 0.05);
        }
        QVERIFY(font(TextSize::small).pointSizeF() < font(TextSize::body).pointSizeF());
        QVERIFY(font(TextSize::title).pointSizeF() < font(TextSize::display).pointSizeF());
    }

    /// Signs that the bundled face lacks are another face's, or boxes where a system has no other.
    void texts_need_no_other_face() {
        const QRawFont face = QRawFont::fromFont(font(TextSize::body));
        QCOMPARE(face.familyName(), QStringLiteral("TuneDesk Sans"));
        const auto is_chinese = [](QChar c) { return c.script() == QChar::Script_Han; };
        int signs = 0;
        QDirIterator sources(QStringLiteral(TUNEDESK_SOURCE_DIR "/ui"), {"*.cpp", "*.h"}, QDir::Files,
                             QDirIterator::Subdirectories);
        while (sources.hasNext()) {
            QFile file(sources.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            for (const QChar c : QString::fromUtf8(file.readAll())) {
                if (c.unicode() < 0x80 || is_chinese(c)) continue;
                ++signs;
                QVERIFY2(face.supportsCharacter(c),
                         qPrintable(QStringLiteral("%1: %2").arg(file.fileName(), c)));
            }
        }
        QVERIFY(signs > 50);
    }

    void every_state_has_a_look() {
        for (const Colors* c : {&light_colors(), &dark_colors()}) {
            for (const std::string_view state : event::state::all)
                QVERIFY2(state_look(std::string(state), *c).icon != QStringLiteral("info"),
                         std::string(state).c_str());
            QVERIFY(state_look("failed", *c).color != state_look("done", *c).color);
            QVERIFY(state_look("failed", *c).icon != state_look("done", *c).icon);
            QCOMPARE(state_look("of a later version", *c).icon, QStringLiteral("info"));
        }
    }

    void a_primary_button_has_the_accent() {
        QApplication::setPalette(make_palette(light_colors()));
        QApplication::setStyle(new AppStyle);
        QPushButton button(QStringLiteral("Start"));
        button.resize(120, 32);
        const auto ground = [&] { return button.grab().toImage().pixelColor(8, 6); };
        QVERIFY(ground() != light_colors().accent);
        make_primary(&button);
        QCOMPARE(ground(), light_colors().accent);
        button.setEnabled(false);
        QVERIFY(ground() != light_colors().accent);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(StyleTest)
#include "style_test.moc"
