// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::format {

/// The largest header that is read; real ones hold about 100 bytes a tensor.
inline constexpr std::uint64_t max_safetensors_header = 16u << 20;

enum class DType { F64, F32, F16, BF16, I64, I32, I16, I8, U8, BOOL };
std::size_t size_of(DType dtype);
std::string name_of(DType dtype);
/// "F32" and so on; std::nullopt for another name.
std::optional<DType> dtype_named(std::string_view name);

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
    /// The tensor's bytes inside the map (little endian, row-major, not necessarily aligned for its dtype).
    /// Throws Error 4309 if there is no such tensor.
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

    /// Bytes by dtype and shape; `data`, if set, has this size.
    std::uint64_t bytes() const;
};

/// Streams tensors to a new file at `path` (no rename; the caller commits). The space is reserved first, so
/// that a full disk shows before the first byte. Calls throw Error 5001 on a full or failing disk, the
/// constructor 4316, 4326 (a name twice) or 4327 (the header's size) for what no reader would accept.
class SafetensorsWriter {
public:
    /// `tensors`: those that will be appended, in this order; their data may be unset.
    SafetensorsWriter(const fs::path& path, std::span<const TensorView> tensors,
                      const std::map<std::string, std::string>& metadata);
    ~SafetensorsWriter();
    SafetensorsWriter(const SafetensorsWriter&) = delete;
    SafetensorsWriter& operator=(const SafetensorsWriter&) = delete;

    /// Appends the bytes of the next tensor, or of a part of it, which must remain valid until flush() or
    /// finish().
    void append(std::span<const std::byte> data);
    void flush();
    /// Fsyncs the file and returns its content hash.
    std::string finish();

private:
    class Stream;
    const std::string header_;
    const std::unique_ptr<Stream> stream_;
};

/// The same for tensors with data. Returns the file's content hash.
std::string write_safetensors(const fs::path& path, std::span<const TensorView> tensors,
                              const std::map<std::string, std::string>& metadata);

/// The `weight_map` of a shard index.
struct WeightMap {
    std::vector<std::string> shards;             ///< plain file names, in order of first mention
    std::map<std::string, std::size_t> shard_of; ///< tensor name -> index into shards
};

/// Parses and checks the text of `model.safetensors.index.json`. Throws Error 4310 if it is malformed and
/// 4318 if a shard's name is not a plain one.
WeightMap parse_weight_map(std::string_view json, const std::string& where);

/// The weights of a model folder as one namespace: `model.safetensors`, or the shards of
/// `model.safetensors.index.json` (weight_map entries must be plain names inside the folder: FAULTS 33).
/// Pickle weights alone (`pytorch_model.bin`) give Error 4300 with a conversion hint (FAULTS 32).
class ModelWeights {
public:
    explicit ModelWeights(const fs::path& folder);
    /// Adds the tensors of another file, without `prefix`, in front of those of the same name.
    void add(SafetensorsFile file, std::string_view prefix);
    bool is_added(const std::string& name) const { return added_.contains(name); }
    /// The files, shards included.
    std::vector<fs::path> paths() const;
    /// All tensor names, sorted.
    std::vector<std::string> names() const;
    bool contains(const std::string& name) const;
    const TensorInfo& info(const std::string& name) const;
    std::span<const std::byte> data(const std::string& name) const;

private:
    const std::string& name_in_file(const std::string& name) const;

    std::vector<SafetensorsFile> files_;
    std::map<std::string, std::size_t> file_of_;
    std::map<std::string, std::string> added_; ///< names of added tensors in their file
};

} // namespace tunedesk::format
