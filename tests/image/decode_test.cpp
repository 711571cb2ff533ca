// SPDX-License-Identifier: GPL-3.0-or-later
// JPEG and PNG against Pillow (tests/golden/image/make_image.py), and what is refused.

#include "data/files.h"
#include "data/image/decode/decode.h"
#include "image/golden_image.h"

#include <zlib.h>

using namespace tunedesk;
using namespace tunedesk::image;

namespace {

/// A PNG chunk with its checksum.
std::string png_chunk(const std::string& kind, const std::string& data) {
    const auto number = [](std::uint32_t value) {
        std::string text;
        for (int shift = 24; shift >= 0; shift -= 8)
            text += static_cast<char>(value >> shift);
        return text;
    };
    const std::string body = kind + data;
    const auto crc = static_cast<std::uint32_t>(
        ::crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size())));
    return number(static_cast<std::uint32_t>(data.size())) + body + number(crc);
}

} // namespace

class DecodeTest : public QObject {
    Q_OBJECT

private:
    GoldenImages golden_;

private Q_SLOTS:
    void pixelsAreThoseOfPillow_data() {
        QTest::addColumn<QString>("name");
        const auto names = golden_.names("file/");
        QVERIFY(names.size() > 35);
        for (const std::string& name : names)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void pixelsAreThoseOfPillow() {
        QFETCH(QString, name);
        const std::string bytes = golden_.bytes("file/" + name.toStdString());
        const Picture wanted = golden_.picture("picture/" + name.toStdString());
        const Picture found = decode_image(bytes, "golden");
        QCOMPARE(difference(found, wanted), 0);
        const ImageSize size = image_size(bytes, "golden");
        QCOMPARE(size.width, wanted.width());
        QCOMPARE(size.height, wanted.height());
    }

    // FAULTS 49
    /// A file that is cut anywhere is refused or, where only its end mark is missing, whole.
    void everyCutIsFound_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"420.jpg", "progressive.jpg", "cmyk.jpg", "exif6.jpg", "rgb8.png",
                                 "interlaced.png", "palette4.png"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void everyCutIsFound() {
        QFETCH(QString, name);
        const std::string bytes = golden_.bytes("file/" + name.toStdString());
        const Picture wanted = golden_.picture("picture/" + name.toStdString());
        std::size_t refused = 0;
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            const Error error = error_from(
                [&] { QCOMPARE(difference(decode_image(bytes.substr(0, length), "cut"), wanted), 0); });
            if (error.id() == 0) continue;
            QVERIFY2(error.is(ErrorId::image_unreadable), error.line().c_str());
            QCOMPARE(error.where(), std::string("cut"));
            ++refused;
        }
        QVERIFY(refused + 16 >= bytes.size());
    }

    void lostDataIsRefused() {
        std::string bytes = golden_.bytes("file/420.jpg");
        const std::size_t middle = bytes.size() - bytes.size() / 4;
        bytes.replace(middle, 2, "\xFF\xD9"); // the end mark, early
        const Error error = error_from([&] { (void)decode_image(bytes, "damaged"); });
        QVERIFY2(error.is(ErrorId::image_unreadable), error.line().c_str());
        QVERIFY(contains(error.message(), "Corrupt JPEG data"));

        std::string png = golden_.bytes("file/rgb8.png");
        png[png.size() - 30] ^= 1; // of the pixels, whose checksum is then wrong
        QVERIFY(error_from([&] { (void)decode_image(png, "damaged"); }).is(ErrorId::image_unreadable));
    }

    void otherFilesAreNamed() {
        using namespace std::string_view_literals;
        const auto message = [](std::string_view bytes) {
            const Error error = error_from([&] { (void)decode_image(bytes, "other"); });
            return std::to_string(error.id()) + " " + error.message();
        };
        QCOMPARE(message(""), std::string("3154 cannot read the image: it is empty"));
        QCOMPARE(message("GIF89a and more"), std::string("3156 image is GIF, not JPEG or PNG"));
        QCOMPARE(message("RIFF\1\2\3\4WEBPVP8 "), std::string("3156 image is WebP, not JPEG or PNG"));
        QCOMPARE(message("BM123456"), std::string("3156 image is BMP, not JPEG or PNG"));
        QCOMPARE(message("II*\0\1\1\1\1"sv), std::string("3156 image is TIFF, not JPEG or PNG"));
        QCOMPARE(message("<html>"), std::string("3156 image is of an unknown format, not JPEG or PNG"));
        QVERIFY(message("\x89PN").starts_with("3154"));
    }

    /// The header alone decides: there is no memory of 60,000 x 60,000 pixels here.
    void bombsAreRefusedByTheirHeaders() {
        for (const char* name : {"bomb_png", "bomb_jpg"}) {
            const std::string path = std::string(TUNEDESK_SOURCE_DIR "/tests/fuzz/corpus/image/") + name;
            const std::string bytes = read_file(path, ErrorId::file_unreadable);
            const Error error = error_from([&] { (void)decode_image(bytes, name); });
            QVERIFY2(error.is(ErrorId::image_too_large), error.line().c_str());
            QVERIFY(contains(error.message(), "the limit is 89,478,485 pixels"));
            QVERIFY(error_from([&] { (void)image_size(bytes, name); }).is(ErrorId::image_too_large));
        }
        const std::string small = golden_.bytes("file/420.jpg");
        QVERIFY(error_from([&] {
                    (void)decode_image(small, "", {.max_pixels = 37 * 29 - 1});
                }).is(ErrorId::image_too_large));
        QCOMPARE(decode_image(small, "", {.max_pixels = 37 * 29}).width(), 37);
    }

    /// A text that unpacks to 64 MiB, in a PNG of a few pixels.
    void chunksAreLimited() {
        const std::string text(64u << 20, 'x');
        uLongf packed_bytes = ::compressBound(text.size());
        std::string packed(packed_bytes, '\0');
        QCOMPARE(::compress2(reinterpret_cast<Bytef*>(packed.data()), &packed_bytes,
                             reinterpret_cast<const Bytef*>(text.data()), text.size(), 9),
                 Z_OK);
        packed.resize(packed_bytes);
        std::string png = golden_.bytes("file/rgb8.png");
        constexpr std::size_t header_bytes = 8 + 12 + 13;
        png.insert(header_bytes, png_chunk("zTXt", std::string("Comment\0\0", 9) + packed));
        const Error error = error_from(
            [&] { QCOMPARE(difference(decode_image(png, "text"), golden_.picture("picture/rgb8.png")), 0); });
        QVERIFY2(error.id() == 0 || error.is(ErrorId::image_unreadable), error.line().c_str());
    }

    void jpegsAreReducedWhereAsked() {
        const std::string bytes = golden_.bytes("file/420.jpg"); // 37 x 29
        const auto size = [&](int reduce_to) {
            const Picture picture = decode_image(bytes, "", {.reduce_to = reduce_to});
            return std::pair(picture.width(), picture.height());
        };
        QCOMPARE(size(0), std::pair(37, 29));
        QCOMPARE(size(15), std::pair(37, 29));
        QCOMPARE(size(14), std::pair(19, 15));
        QCOMPARE(size(7), std::pair(10, 8));
        QCOMPARE(size(3), std::pair(5, 4));
        QCOMPARE(size(1), std::pair(5, 4));
    }
};

QTEST_GUILESS_MAIN(DecodeTest)
#include "decode_test.moc"
