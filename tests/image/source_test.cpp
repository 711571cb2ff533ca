// SPDX-License-Identifier: GPL-3.0-or-later
// Where images come from: folders, archives, CIFAR-10, IDX and tables.

#include "data/files.h"
#include "data/image/image_rows.h"
#include "data/image/source/examine.h"
#include "data/image/source/layout.h"
#include "image/golden_image.h"
#include "image/zip_writer.h"

#include <QProcess>

using namespace tunedesk;
using namespace tunedesk::image;

namespace {

std::string listed(const ImageSource& source) {
    std::string text;
    for (const ImageEntry& entry : source.entries()) {
        const char* split[] = {"-", "train", "validation", "test"};
        text += entry.name + " " +
                (entry.label < 0 ? "-" : source.classes()[static_cast<std::size_t>(entry.label)]) + " " +
                split[static_cast<int>(entry.split)] + "\n";
    }
    return text;
}

std::string big_endian(std::uint32_t value) {
    std::string text;
    for (int shift = 24; shift >= 0; shift -= 8)
        text += static_cast<char>(value >> shift);
    return text;
}

} // namespace

class SourceTest : public QObject {
    Q_OBJECT

private:
    GoldenImages golden_;
    const std::string jpeg_ = golden_.bytes("file/420.jpg"), png_ = golden_.bytes("file/rgb8.png");

    static void put(const Files& files, const std::string& name, const std::string& bytes) {
        fs::create_directories(fs::path(files.path(name)).parent_path());
        (void)files.write(name, bytes);
    }

private Q_SLOTS:
    void foldersOfSplitsAndClasses() {
        const Files files;
        for (const char* name : {"set/train/dog/2.jpg", "set/train/dog/10.JPG", "set/train/cat/1.jpg",
                                 "set/val/cat/9.jpg", "set/test/3.jpg", "set/train/cat/.hidden.jpg"})
            put(files, name, jpeg_);
        put(files, "set/train/bird/deep/er/4.png", png_);
        put(files, "set/readme.txt", "text");
        put(files, "set/train/cat/notes.csv", "text");
        const auto source = open_image_source(files.path("set"));
        QCOMPARE(listed(*source), std::string("test/3.jpg - test\n"
                                              "train/bird/deep/er/4.png bird train\n"
                                              "train/cat/1.jpg cat train\n"
                                              "train/dog/10.JPG dog train\n"
                                              "train/dog/2.jpg dog train\n"
                                              "val/cat/9.jpg cat validation\n"));
        QCOMPARE(source->classes(), (std::vector<std::string>{"bird", "cat", "dog"}));
        QCOMPARE(source->ignored(), std::uint64_t{2});
        QCOMPARE(source->bytes(2), jpeg_);
        QCOMPARE(difference(source->picture(1), golden_.picture("picture/rgb8.png")), 0);
        QCOMPARE(source->place(0), files.path("set/test/3.jpg"));
    }

    void foldersOfClasses() {
        const auto layout = lay_out({"cat/1.jpg", "dog/2.jpg", "loose.jpg", "train/3.jpg"});
        QCOMPARE(layout.listing.classes, (std::vector<std::string>{"cat", "dog", "train"}));
        QCOMPARE(layout.origins, (std::vector<std::size_t>{0, 1, 3}));
        QCOMPARE(layout.listing.ignored, std::uint64_t{1});
        const auto plain = lay_out({"1.jpg", "2.jpg"});
        QVERIFY(plain.listing.classes.empty() && plain.listing.entries[1].label == -1);
        const auto wrapped = lay_out({"a/b/cat/1.jpg", "a/b/dog/2.jpg"});
        QCOMPARE(wrapped.listing.classes, (std::vector<std::string>{"cat", "dog"}));
        const auto splits = lay_out({"outer/train/cat/1.jpg", "outer/test/cat/1.jpg"});
        QVERIFY(splits.listing.entries[1].split == ImageSplit::test);
        QVERIFY(lay_out({}).listing.entries.empty());
    }

