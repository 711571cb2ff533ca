// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/rows_file.h"

#include "base/error.h"
#include "base/json.h"
#include "base/phrase.h"
#include "base/text.h"
#include "data/files/source.h"
#include "hub/parquet_rows.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

namespace tunedesk::hub {

namespace {

bool ends_with_one_of(const std::string& name, std::initializer_list<const char*> extensions) {
    return std::ranges::any_of(extensions, [&](const char* end) { return name.ends_with(end); });
}

std::string lower_name(const fs::path& file) {
    return ascii_lower(file.filename().string());
}

bool is_parquet(const fs::path& file) {
    return lower_name(file).ends_with(".parquet");
}

bool is_plain_json(const fs::path& file) {
    return ends_with_one_of(lower_name(file), {".json", ".json.gz", ".json.zst"});
}

bool is_of_lines(const fs::path& file) {
    return ends_with_one_of(lower_name(file),
                            {".jsonl", ".jsonl.gz", ".jsonl.zst", ".ndjson", ".ndjson.gz", ".ndjson.zst"});
}

bool has_tabs(const fs::path& file) {
    return ends_with_one_of(lower_name(file), {".tsv", ".tsv.gz", ".tsv.zst"});
}

[[noreturn]] void refuse_rows(const char* detail, const fs::path& file) {
    throw Error(ErrorId::data_unreadable, {detail}, file.string());
}

/// A file that has a temporary name until it is complete.
class NewRowsFile {
public:
    explicit NewRowsFile(const fs::path& target)
        : target_(target), file_(make_temporary_beside(target, 0600)) {
        if (!file_.descriptor) fail();
    }
    ~NewRowsFile() {
        if (!is_done_) ::unlink(file_.path.c_str());
    }
    NewRowsFile(const NewRowsFile&) = delete;

    const fs::path& path() const { return file_.path; }
    void add(std::string_view text) {
        if (!write_all(file_.descriptor.get(), text)) fail();
    }
    void add_lines(std::string_view text) {
        add(text);
        if (!text.empty() && text.back() != '\n') add("\n");
    }
    void commit() {
        if (::fsync(file_.descriptor.get()) != 0 || ::rename(file_.path.c_str(), target_.c_str()) != 0)
            fail();
        is_done_ = true;
        sync_folder(target_.parent_path());
    }

private:
    [[noreturn]] void fail() const {
        throw Error(ErrorId::write_failed, {"write the file", errno_text(errno)}, target_.string());
    }

    fs::path target_;
    TemporaryFile file_;
    bool is_done_ = false;
};

std::string_view without_mark(std::string_view text) {
    return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

/// Joins CSV or TSV files, each of which has a header.
void join_tables(const std::vector<fs::path>& files, NewRowsFile& out) {
    std::string header;
    for (const fs::path& file : files) {
        const data::Source source = data::read_source(file, data::kind_of_name(file));
        std::string_view text = without_mark(source.bytes.text());
        const std::size_t end = text.find('\n');
        const std::string_view first = trimmed(text.substr(0, end));
        if (header.empty())
            header = first;
        else if (first == header)
            text.remove_prefix(end == text.npos ? text.size() : end + 1);
        else
            refuse_rows(TUNEDESK_TRANSLATABLE("ErrorDetail", "the files of the split have different columns"),
                        file);
        out.add_lines(text);
    }
}

/// Whether the first line is a complete object.
bool has_json_lines(std::string_view text) {
    try {
        return parse_json(text.substr(0, text.find('\n')), "", ErrorId::data_unreadable).is_object();
    } catch (const Error&) {
        return false;
    }
}

/// Joins files of JSON lines, or of arrays of objects, which read_source() converts to lines.
void join_json(const std::vector<fs::path>& files, NewRowsFile& out) {
    for (const fs::path& file : files) {
        const data::Source source = data::read_source(file, data::kind_of_name(file));
        const std::string_view text = without_mark(source.bytes.text());
        if (!is_of_lines(file) && !has_json_lines(text))
            refuse_rows(
                TUNEDESK_TRANSLATABLE("ErrorDetail", "neither lines of JSON objects nor an array of them"),
                file);
        out.add_lines(text);
    }
}

} // namespace

bool needs_conversion(const std::vector<fs::path>& files) {
    return files.size() != 1 || is_parquet(files.front()) || is_plain_json(files.front());
}

fs::path one_rows_file(const std::vector<fs::path>& files, const fs::path& folder, const std::string& stem,
                       const std::function<bool()>& is_cancelled) {
    if (files.empty() || !needs_conversion(files)) return files.empty() ? fs::path() : files.front();
    const fs::path& first = files.front();
    const bool is_json = is_parquet(first) || is_plain_json(first) || is_of_lines(first);
    fs::path target = folder / (stem + (is_json ? ".jsonl" : has_tabs(first) ? ".tsv" : ".csv"));
    std::error_code unknown;
    if (fs::is_regular_file(target, unknown)) return target; // the files of a commit do not change
    make_folders(folder, ErrorId::folder_not_created, 0700);
    NewRowsFile out(target);
    if (is_parquet(first))
        write_parquet_rows(files, out.path(), is_cancelled);
    else if (is_json)
        join_json(files, out);
    else
        join_tables(files, out);
    out.commit();
    return target;
}

} // namespace tunedesk::hub
