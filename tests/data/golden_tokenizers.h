// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "base/files/file.h"
#include "data/token_rows.h"

#include <QTemporaryDir>
#include <algorithm>
#include <atomic>
#include <thread>

/// Shared by the tests of tokenizers with spans: comparison with a golden file of variants, blocks and
/// folders.
namespace tunedesk::data {

class GoldenTokenizers {
public:
    void read(const std::string& name) {
        const fs::path path = fs::path(TUNEDESK_SOURCE_DIR) / "tests/golden" / name;
        json_ =
            parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
    }
    const Json& at(const char* key) const { return json_.at(key); }

    /// A variant's tokenizer.json completed with the common parts: the model and a character map.
    Json filled_in(const Json& variant) const {
        Json tokenizer = variant.at("tokenizer");
        Json model = json_.contains("model") ? json_.at("model")
                                             : json_.at("models").at(variant.at("model").get<std::string>());
        model.update(tokenizer.at("model"));
        tokenizer["model"] = std::move(model);
        const auto fill_in = [&](Json& step) {
            if (step.is_object() && step.contains("precompiled_charsmap"))
                step["precompiled_charsmap"] = json_.at("charsmap");
        };
        if (!tokenizer.contains("normalizer")) return tokenizer;
        Json& normalizer = tokenizer["normalizer"];
        fill_in(normalizer);
        if (normalizer.is_object() && normalizer.contains("normalizers"))
            for (Json& step : normalizer["normalizers"])
                fill_in(step);
        return tokenizer;
    }
    Json whole(const std::string& name) const { return filled_in(at("variants").at(name)); }
    Tokenizer variant(const std::string& name) const { return Tokenizer::parse(whole(name).dump(), name); }

    void add_variant_rows() const {
        QTest::addColumn<QString>("name");
        for (const auto& [name, value] : at("variants").items())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void add_block_rows() const {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("position");
        for (const auto& [name, positions] : at("blocks").items())
            for (const auto& [position, value] : positions.items())
                QTest::newRow((name + "; " + position).c_str())
                    << QString::fromStdString(name) << QString::fromStdString(position);
    }
    void check_blocks_of(const std::string& name, const std::string& position) const {
        check_code_points(variant(name), at("blocks").at(name).at(position));
    }
    void add_folder_rows() const {
        QTest::addColumn<int>("index");
        const Json& cases = at("folders").at("cases");
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].at("name").get<std::string>().c_str()) << static_cast<int>(i);
    }
    /// Compares a tokenizer with a case of the folders.
    void check_folder(const Tokenizer& tokenizer, const Json& chosen) const {
        const Json& texts = at("folders").at("texts");
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const Row row = encode(tokenizer, texts[i].get<std::string>());
            QVERIFY2(Json(row.ids) == chosen.at("ids")[i],
                     (texts[i].dump() + ": " + Json(row.ids).dump() + ", not " + chosen.at("ids")[i].dump())
                         .c_str());
            QVERIFY2(Json(row.flat_spans()) == chosen.at("spans")[i], texts[i].dump().c_str());
        }
        Row pair;
        tokenizer.encode(texts[1].get<std::string>(), texts[2].get<std::string>(), true, 1000, false,
                         pair.ids, pair.type_one);
        QVERIFY(Json(pair.ids) == chosen.at("pair"));
        if (chosen.contains("pair_ones")) QCOMPARE(pair.type_one, chosen.at("pair_ones").get<std::size_t>());
        QCOMPARE(tokenizer.vocab_size(), chosen.at("size").get<std::size_t>());
        QVERIFY(chosen.at("pad").is_null() || Json(tokenizer.pad_id()) == chosen.at("pad"));
    }
    /// The same for a folder with a variant and its settings.
    void check_configured_folder(int index) const {
        const Json& chosen = at("folders").at("cases")[static_cast<std::size_t>(index)];
        QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        write_file_atomically(folder / "tokenizer.json", whole(chosen.at("base").get<std::string>()).dump());
        write_file_atomically(folder / "tokenizer_config.json", chosen.at("config").dump());
        check_folder(Tokenizer::load(folder), chosen);
    }

    /// Encodes on many threads, alternating between two tokenizers.
    void check_threads(const std::string& first, const std::string& second) const {
        const Tokenizer a = variant(first), b = variant(second);
        const std::string text = at("folders").at("texts")[0];
        const Ids with_a = ids_of(a, text), with_b = ids_of(b, text);
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                for (int i = 0; i < 30; ++i)
                    wrong += ids_of(a, text) != with_a || ids_of(b, text) != with_b;
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
    }

