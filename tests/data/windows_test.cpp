// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of a language model: columns of one stream, and documents that no window crosses.

#include "data/batch/windows.h"

#include <QTest>
#include <tuple>
#include <vector>

using namespace tunedesk::data;

namespace {

using Parts = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

Parts parts_of(const Windows& windows) {
    Parts parts;
    for (std::uint64_t i = 0; i < windows.count(); ++i)
        parts.emplace_back(windows.at(i).begin, windows.at(i).length);
    return parts;
}

} // namespace

class WindowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_stream_is_columns() {
        // 23 tokens in two columns of 11, of which each has ten with a target; the last token is left out.
        const Windows windows = Windows::of_stream(23, 2, 4);
        QVERIFY((parts_of(windows) == Parts{{0, 4}, {11, 4}, {4, 4}, {15, 4}, {8, 2}, {19, 2}}));
        QCOMPARE(windows.targets(), std::uint64_t{20});
        QCOMPARE(Windows::of_stream(3, 2, 4).count(), std::uint64_t{0});
        QCOMPARE(Windows::of_stream(0, 2, 4).count(), std::uint64_t{0});
        QCOMPARE(Windows().count(), std::uint64_t{0});
        QCOMPARE(Windows().targets(), std::uint64_t{0});
    }

    void documents_stay_apart() {
        const std::vector<std::uint64_t> tokens{5, 1, 0, 2, 9, 4};
        const Windows windows = Windows::of_documents(tokens, 4);
        // Nine tokens have eight targets, two whole windows; one token has none.
        QVERIFY((parts_of(windows) == Parts{{0, 4}, {6, 1}, {8, 4}, {12, 4}, {17, 3}}));
        QCOMPARE(windows.targets(), std::uint64_t{4 + 1 + 8 + 3});
        // A target is of the window's document.
        std::vector<std::size_t> of_token;
        for (std::size_t document = 0; document < tokens.size(); ++document)
            of_token.insert(of_token.end(), tokens[document], document);
        for (const auto& [begin, length] : parts_of(windows))
            QCOMPARE(of_token[begin], of_token[begin + length]);
        QCOMPARE(Windows::of_documents(std::vector<std::uint64_t>{1, 0, 1}, 4).count(), std::uint64_t{0});
        QCOMPARE(Windows::of_documents({}, 4).targets(), std::uint64_t{0});
    }

    /// One document is a stream of one column.
    void one_document_is_a_column() {
        for (const std::uint64_t tokens : {2, 5, 9, 10})
            QVERIFY(parts_of(Windows::of_documents(std::vector{tokens}, 4)) ==
                    parts_of(Windows::of_stream(tokens, 1, 4)));
    }
};

QTEST_APPLESS_MAIN(WindowsTest)
#include "windows_test.moc"
