// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/safetensors.h"

#include "base/hash.h"
#include "format/support.h"

#include <cstring>

using namespace tunedesk;
using namespace tunedesk::format;

namespace {

using Names = std::map<std::string, TensorInfo>;
using Texts = std::map<std::string, std::string>;

/// A file of this header text and so many zero bytes of data.
std::string file_of(std::string_view header, std::size_t data_bytes) {
    std::string text(8, '\0');
    const std::uint64_t length = header.size();
    std::memcpy(text.data(), &length, 8);
    return text + std::string(header) + std::string(data_bytes, '\0');
}

const char* const one = R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";

std::string golden_path() {
    return TUNEDESK_SOURCE_DIR "/tests/golden/every_dtype.safetensors";
}

/// The tensors of a file in the order of their data, to be written again.
std::vector<TensorView> views(const SafetensorsFile& file) {
    std::vector<TensorView> tensors;
    for (const auto& [name, info] : file.tensors())
        tensors.push_back({name, info.dtype, info.shape, file.data(name)});
    std::ranges::sort(tensors, {}, [&](const TensorView& tensor) {
        const TensorInfo& info = file.tensors().at(tensor.name);
        return std::tuple(info.begin, info.end);
    });
    return tensors;
}

} // namespace

class SafetensorsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reads_what_python_wrote() {
        const SafetensorsFile file(golden_path());
        QCOMPARE(file.metadata(), (Texts{{"format", "pt"}}));
        QCOMPARE(file.tensors().size(), 13u);
        const TensorInfo& ramp = file.tensors().at("f32");
        QCOMPARE(ramp.dtype, DType::F32);
        QCOMPARE(ramp.shape, (std::vector<std::int64_t>{3, 4}));
        for (int i = 0; i < 12; ++i) {
            float single = 0;
            double wide = 0;
            std::memcpy(&single, file.data("f32").data() + 4 * i, 4);
            std::memcpy(&wide, file.data("f64").data() + 8 * i, 8);
            QCOMPARE(single, static_cast<float>(i) / 8 - 0.5f);
            QCOMPARE(wide, static_cast<double>(single) * 3);
        }
        std::int64_t lowest = 0;
        std::memcpy(&lowest, file.data("i64").data(), 8);
        QCOMPARE(lowest, std::numeric_limits<std::int64_t>::min());
        QCOMPARE(file.data("bool").size(), 3u);
        QVERIFY(file.tensors().at("scalar").shape.empty());
        QCOMPARE(file.data("scalar").size(), 4u);
        QCOMPARE(file.tensors().at("empty").shape, (std::vector<std::int64_t>{0, 7}));
        QVERIFY(file.data("empty").empty());
        QVERIFY(file.tensors().contains("a \"quoted\" n\u00e4m\u00e9\\"));
        QCOMPARE(error_of([&] { file.data("absent"); }).id(), 4309);
    }

    /// Same tensors, same order: the writer gives the bytes that the Python package gave.
    void writes_what_python_wrote() {
        const SafetensorsFile file(golden_path());
        QTemporaryDir folder;
        const fs::path copy = below(folder, "copy.safetensors");
        const std::string hash = write_safetensors(copy, views(file), file.metadata());
        const std::string expected = read_file(golden_path(), ErrorId::model_folder_unreadable);
        QCOMPARE(read_file(copy, ErrorId::model_folder_unreadable), expected);
        QCOMPARE(hash, content_hash(expected));
    }

    void python_reads_what_we_write() {
        if (python().isEmpty()) QSKIP("no Python with safetensors: set TUNEDESK_PYTHON");
        QTemporaryDir folder;
        const fs::path path = below(folder, "ours.safetensors");
        const float values[] = {1.5f, -2.25f, 0.1875f};
        const std::uint8_t flag[] = {1};
        const std::vector<TensorView> tensors{
            {"flag", DType::BOOL, {1}, std::as_bytes(std::span(flag))},
            {"encoder.weight", DType::F32, {3, 1}, std::as_bytes(std::span(values))},
            {"nothing", DType::I16, {4, 0}, {}}};
        write_safetensors(path, tensors, {{"format", "pt"}, {"note", "a \"b\"\n"}});
        const QByteArray answer = run_python(R"(
import sys, safetensors, safetensors.torch as s
t = s.load_file(sys.argv[1])
with safetensors.safe_open(sys.argv[1], 'pt') as f: print(sorted(f.metadata().items()))
print(t['flag'].tolist(), t['encoder.weight'].tolist(), tuple(t['nothing'].shape), t['nothing'].dtype))",
                                             {QString::fromStdString(path.string())});
        QCOMPARE(answer, QByteArray("[('format', 'pt'), ('note', 'a \"b\"\\n')]\n"
                                    "[True] [[1.5], [-2.25], [0.1875]] (4, 0) torch.int16\n"));
    }

    void large_and_many_tensors_survive_batching() {
        QTemporaryDir folder;
        const fs::path path = below(folder, "many.safetensors");
        std::vector<std::vector<float>> data;
        std::vector<TensorView> tensors;
        for (std::size_t i = 0; i < 300; ++i) {
            auto& values = data.emplace_back(i == 150 ? 3'000'001 : i % 7);
            for (std::size_t k = 0; k < values.size(); ++k)
                values[k] = static_cast<float>(k * 31 + i);
        }
        for (std::size_t i = 0; i < data.size(); ++i)
            tensors.push_back({"t" + std::to_string(i),
                               DType::F32,
                               {static_cast<std::int64_t>(data[i].size())},
                               std::as_bytes(std::span(data[i]))});
        const std::string hash = write_safetensors(path, tensors, {});
        QCOMPARE(hash, file_hash(path, ErrorId::model_folder_unreadable));
        const SafetensorsFile file(path);
        QCOMPARE(file.tensors().size(), 300u);
        QVERIFY(file.metadata().empty());
        for (const TensorView& tensor : tensors)
            QVERIFY2(std::ranges::equal(file.data(tensor.name), tensor.data), tensor.name.c_str());
    }

    void refuses_to_write_what_nobody_reads() {
        QTemporaryDir folder;
        const fs::path path = below(folder, "x");
        const float value[] = {1};
        const auto bytes = std::as_bytes(std::span(value));
        const auto id = [&](std::vector<TensorView> tensors) {
            return error_of([&] { write_safetensors(path, tensors, {}); }).id();
        };
        QCOMPARE(id({{"a", DType::F32, {2}, bytes}}), static_cast<int>(ErrorId::tensor_not_writable));
        QCOMPARE(id({{"a", DType::F32, {-1}, bytes}}), static_cast<int>(ErrorId::tensor_not_writable));
        QCOMPARE(id({{"a", DType::F32, {1L << 62, 4}, bytes}}),
                 static_cast<int>(ErrorId::tensor_not_writable));
        QCOMPARE(id({{"__metadata__", DType::F32, {1}, bytes}}),
                 static_cast<int>(ErrorId::tensor_not_writable));
        QCOMPARE(id({{"a\xFF", DType::F32, {1}, bytes}}), static_cast<int>(ErrorId::tensor_not_writable));
        QCOMPARE(id({{"a", DType::F32, {1}, bytes}, {"a", DType::F32, {1}, bytes}}),
                 static_cast<int>(ErrorId::tensor_name_repeated));
        QVERIFY(!fs::exists(path));
        QCOMPARE(error_of([&] { write_safetensors(below(folder, "no/x"), {}, {}); }).id(), 5001);
    }

    void corrupt_headers_data();
    void corrupt_headers();
    void corrupt_lengths_data();
    void corrupt_lengths();
    void every_cut_is_refused();
};