private:
    Json json_;
};

inline void check_invalid_utf8(const Tokenizer& tokenizer) {
    const std::string mark = "\ufffd";
    QCOMPARE(ids_of(tokenizer, "good\xff film"), ids_of(tokenizer, "good" + mark + " film"));
    QCOMPARE(ids_of(tokenizer, "\xc3"), ids_of(tokenizer, mark));
    QCOMPARE(ids_of(tokenizer, "a\xf0\x9f\x98"), ids_of(tokenizer, "a" + mark + mark + mark));
    const Row row = encode(tokenizer, "a\xff<s>b");
    QCOMPARE(row.ids, ids_of(tokenizer, "a" + mark + "<s>b"));
    for (const ByteSpan& span : row.spans)
        QVERIFY(span.begin <= span.end && span.end <= 6);
}

/// Encodes a text of that many bytes made of a unit, with and without spans, and truncated: a quadratic
/// algorithm would take minutes.
inline void check_long_text(const Tokenizer& tokenizer, const std::string& unit, std::size_t size) {
    std::string text;
    while (text.size() < size)
        text += unit;
    const double before = monotonic_seconds();
    const Ids ids = ids_of(tokenizer, text);
    QCOMPARE(encode(tokenizer, text).ids, ids);
    const double took = monotonic_seconds() - before;
    QVERIFY2(took < 10, qPrintable(QString("%1 s of '%2'").arg(took).arg(unit.c_str())));
    QVERIFY(ids.size() < text.size() + 16);
    QCOMPARE(ids_of(tokenizer, text, 16).size(), std::min<std::size_t>(16, ids.size()));
}

inline void add_refusal_columns() {
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<int>("id");
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<QByteArray>("what");
}
inline void add_refusal(const char* name, const char* patch, int id, const char* where, const char* what) {
    QTest::newRow(name) << QByteArray(patch) << id << QByteArray(where) << QByteArray(what);
}
/// Checks that a tokenizer.json changed by the row's patch is rejected as expected.
inline void check_refusal(Json tokenizer) {
    QFETCH(QByteArray, patch);
    QFETCH(int, id);
    QFETCH(QByteArray, where);
    QFETCH(QByteArray, what);
    tokenizer.merge_patch(Json::parse(patch.toStdString()));
    try {
        (void)Tokenizer::parse(tokenizer.dump(), "file");
        QFAIL("accepted");
    } catch (const Error& error) {
        QCOMPARE(error.id(), id);
        QCOMPARE(QByteArray::fromStdString(error.where()), where);
        QVERIFY2(error.message().find(what.toStdString()) != std::string::npos, error.message().c_str());
    }
}

/// Checks that steps that repeatedly double a text end with an error instead of exhausting memory.
inline void check_growing_text_ends(Json tokenizer) {
    Json steps = Json::array();
    for (int i = 0; i < 8; ++i)
        steps.push_back(
            {{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", std::string(64, 'a')}});
    tokenizer["normalizer"] = {{"type", "Sequence"}, {"normalizers", steps}};
    const Tokenizer growing = Tokenizer::parse(tokenizer.dump(), "file");
    QVERIFY_THROWS_EXCEPTION(Error, ids_of(growing, std::string(1u << 16, 'a')));
}

} // namespace tunedesk::data
