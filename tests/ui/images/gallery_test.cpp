// SPDX-License-Identifier: GPL-3.0-or-later
// Images side by side: listed at once however many, decoded as they are seen.

#include "base/clock.h"
#include "base/files/file.h"
#include "ui/display.h"
#include "ui/images/gallery.h"
#include "ui/images/image_list_model.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QListView>
#include <QScrollBar>
#include <QSignalSpy>
#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

void write_image(const fs::path& file, const QColor& color) {
    fs::create_directories(file.parent_path());
    QImage image(40, 30, QImage::Format_RGB32);
    image.fill(color);
    if (!image.save(QString::fromStdString(file.string()), "PNG"))
        throw std::runtime_error("no PNG was written");
}

std::string big_endian(std::uint32_t number) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(number >> shift & 255);
    return bytes;
}

/// IDX files of so many images of 8 x 8 pixels in ten classes.
fs::path write_idx(const fs::path& folder, std::uint32_t images) {
    std::string pixels = big_endian(0x803) + big_endian(images) + big_endian(8) + big_endian(8);
    std::string labels = big_endian(0x801) + big_endian(images);
    for (std::uint32_t i = 0; i < images; ++i) {
        pixels += std::string(64, static_cast<char>(i % 200));
        labels += static_cast<char>(i % 10);
    }
    write_file_atomically(folder / "train-images-idx3-ubyte", pixels);
    write_file_atomically(folder / "train-labels-idx1-ubyte", labels);
    return folder / "train-images-idx3-ubyte";
}

} // namespace

class GalleryTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    fs::path place(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

private Q_SLOTS:
    void classes_are_chosen_and_images_decoded_as_they_are_seen() {
        for (int i = 0; i < 12; ++i)
            write_image(place(fmt::format("pictures/{}/{}.png", i % 3 ? "blue" : "red", i)),
                        i % 3 ? Qt::blue : Qt::red);
        Gallery gallery;
        gallery.resize(700, 500);
        gallery.show_source(image::open_image_source(place("pictures")), image::ImageSplit::train);
        gallery.show();
        QVERIFY(QTest::qWaitForWindowExposed(&gallery));
        QAbstractItemModel* const model = gallery.list()->model();
        QAbstractItemModelTester tester(model);
        QCOMPARE(model->rowCount(), 12);
        QCOMPARE(gallery.classes()->count(), 3);
        QTRY_VERIFY(!model->index(0, 0).data(Qt::DecorationRole).value<QImage>().isNull());
        QCOMPARE(model->index(0, 0).data().toString(), QString("blue"));
        QCOMPARE(QColor(model->index(0, 0).data(Qt::DecorationRole).value<QImage>().pixel(5, 5)),
                 QColor(Qt::blue));
        gallery.classes()->setCurrentIndex(2);
        Q_EMIT gallery.classes()->activated(2);
        QCOMPARE(model->rowCount(), 4);
        QTRY_COMPARE(QColor(model->index(3, 0).data(Qt::DecorationRole).value<QImage>().pixel(5, 5)),
                     QColor(Qt::red));
        QSignalSpy opened(&gallery, &Gallery::opened);
        QTest::mouseClick(gallery.list()->viewport(), Qt::LeftButton, {},
                          gallery.list()->visualRect(model->index(1, 0)).center());
        QTest::mouseDClick(gallery.list()->viewport(), Qt::LeftButton, {},
                           gallery.list()->visualRect(model->index(1, 0)).center());
        QCOMPARE(opened.count(), 1);
    }

    void a_broken_image_has_a_place_too() {
        write_image(place("broken/a/1.png"), Qt::green);
        write_file_atomically(place("broken/a/2.png"), "no picture");
        Gallery gallery;
        gallery.show_source(image::open_image_source(place("broken")), image::ImageSplit::train);
        QAbstractItemModel* const model = gallery.list()->model();
        QCOMPARE(model->rowCount(), 2);
        QTRY_COMPARE(model->index(1, 0).data(Qt::DecorationRole).value<QImage>().size(), QSize(1, 1));
    }

    /// A hard limit against a hang; the figures are said.
    void fifty_thousand_are_listed_and_scrolled() {
        const fs::path file = write_idx(place(""), 50'000);
        const double before = monotonic_seconds();
        Gallery gallery;
        gallery.resize(1000, 700);
        gallery.show_source(image::open_image_source(file), image::ImageSplit::train);
        gallery.show();
        QVERIFY(QTest::qWaitForWindowExposed(&gallery));
        gallery.list()->grab();
        const double listed = monotonic_seconds() - before;
        QCOMPARE(gallery.list()->model()->rowCount(), 50'000);
        QScrollBar* const bar = gallery.list()->verticalScrollBar();
        QVERIFY(bar->maximum() > 10'000);
        int frames = 0;
        const double scrolling = monotonic_seconds();
        for (; frames < 120; ++frames) {
            bar->setValue(bar->maximum() / 120 * frames);
            gallery.list()->viewport()->repaint();
            QCoreApplication::processEvents();
        }
        const double a_second = frames / (monotonic_seconds() - scrolling);
        qInfo("listed in %.2f s, %.0f frames a second", listed, a_second);
        QVERIFY(listed < 20 && a_second > 5);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(GalleryTest)
#include "gallery_test.moc"
