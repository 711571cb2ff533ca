#include "report/classification.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace tunedesk::report {

struct PredictionsWriter::File {
    fs::path path, temporary;
    std::vector<std::string> names;
    bool pairs = false;
    FileDescriptor fd;
    std::string buffer;

    [[noreturn]] void fail(const char* step) const {
        throw Error(5001, fmt::format("cannot {} the file: {}", step, errno_text(errno)), path.string(),
                    "free some space or choose another folder");
    }
    void flush() {
        if (!write_all(fd.get(), buffer)) fail("write");
        buffer.clear();
    }
};

namespace {
constexpr std::size_t buffer_bytes = 1u << 16;
}

PredictionsWriter::PredictionsWriter(fs::path path, std::vector<std::string> names, bool pairs)
    : file_(std::make_unique<File>()) {
    File& file = *file_;
    TemporaryFile made = make_temporary_beside(path, 0600);
    file.temporary = std::move(made.path);
    file.fd = std::move(made.descriptor);
    file.path = std::move(path);
    file.names = std::move(names);
    file.pairs = pairs;
    if (!file.fd) file.fail("create");
    file.buffer = pairs ? "text,text_pair,label,prediction" : "text,label,prediction";
    for (const std::string& name : file.names)
        file.buffer += "," + csv_field("prob_" + name);
    file.buffer += ",loss,line\n";
}

PredictionsWriter::~PredictionsWriter() {
    if (file_->fd) ::unlink(file_->temporary.c_str());
}

void PredictionsWriter::add(std::string_view text, std::string_view pair, std::int32_t label,
                            std::span<const float> probabilities, double loss, std::uint64_t line) {
    File& file = *file_;
    if (probabilities.size() != file.names.size() || label < -1 ||
        label >= static_cast<std::int32_t>(file.names.size()))
        throw Error(3190, fmt::format("a prediction of {} probabilities and label {} for {} classes",
                                      probabilities.size(), label, file.names.size()));
    const auto best = std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin();
    file.buffer += csv_field(text);
    if (file.pairs) file.buffer += "," + csv_field(pair);
    file.buffer += "," + (label < 0 ? std::string() : csv_field(file.names[static_cast<std::size_t>(label)]));
    file.buffer +=
        "," + (file.names.empty() ? std::string() : csv_field(file.names[static_cast<std::size_t>(best)]));
    for (const float probability : probabilities)
        file.buffer += "," + shortest(probability);
    file.buffer += "," + (label < 0 ? std::string() : shortest(loss));
    file.buffer += "," + (line == 0 ? std::string() : std::to_string(line)) + "\n";
    if (file.buffer.size() >= buffer_bytes) file.flush();
}

void PredictionsWriter::close() {
    File& file = *file_;
    if (!file.fd) return;
    file.flush();
    if (::fsync(file.fd.get()) != 0) file.fail("flush");
    if (::rename(file.temporary.c_str(), file.path.c_str()) != 0) file.fail("rename");
    file.fd.reset();
    sync_folder(file.path.has_parent_path() ? file.path.parent_path() : fs::path("."));
}

} // namespace tunedesk::report
