// SPDX-License-Identifier: GPL-3.0-or-later
// Zip archives of images: what is read, and what is refused.

#include "data/files.h"
#include "data/image/source/zip_archive.h"
#include "image/zip_writer.h"

#include <atomic>
#include <thread>

using namespace tunedesk;
using namespace tunedesk::image;

namespace {

constexpr std::uint64_t plenty = 1 << 20;

/// The bytes of file `number`: none of another's length.
std::string content(int number) {
    std::string text;
    for (int i = 0; i < 7 * number; ++i)
        text += static_cast<char>('a' + i % 26);
    return text;
}

} // namespace

class ZipTest : public QObject {
    Q_OBJECT

private:
    Files files_;

    std::string write(const std::string& bytes) const { return files_.write("images.zip", bytes); }
    /// The message that an archive of these bytes is refused with; empty where it is not.
    std::string refusal(const std::string& bytes) const {
        const std::string path = write(bytes);
        const Error error = error_from([&] { (void)ZipArchive(path); });
        return error.is(ErrorId::image_archive_refused) ? error.message() : std::string();
    }
    std::string refusal(const std::string& name, const ZipWriter::Options& options) const {
        ZipWriter writer;
        writer.add("a/before.jpg", "before");
        writer.add(name, std::string(3000, 'x'), options);
        return refusal(writer.bytes());
    }

private Q_SLOTS:
    void filesAreReadInAnyOrder() {
        ZipWriter writer;
        writer.add("b/", "");
        for (int i = 0; i < 300; ++i)
            writer.add("b/" + std::to_string(i) + ".jpg", content(i), {.deflate = i % 2 == 0});
        for (const bool zip64 : {false, true}) {
            const ZipArchive archive(write(writer.bytes(zip64, "a comment")));
            QCOMPARE(archive.entries().size(), std::size_t{300});
            QCOMPARE(archive.entries()[1].name, std::string("b/1.jpg"));
            std::atomic<int> right = 0;
            const auto read = [&](std::size_t begin, std::size_t step) {
                for (std::size_t i = begin; i < 300; i += step) {
                    const ZipEntry& entry = archive.entries()[i];
                    right += archive.read(entry, plenty) == content(std::stoi(entry.name.substr(2)));
                }
            };
            {
                std::jthread one([&] { read(0, 2); }), other([&] { read(1, 2); });
            }
            QCOMPARE(right.load(), 300);
        }
    }

    void largeNumbersAreReadFromZip64() {
        ZipWriter writer;
        writer.add("one.jpg", "1");
        writer.add("two.jpg", "22", {.zip64 = true});
        const ZipArchive archive(write(writer.bytes()));
        QCOMPARE(archive.read(archive.entries()[1], plenty), std::string("22"));
    }

    // FAULTS 33
    void namesThatLeadOutAreRefused() {
        using namespace std::string_literals;
        for (const std::string& name : {"../x.jpg"s, "a/../../x.jpg"s, "/etc/x.jpg"s, "a\\..\\x.jpg"s,
                                        "C:x.jpg"s, "a/.."s, "a\0b.jpg"s, ""s}) {
            const std::string message = refusal(name, {});
            QVERIFY2(contains(message, "leads out of it"), message.c_str());
        }
        QVERIFY(contains(refusal("link.jpg", {.attributes = 0120777u << 16}), "is a link"));
    }

    void whatCannotBeReadIsRefused() {
        QVERIFY(contains(refusal("a.jpg", {.flags = 1}), "it is encrypted"));
        QVERIFY(contains(refusal("a.jpg", {.method = 12}), "a method other than deflate"));
        QVERIFY(contains(refusal("a.jpg", {.claimed_bytes = 5}), "it is damaged"));
        QVERIFY(contains(refusal("a/before.jpg", {}), "is there twice"));
        QVERIFY(contains(refusal("a.jpg", {.header = 0}), "overlaps"));
        QVERIFY(contains(refusal("a.jpg", {.header = 1 << 20}), "overlaps"));
        QVERIFY(contains(refusal("no archive"), "it is not a zip archive"));
        QVERIFY(contains(refusal(""), "it is not a zip archive"));
        const std::string missing = files_.path("missing.zip");
        QVERIFY(error_from([&] { (void)ZipArchive(missing); }).is(ErrorId::data_unreadable));
    }

    void everyCutIsRefused() {
        ZipWriter writer;
        writer.add("a.jpg", "some bytes", {.deflate = true});
        writer.add("b.jpg", "other bytes");
        for (const bool zip64 : {false, true}) {
            const std::string bytes = writer.bytes(zip64);
            for (std::size_t length = 0; length < bytes.size(); ++length)
                QVERIFY(!refusal(bytes.substr(0, length)).empty());
        }
    }

    /// A file that is small in the archive and large outside, or says so.
    void bombsAreRefused() {
        ZipWriter writer;
        writer.add("zeros.jpg", std::string(2 * plenty, '\0'), {.deflate = true});
        writer.add("liar.jpg", std::string(5000, '\0'), {.deflate = true, .claimed_bytes = 100});
        writer.add("other_liar.jpg", "short", {.deflate = true, .claimed_bytes = 900'000});
        writer.add("third_liar.jpg", std::string(5000, '\0'), {.deflate = true, .claimed_bytes = 5001});
        const ZipArchive archive(write(writer.bytes()));
        const auto error = [&](std::size_t i) {
            return error_from([&] { (void)archive.read(archive.entries()[i], plenty); });
        };
        QCOMPARE(archive.entries()[3].name, std::string("zeros.jpg"));
        QVERIFY(error(3).is(ErrorId::image_archive_refused));
        QVERIFY(contains(error(3).message(), "the entry is larger than 1 MiB"));
        for (const std::size_t liar : {0, 1, 2}) {
            QVERIFY(error(liar).is(ErrorId::image_unreadable));
            QVERIFY(contains(error(liar).where(), "liar.jpg"));
        }
    }

    void damageIsFoundByTheChecksum() {
        ZipWriter writer;
        writer.add("a.jpg", "some bytes that are stored");
        std::string bytes = writer.bytes();
        bytes[bytes.find("stored")] ^= 1;
        const ZipArchive archive(write(bytes));
        QVERIFY(error_from([&] {
                    (void)archive.read(archive.entries()[0], plenty);
                }).is(ErrorId::image_unreadable));
    }

    // FAULTS 39
    void aFileThatShrinksIsNoSignal() {
        ZipWriter writer;
        writer.add("a.jpg", std::string(100'000, 'a'));
        const std::string path = write(writer.bytes());
        const ZipArchive archive(path);
        fs::resize_file(path, 1000);
        QVERIFY(error_from([&] {
                    (void)archive.read(archive.entries()[0], plenty);
                }).is(ErrorId::image_unreadable));
    }
};

QTEST_GUILESS_MAIN(ZipTest)
#include "zip_test.moc"