/// `names` is what the message must name: the tensor, where there is one.
void SafetensorsTest::corrupt_headers_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("data_bytes");
    QTest::addColumn<int>("id");
    QTest::addColumn<QString>("names");
    const auto row = [](const char* title, const QByteArray& header, int bytes, int id, const char* names) {
        QTest::newRow(title) << header << bytes << id << QString::fromUtf8(names);
    };
    const auto entry = [](const char* name, const char* dtype, const char* shape, const char* offsets) {
        return QByteArray("\"") + name + R"(":{"dtype":")" + dtype + R"(","shape":)" + shape +
               R"(,"data_offsets":)" + offsets + "}";
    };
    const auto object = [](const QByteArray& inside) { return "{" + inside + "}"; };
    const QByteArray good = entry("w", "F32", "[2]", "[0,8]");
    row("overlap", object(good + "," + entry("v", "F32", "[2]", "[4,12]")), 12, 4306, "\"v\"");
    row("same place", object(good + "," + entry("v", "F32", "[2]", "[0,8]")), 8, 4306, "tensor");
    row("hole", object(good + "," + entry("v", "F32", "[2]", "[12,20]")), 20, 4306, "\"v\"");
    row("hole at the start", object(entry("w", "F32", "[2]", "[8,16]")), 16, 4306, "\"w\"");
    row("end before begin", object(entry("w", "F32", "[2]", "[8,0]")), 8, 4306, "\"w\"");
    row("past the end", object(good), 7, 4306, "\"w\"");
    row("far past the end", object(entry("w", "U8", "[18446744073709551615]", "[0,18446744073709551615]")), 8,
        4305, "\"w\"");
    row("trailing bytes", object(good), 9, 4306, "\"w\"");
    row("no tensors, but data", "{}", 5, 4306, "5 bytes");
    row("product overflows", object(entry("w", "F32", "[4294967296,4294967296]", "[0,0]")), 0, 4305, "\"w\"");
    row("product wraps to size", object(entry("w", "F32", "[4611686018427387904,4,2]", "[0,0]")), 0, 4305,
        "\"w\"");
    row("overflow hidden by zero",
        object(entry("w", "U8", "[9223372036854775807,9223372036854775807,0]", "[0,0]")), 0, 4305, "\"w\"");
    row("bytes of another dtype", object(entry("w", "F16", "[2]", "[0,8]")), 8, 4305, "\"w\"");
    row("too few bytes", object(entry("w", "F32", "[3]", "[0,8]")), 8, 4305, "\"w\"");
    row("negative size", object(entry("w", "F32", "[-2]", "[0,8]")), 8, 4304, "\"w\"");
    row("fractional size", object(entry("w", "F32", "[2.0]", "[0,8]")), 8, 4304, "\"w\"");
    row("negative offset", object(entry("w", "F32", "[2]", "[-8,0]")), 8, 4304, "\"w\"");
    row("offset beyond 64 bits", object(entry("w", "F32", "[2]", "[0,18446744073709551616]")), 8, 4304,
        "\"w\"");
    row("one offset", object(entry("w", "F32", "[2]", "[0]")), 8, 4304, "\"w\"");
    row("three offsets", object(entry("w", "F32", "[2]", "[0,8,8]")), 8, 4304, "\"w\"");
    row("offsets as text", object(entry("w", "F32", "[2]", "\"0,8\"")), 8, 4304, "\"w\"");
    row("nested shape", object(entry("w", "F32", "[[2]]", "[0,8]")), 8, 4304, "\"w\"");
    row("null shape", object(entry("w", "F32", "null", "[0,8]")), 8, 4304, "\"w\"");
    row("shape as object", object(entry("w", "F32", "{}", "[0,8]")), 8, 4304, "\"w\"");
    row("endless shape", object(entry("w", "F32", "[" + QByteArray("1,").repeated(100) + "2]", "[0,8]")), 8,
        4304, "\"w\"");
    row("unknown dtype", object(entry("w", "F12", "[2]", "[0,8]")), 8, 4304, "F12");
    row("dtype of others", object(entry("w", "F8_E4M3", "[8]", "[0,8]")), 8, 4332, "F8_E4M3");
    row("dtype without a sign", object(entry("w", "U32", "[2]", "[0,8]")), 8, 4332, "U32");
    row("dtype as number", R"({"w":{"dtype":32,"shape":[2],"data_offsets":[0,8]}})", 8, 4304, "\"w\"");
    row("duplicate tensor", object(good + "," + good), 8, 4307, "\"w\"");
    row("duplicate by escape", object(good + "," + entry("\\u0077", "F32", "[2]", "[0,8]")), 8, 4307,
        "\"w\"");
    row("duplicate field", R"({"w":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 8, 4307,
        "\"w\"");
    row("unknown field", R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":1}})", 8, 4304, "\"w\"");
    row("missing field", R"({"w":{"dtype":"F32","shape":[2]}})", 0, 4304, "\"w\"");
    row("empty entry", R"({"w":{}})", 0, 4304, "\"w\"");
    row("entry is a list", R"({"w":[]})", 0, 4304, "\"w\"");
    row("entry is text", R"({"w":"F32"})", 0, 4304, "\"w\"");
    row("metadata is a list", R"({"__metadata__":[]})", 0, 4304, "__metadata__");
    row("metadata of a number", R"({"__metadata__":{"format":1}})", 0, 4308, "format");
    row("metadata nested", R"({"__metadata__":{"format":{}}})", 0, 4308, "format");
    row("metadata twice", R"({"__metadata__":{},"__metadata__":{}})", 0, 4307, "__metadata__");
    row("metadata key twice", R"({"__metadata__":{"a":"b","a":"b"}})", 0, 4307, "\"a\"");
    row("name is not UTF-8", object(entry("w\xC0\x80", "F32", "[2]", "[0,8]")), 8, 4303, "");
    row("name is a surrogate", object(entry("\\ud800", "F32", "[2]", "[0,8]")), 8, 4303, "");
    row("not an object", "[]", 0, 4303, "");
    row("a number", "12", 0, 4303, "");
    row("leading space", " {}", 0, 4303, "");
    row("byte order mark", "\xEF\xBB\xBF{}", 0, 4303, "");
    row("text after the end", "{} {}", 0, 4303, "");
    row("NUL after the end", QByteArray("{}\0{]", 5), 0, 4303, "");
    row("unclosed", "{ ", 0, 4303, "");
    row("comment", "{/**/}", 0, 4303, "");
    row("deep", "{\"w\":" + QByteArray(100'000, '['), 0, 4304, "\"w\"");
    row("deep inside a shape", object(entry("w", "F32", QByteArray(100'000, '['), "[0,8]")), 8, 4304,
        "\"w\"");
    row("endless name", "{\"" + QByteArray(2 << 20, 'n') + "\":", 0, 4303, "1 MiB");
}

// FAULTS 31
void SafetensorsTest::corrupt_headers() {
    QFETCH(QByteArray, header);
    QFETCH(int, data_bytes);
    QFETCH(int, id);
    QFETCH(QString, names);
    QTemporaryDir folder;
    const fs::path path = below(folder, "model.safetensors");
    put(path, file_of({header.data(), static_cast<std::size_t>(header.size())},
                      static_cast<std::size_t>(data_bytes)));
    const Error error = error_of([&] { SafetensorsFile file(path); });
    QCOMPARE(error.id(), id);
    QCOMPARE(error.code(), ExitCode::model);
    QVERIFY2(holds(error.where(), path.string()), error.line().c_str());
    QVERIFY2(holds(error.line(), names.toStdString()), error.line().c_str());
    QVERIFY(error.line().size() < 1000);
}

void SafetensorsTest::corrupt_lengths_data() {
    QTest::addColumn<quint64>("length");
    QTest::newRow("zero") << quint64{0};
    QTest::newRow("one") << quint64{1};
    QTest::newRow("one too long") << quint64{8 + std::strlen(one) + 1};
    QTest::newRow("4 GiB") << quint64{1} + (quint64{1} << 32);
    QTest::newRow("sign bit") << (quint64{1} << 63);
    QTest::newRow("minus one") << ~quint64{0};
    QTest::newRow("minus eight") << ~quint64{0} - 7;
}

// FAULTS 31
void SafetensorsTest::corrupt_lengths() {
    QFETCH(quint64, length);
    QTemporaryDir folder;
    const fs::path path = below(folder, "model.safetensors");
    std::string text = file_of(one, 8);
    std::memcpy(text.data(), &length, 8);
    put(path, text);
    const Error error = error_of([&] { SafetensorsFile file(path); });
    QVERIFY2(error.is(ErrorId::header_size_mismatch), error.line().c_str());
    QCOMPARE(error.where(), path.string());
}

// FAULTS 31
void SafetensorsTest::every_cut_is_refused() {
    const std::string whole = read_file(golden_path(), ErrorId::model_folder_unreadable);
    QTemporaryDir folder;
    const fs::path path = below(folder, "cut.safetensors");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        put(path, std::string_view(whole).substr(0, size));
        const Error error = error_of([&] { SafetensorsFile file(path); });
        QVERIFY2(error.id() / 100 == 43 && holds(error.where(), path.string()), error.line().c_str());
    }
}

QTEST_GUILESS_MAIN(SafetensorsTest)
#include "safetensors_test.moc"