    void fingerprintsChangeWithTheImages() {
        const Files files;
        put(files, "a/1.jpg", jpeg_);
        const auto print = [&] { return open_image_source(files.path("."))->fingerprint(); };
        const std::string before = print();
        QCOMPARE(print(), before);
        put(files, "a/1.jpg", jpeg_ + "x");
        const std::string longer = print();
        put(files, "a/2.jpg", jpeg_);
        QVERIFY(longer != before && print() != longer && print() != before);
    }

    void archives() {
        const Files files;
        ZipWriter train, test;
        train.add("dog/1.jpg", jpeg_);
        train.add("cat/2.png", png_, {.deflate = true});
        train.add("__MACOSX/cat/2.png", "litter");
        train.add("readme.md", "text");
        test.add("dog/3.jpg", jpeg_);
        put(files, "set/train.zip", train.bytes());
        put(files, "set/test.zip", test.bytes());
        const auto both = open_image_source(files.path("set"));
        QCOMPARE(listed(*both),
                 std::string("dog/3.jpg dog test\ncat/2.png cat train\ndog/1.jpg dog train\n"));
        QCOMPARE(both->ignored(), std::uint64_t{1});
        QCOMPARE(both->place(1), files.path("set/train.zip") + ": cat/2.png");
        QCOMPARE(difference(both->picture(1), golden_.picture("picture/rgb8.png")), 0);
        const auto one = open_image_source(files.path("set/train.zip"));
        QCOMPARE(listed(*one), std::string("cat/2.png cat train\ndog/1.jpg dog train\n"));
        QVERIFY(one->fingerprint() != both->fingerprint());
    }

    void cifarFiles() {
        const Files files;
        std::string records;
        for (const int label : {3, 0, 9}) {
            records += static_cast<char>(label);
            for (int i = 0; i < 3072; ++i)
                records += static_cast<char>(i % 251 + label);
        }
        put(files, "set/data_batch_1.bin", records);
        put(files, "set/test_batch.bin", records.substr(0, 3073));
        put(files, "set/readme.html", "text");
        const auto source = open_image_source(files.path("set"));
        QCOMPARE(listed(*source),
                 std::string("data_batch_1.bin[0] cat train\ndata_batch_1.bin[1] airplane train\n"
                             "data_batch_1.bin[2] truck train\ntest_batch.bin[0] cat test\n"));
        const Picture picture = source->picture(1);
        QCOMPARE(picture.width(), 32);
        for (const int c : {0, 1, 2})
            QCOMPARE(int{picture.row(2)[3 * 5 + c]}, (1024 * c + 2 * 32 + 5) % 251);
        QCOMPARE(source->bytes(1).size(), std::size_t{3072});

        put(files, "other/data_batch_1.bin", records + "x");
        QVERIFY(error_from([&] {
                    (void)open_image_source(files.path("other"));
                }).is(ErrorId::image_set_unusable));
        records[3073] = 10;
        put(files, "other/data_batch_1.bin", records);
        const Error error =
            error_from([&] { (void)open_image_source(files.path("other/data_batch_1.bin")); });
        QVERIFY(contains(error.message(), "record 1 has the class 10"));
    }

