#pragma once

#include "base/file.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::format {

enum class DType { F64, F32, F16, BF16, I64, I32, I16, I8, U8, BOOL };
std::size_t size_of(DType dtype);
std::string name_of(DType dtype);

/// One tensor's place in a safetensors file.
struct TensorInfo {
    DType dtype{};
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0, end = 0; ///< byte range in the file's data part
    std::uint64_t elements() const;
};

/// A validated, memory-mapped safetensors file. Every header fault (size, overlap, hole, overflow, duplicate
/// key, trailing bytes, unknown dtype, depth) throws Error 43xx naming file and tensor, before any tensor is
/// touched; memory beyond the map stays below 64 MB whatever the header claims.
class SafetensorsFile {
public:
    explicit SafetensorsFile(const fs::path& path);

    const fs::path& path() const { return path_; }
    const std::map<std::string, TensorInfo>& tensors() const { return tensors_; }
    const std::map<std::string, std::string>& metadata() const { return metadata_; }
    /// The tensor's bytes inside the map (little endian, row-major). Throws Error 43xx where there is none.
    std::span<const std::byte> data(const std::string& name) const;

private:
    fs::path path_;
    MappedFile map_;
    std::uint64_t data_start_ = 0;
    std::map<std::string, TensorInfo> tensors_;
    std::map<std::string, std::string> metadata_;
};

/// Parses and checks a header (the JSON text alone) against the size of the data part. For the fuzzer and the
/// class above.
void parse_safetensors_header(std::string_view json, std::uint64_t data_bytes, const std::string& where,
                              std::map<std::string, TensorInfo>& tensors,
                              std::map<std::string, std::string>& metadata);

struct TensorView {
    std::string name;
    DType dtype{};
    std::vector<std::int64_t> shape;
    std::span<const std::byte> data;
};

/// Streams tensors, in the order given, to a new file at `path` (no rename; the caller commits), fsyncs it
/// and returns its content hash. Throws Error 5001 on a full or failing disk.
std::string write_safetensors(const fs::path& path, std::span<const TensorView> tensors,
                              const std::map<std::string, std::string>& metadata);

/// The weights of a model folder as one namespace: `model.safetensors`, or the shards of
/// `model.safetensors.index.json` (weight_map entries must be plain names inside the folder: FAULTS 33).
/// Pickle weights alone (`pytorch_model.bin`) give Error 4300 with a conversion hint (FAULTS 32).
class ModelWeights {
public:
    explicit ModelWeights(const fs::path& folder);
    /// All tensor names, sorted.
    std::vector<std::string> names() const;
    bool contains(const std::string& name) const;
    const TensorInfo& info(const std::string& name) const;
    std::span<const std::byte> data(const std::string& name) const;

private:
    std::vector<SafetensorsFile> files_;
    std::map<std::string, std::size_t> file_of_;
};

} // namespace tunedesk::format
