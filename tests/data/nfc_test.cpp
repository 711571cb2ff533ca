// SPDX-License-Identifier: GPL-3.0-or-later
// Byte-level BPE behind NFC, as Qwen's tokenizers have it, against tokenizers (tests/golden/make_nfc.py).

#include "base/files/file.h"
#include "base/json.h"
#include "data/tokenize/tokenizer.h"
#include "data/unicode/composition.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::data;

class NfcTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idsAndSpansAreThoseOfTokenizers() {
        const std::string path = TUNEDESK_SOURCE_DIR "/tests/golden/nfc.json";
        const Json golden =
            parse_json(read_file(path, ErrorId::file_unreadable), path, ErrorId::file_unreadable);
        const Tokenizer tokenizer = Tokenizer::parse(golden.at("tokenizer").dump(), "tokenizer");
        QVERIFY(golden.at("cases").size() > 15);
        for (const Json& one : golden.at("cases")) {
            const auto text = one.at("text").get<std::string>();
            std::vector<std::int32_t> ids, without;
            std::vector<ByteSpan> spans;
            std::size_t type_one = 0;
            tokenizer.encode_with_spans(text, {}, false, 1 << 20, false, ids, spans, type_one);
            QVERIFY2(ids == one.at("ids").get<std::vector<std::int32_t>>(), text.c_str());
            std::vector<std::vector<std::uint32_t>> found;
            for (const ByteSpan& span : spans)
                found.push_back({span.begin, span.end});
            QVERIFY2(found == one.at("spans").get<std::vector<std::vector<std::uint32_t>>>(), text.c_str());
            tokenizer.encode(text, {}, false, 1 << 20, false, without, type_one);
            QCOMPARE(without, ids);
            QCOMPARE(tokenizer.length(text, {}, false), ids.size());
        }
    }

    void bytesThatAreNoTextAreReplaced() {
        QCOMPARE(unicode::composed("a\xff\u0301", 0).text, std::string("a\uFFFD\u0301"));
        QCOMPARE(unicode::composed("", 0).text, std::string());
        const auto made = unicode::composed("xe\u0301", 5);
        QCOMPARE(made.text, std::string("x\u00e9"));
        QCOMPARE(made.origins.size(), std::size_t{3});
        QVERIFY(made.origins[1].begin == 6 && made.origins[2].end == 7);
    }
};

QTEST_GUILESS_MAIN(NfcTest)
#include "nfc_test.moc"