    void idxFiles() {
        const Files files;
        std::string pixels;
        for (int i = 0; i < 3 * 4 * 2; ++i)
            pixels += static_cast<char>(10 * i);
        const std::string images = big_endian(0x803) + big_endian(3) + big_endian(4) + big_endian(2) + pixels;
        put(files, "set/train-images-idx3-ubyte", images);
        put(files, "set/train-labels-idx1-ubyte",
            big_endian(0x801) + big_endian(3) + std::string("\2\0\1", 3));
        put(files, "set/t10k-images.idx3-ubyte", images);
        put(files, "set/t10k-labels.idx1-ubyte",
            big_endian(0x801) + big_endian(3) + std::string("\2\2\2", 3));
        QCOMPARE(
            QProcess::execute("gzip", {QString::fromStdString(files.path("set/t10k-images.idx3-ubyte"))}), 0);
        const auto source = open_image_source(files.path("set"));
        QCOMPARE(listed(*source), std::string("t10k-images.idx3-ubyte.gz[0] 2 test\n"
                                              "t10k-images.idx3-ubyte.gz[1] 2 test\n"
                                              "t10k-images.idx3-ubyte.gz[2] 2 test\n"
                                              "train-images-idx3-ubyte[0] 2 train\n"
                                              "train-images-idx3-ubyte[1] 0 train\n"
                                              "train-images-idx3-ubyte[2] 1 train\n"));
        for (const std::size_t number : {1, 4}) {
            const Picture picture = source->picture(number);
            QCOMPARE(std::pair(picture.width(), picture.height()), std::pair(2, 4));
            for (const int c : {0, 1, 2})
                QCOMPARE(int{picture.row(3)[3 + c]}, 10 * (8 + 7));
        }
        const auto refusal = [&](const std::string& name, const std::string& bytes) {
            put(files, name, bytes);
            return error_from([&] { (void)open_image_source(files.path("set/train-images-idx3-ubyte")); });
        };
        QVERIFY(contains(
            refusal("set/train-labels-idx1-ubyte", big_endian(0x801) + big_endian(2) + "ab").message(),
            "3 images have 2 labels"));
        for (const std::string& bytes :
             {images + "x", images.substr(0, images.size() - 1), images.substr(0, 9),
              std::string("\0\0\x0d\3", 4) + images.substr(4),
              big_endian(0x803) + big_endian(0x10000) + big_endian(0x10000) + big_endian(0x10000) + pixels})
            QVERIFY(refusal("set/train-images-idx3-ubyte", bytes).is(ErrorId::image_set_unusable));
        fs::remove(files.path("set/train-labels-idx1-ubyte"));
        QVERIFY(contains(refusal("set/train-images-idx3-ubyte", images).message(), "its labels are missing"));
    }

    void tables() {
        const Files files;
        put(files, "set/images/1.jpg", jpeg_);
        put(files, "set/train.csv",
            "file,kind\nimages/1.jpg,10\n" + files.path("set/images/1.jpg") + ",9\nmissing.jpg,9\n,9\n");
        const ImageSourceSpec spec{.path_column = "file", .class_column = "kind", .skip_bad_rows = true};
        const auto source = open_image_source(files.path("set/train.csv"), spec);
        QCOMPARE(source->entries().size(), std::size_t{3});
        QCOMPARE(source->classes(), (std::vector<std::string>{"9", "10"})); // numbers in their order
        QCOMPARE(source->entries()[0].label, 1);
        QVERIFY(source->entries()[0].split == ImageSplit::train);
        QCOMPARE(source->rejected_count(), std::uint64_t{1});
        QCOMPARE(source->rejected().front().line, std::uint64_t{5});
        const ImageRows rows = read_images(files.path("set/train.csv"), ImageSplit::train, spec, 1, {});
        QCOMPARE(rows.table.rows().size(), std::size_t{2});
        QCOMPARE(rows.table.rejected_count(), std::uint64_t{2}); // the row without a path, the missing image
        // Decoded, or remembered: what both pictures take.
        const std::uint64_t both = 2 * source->picture(0).bytes();
        for (int time = 0; time < 2; ++time)
            QCOMPARE(read_images(files.path("set/train.csv"), ImageSplit::train, spec, 1, files.path("cache"))
                         .decoded_bytes,
                     both);
        QCOMPARE(source->bytes(0), jpeg_);
        QCOMPARE(source->bytes(1), jpeg_);
        QVERIFY(error_from([&] { (void)source->bytes(2); }).is(ErrorId::data_unreadable));
        const auto unlabelled = open_image_source(
            files.path("set/train.csv"), {.path_column = "file", .class_column = "", .skip_bad_rows = true});
        QCOMPARE(unlabelled->entries()[0].label, -1);
        put(files, "set/test.csv", "file\nimages/1.jpg\n");
        const ImageRows test = read_images(files.path("set/test.csv"), ImageSplit::test, spec, 1, {});
        QVERIFY(!test.table.has_labels()); // as a table of texts
        QCOMPARE(test.table.rows().size(), std::size_t{1});
        require_unchanged(files.path("set/test.csv"), spec, *test.source);
        put(files, "set/images/1.jpg", jpeg_ + "x");
        QVERIFY(error_from([&] {
                    require_unchanged(files.path("set/test.csv"), spec, *test.source);
                }).is(ErrorId::data_hash_changed));
        QVERIFY(error_from([&] {
                    (void)read_images(files.path("set/test.csv"), ImageSplit::train, spec, 1, {});
                }).is(ErrorId::column_missing));
    }

