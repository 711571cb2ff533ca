// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/parquet_rows.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"

#include <QProcess>
#include <QStandardPaths>
#include <fmt/format.h>

namespace tunedesk::hub {

namespace {

constexpr double most_seconds = 4 * 3600;
constexpr std::uint64_t most_output_bytes = std::uint64_t(8) << 30, most_memory_bytes = std::uint64_t(24)
                                                                                        << 30;
constexpr int without_pyarrow = 69;

/// Arguments: most bytes of memory, most bytes of the output, the output, the files.
constexpr const char* rows_script = R"(
import json, resource, sys
memory, output, target, files = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:]
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))
resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
try:
    import pyarrow as pa
    import pyarrow.parquet as parquet
except ImportError:
    sys.exit(69)

def class_names(schema):
    try:
        features = json.loads((schema.metadata or {})[b"huggingface"])["info"]["features"]
        return {name: f["names"] for name, f in features.items() if f.get("_type") == "ClassLabel"}
    except (AttributeError, KeyError, TypeError, ValueError):
        return {}

def holds_bytes(kind):
    if pa.types.is_struct(kind):
        return any(holds_bytes(field.type) for field in kind)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return holds_bytes(kind.value_type)
    return pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind)

with open(target, "w", encoding="utf-8") as out:
    for path in files:
        with parquet.ParquetFile(path) as file:
            schema = file.schema_arrow
            names = class_names(schema)
            columns = [field.name for field in schema if not holds_bytes(field.type)]
            for batch in file.iter_batches(batch_size=1024, columns=columns, use_threads=False):
                for row in batch.to_pylist():
                    for column, labels in names.items():
                        label = row.get(column)
                        if isinstance(label, int):
                            row[column] = labels[label] if 0 <= label < len(labels) else None
                    out.write(json.dumps(row, ensure_ascii=False, default=str) + "\n")
)";

QString python() {
    const QString given = qEnvironmentVariable("TUNEDESK_PYTHON");
    return given.isEmpty() ? QStandardPaths::findExecutable(QStringLiteral("python3")) : given;
}

[[noreturn]] void refuse_parquet(const fs::path& file) {
    throw Error(ErrorId::parquet_unsupported, {file.filename().string(), "rows.csv"}, file.string())
        .with_next("pip install pyarrow, and set TUNEDESK_PYTHON to that Python");
}

} // namespace

void require_parquet_reader(const fs::path& file) {
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(python(), {"-I", "-c", "import pyarrow.parquet"});
    if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit ||
        process.exitCode() != 0)
        refuse_parquet(file);
}

void write_parquet_rows(const std::vector<fs::path>& files, const fs::path& target,
                        const std::function<bool()>& is_cancelled) {
    QStringList arguments{"-I",
                          "-c",
                          rows_script,
                          QString::number(most_memory_bytes),
                          QString::number(most_output_bytes),
                          QString::fromStdString(target.string())};
    for (const fs::path& file : files)
        arguments << QString::fromStdString(file.string());
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.start(python(), arguments);
    const double begin = monotonic_seconds();
    const std::string first = files.front().string();
    while (process.state() != QProcess::NotRunning && !process.waitForFinished(100)) {
        if (process.state() == QProcess::NotRunning) break; // it failed to start
        const bool ends = is_cancelled && is_cancelled();
        if (!ends && monotonic_seconds() - begin < most_seconds) continue;
        process.kill();
        process.waitForFinished();
        if (ends) throw Error(ErrorId::download_cancelled);
        throw Error(ErrorId::data_unreadable, {fmt::format("Parquet: {:.0f} s", most_seconds)}, first);
    }
    if (process.error() == QProcess::FailedToStart || process.exitCode() == without_pyarrow)
        refuse_parquet(files.front());
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0) return;
    const std::string said(trimmed(process.readAllStandardError().right(2000).toStdString()));
    const std::size_t last = said.rfind('\n');
    throw Error(ErrorId::data_unreadable,
                {"Parquet: " + shortened(last == said.npos ? said : said.substr(last + 1), 300)}, first);
}

} // namespace tunedesk::hub