    void emptyAndMissingPlaces() {
        const Files files;
        fs::create_directories(files.path("empty"));
        QVERIFY(error_from([&] {
                    (void)open_image_source(files.path("empty"));
                }).is(ErrorId::image_set_unusable));
        QVERIFY(
            error_from([&] { (void)open_image_source(files.path("none")); }).is(ErrorId::data_unreadable));
        put(files, "empty.zip", ZipWriter().bytes());
        QVERIFY(error_from([&] {
                    (void)open_image_source(files.path("empty.zip"));
                }).is(ErrorId::image_set_unusable));
    }

    /// Each image is used or rejected, with its reason.
    void imagesAreExamined() {
        const Files files;
        put(files, "a/1.jpg", jpeg_);
        put(files, "a/2.jpg", jpeg_.substr(0, jpeg_.size() - 100));
        put(files, "a/3.gif", "GIF89a");
        put(files, "a/4.png", png_);
        put(files, "a/5.jpg", "");
        const auto source = open_image_source(files.path("."));
        const auto examined = [&](Depth depth, int threads) {
            return examine(*source, {0, 1, 2, 3, 4}, depth, {.max_pixels = 200}, threads);
        };
        for (const int threads : {1, 3}) {
            const Examined found = examined(Depth::pixels, threads);
            QCOMPARE(found.usable, (std::vector<std::uint32_t>{3}));
            QCOMPARE(found.total(), std::uint64_t{5});
            QVERIFY(found.rejected[0].error.is(ErrorId::image_too_large));
            QVERIFY(found.rejected[2].error.is(ErrorId::image_format_unknown));
            QCOMPARE(found.rejected[3].number, 4u);
            const Error error = error_from([&] { require_all_usable(found); });
            QVERIFY(error.is(ErrorId::images_unusable));
            QVERIFY(contains(error.message(), "4 of 5 images"));
        }
        const Examined all = examine(*source, {0, 1, 2, 3, 4}, Depth::pixels, {}, 2);
        QCOMPARE(all.usable, (std::vector<std::uint32_t>{0, 3}));
        // The cut is behind the header.
        QCOMPARE(examine(*source, {0, 1, 3}, Depth::header, {}, 2).usable,
                 (std::vector<std::uint32_t>{0, 1, 3}));
        require_all_usable(examine(*source, {0, 3}, Depth::pixels, {}, 1));
    }

    /// CIFAR-10 as it is shipped with the project's data, where that is.
    void realArchives() {
        const QString folder = data_folder() + "/cifar10";
        if (!QFileInfo::exists(folder)) QSKIP("the data set is not here");
        const auto source = open_image_source(folder.toStdString());
        QCOMPARE(source->entries().size(), std::size_t{60000});
        QCOMPARE(source->classes().size(), std::size_t{10});
        QCOMPARE(source->ignored(), std::uint64_t{0});
        const auto of_test = std::ranges::count(source->entries(), ImageSplit::test, &ImageEntry::split);
        QCOMPARE(of_test, 10000);
        std::vector<std::uint32_t> some;
        for (std::uint32_t i = 0; i < 60000; i += 97)
            some.push_back(i);
        require_all_usable(examine(*source, some, Depth::pixels, {}, 2));
        QCOMPARE(source->picture(59999).width(), 32);
    }
};

QTEST_GUILESS_MAIN(SourceTest)
#include "source_test.moc"
