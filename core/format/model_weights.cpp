// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/safetensors.h"

#include "base/error.h"
#include "base/files/contained_file.h"
#include "base/json.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::format {

namespace {

constexpr std::uint64_t max_index_bytes = 12u << 20;
constexpr std::size_t max_shards = 4096;
constexpr int max_index_depth = 16;

/// Extracts `weight_map` from the index during parsing; other parts are skipped.
class WeightMapReader : public nlohmann::json_sax<Json> {
public:
    explicit WeightMapReader(const std::string& where) : where_(where) {}

    bool null() override { return other(); }
    bool boolean(bool) override { return other(); }
    bool number_integer(number_integer_t) override { return other(); }
    bool number_unsigned(number_unsigned_t) override { return other(); }
    bool number_float(number_float_t, const string_t&) override { return other(); }
    bool binary(binary_t&) override { return other(); }
    bool start_array(std::size_t) override { return other() && deeper(); }

    bool string(string_t& shard) override {
        if (!in_map_) return other();
        if (!is_plain_file_name(shard) || !shard.ends_with(".safetensors"))
            throw Error(ErrorId::shard_name_not_plain, {shortened(shard)}, place());
        const auto [known, fresh] = shards_.emplace(shard, map.shards.size());
        if (fresh) {
            if (map.shards.size() == max_shards)
                throw Error(ErrorId::weight_index_damaged, {"too many shards"}, where_);
            map.shards.push_back(shard);
        }
        map.shard_of.emplace(std::move(key_), known->second);
        return true;
    }

    bool start_object(std::size_t) override {
        if (depth_ == 1 && key_ == "weight_map") {
            in_map_ = found = true;
        } else {
            other();
        }
        return deeper();
    }

    bool key(string_t& key) override {
        key_ = std::move(key);
        const bool duplicate = in_map_       ? map.shard_of.contains(key_)
                               : depth_ == 1 ? key_ == "weight_map" && found
                                             : false;
        if (duplicate)
            throw Error(ErrorId::weight_index_damaged, {fmt::format("duplicate key \"{}\"", shortened(key_))},
                        where_);
        return true;
    }

    bool end_object() override {
        if (--depth_ == 1) in_map_ = false;
        return true;
    }

    bool end_array() override {
        --depth_;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) override {
        throw Error(ErrorId::weight_index_damaged, {fmt::format("invalid JSON at byte {}", position)},
                    where_);
    }

    WeightMap map;
    bool found = false;

private:
    bool other() const {
        if (depth_ == 1 && key_ == "weight_map")
            throw Error(ErrorId::weight_index_damaged, {"weight_map is not an object"}, where_);
        if (in_map_) throw Error(ErrorId::weight_index_damaged, {"a shard's name is not a string"}, place());
        return true;
    }

    bool deeper() {
        if (++depth_ > max_index_depth)
            throw Error(ErrorId::weight_index_damaged,
                        {fmt::format("nested deeper than {}", max_index_depth)}, where_);
        return true;
    }

    std::string place() const { return fmt::format("{}: tensor \"{}\"", where_, shortened(key_)); }

    const std::string& where_;
    std::string key_;
    std::map<std::string, std::size_t, std::less<>> shards_;
    int depth_ = 0;
    bool in_map_ = false;
};

[[noreturn]] void throw_no_weights(const fs::path& folder) {
    std::error_code error;
    std::string pickle, other;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        const std::string extension = ascii_lower(entry->path().extension().string());
        if (name.starts_with("pytorch_model") || extension == ".bin" || extension == ".pt" ||
            extension == ".pth" || extension == ".ckpt" || extension == ".pkl") {
            if (pickle.empty() || name < pickle) pickle = name;
        } else if (extension == ".safetensors" || extension == ".h5" || extension == ".msgpack" ||
                   extension == ".onnx" || extension == ".gguf") {
            if (other.empty() || name < other) other = name;
        }
    }
    if (error) throw Error(ErrorId::model_folder_unreadable, {error.message()}, folder.string());
    if (!pickle.empty()) throw Error(ErrorId::weights_pickled, {shortened(pickle)}, folder.string());
    throw other.empty() ? Error(ErrorId::weights_missing, {}, folder.string())
                        : Error(ErrorId::weights_of_other_format, {shortened(other)}, folder.string());
}

} // namespace

WeightMap parse_weight_map(std::string_view json, const std::string& where) {
    if (json.size() > max_index_bytes)
        throw Error(ErrorId::weight_index_damaged, {fmt::format("larger than {} bytes", max_index_bytes)},
                    where);
    if (const std::size_t nul = json.find('\0'); nul != std::string_view::npos)
        throw Error(ErrorId::weight_index_damaged, {fmt::format("a NUL at byte {}", nul + 1)}, where);
    WeightMapReader reader(where);
    Json::sax_parse(json.begin(), json.end(), &reader);
    if (!reader.found) throw Error(ErrorId::weight_index_damaged, {"weight_map is missing"}, where);
    return std::move(reader.map);
}

ModelWeights::ModelWeights(const fs::path& folder) {
    const fs::path single = folder / "model.safetensors", index = folder / "model.safetensors.index.json";
    std::error_code error;
    if (fs::exists(fs::symlink_status(single, error))) {
        files_.emplace_back(contained_file(folder, "model.safetensors"));
        for (const auto& [name, info] : files_.front().tensors())
            file_of_.emplace(name, 0);
        return;
    }
    if (!fs::exists(fs::symlink_status(index, error))) throw_no_weights(folder);
    WeightMap map = parse_weight_map(read_file(contained_file(folder, index.filename().string()),
                                               ErrorId::weight_index_damaged, max_index_bytes),
                                     index.string());
    for (const std::string& shard : map.shards)
        files_.emplace_back(contained_file(folder, shard));
    for (const auto& [name, shard] : map.shard_of)
        if (!files_[shard].tensors().contains(name))
            throw Error(ErrorId::indexed_tensor_missing, {shortened(name)}, files_[shard].path().string());
    file_of_ = std::move(map.shard_of);
}

void ModelWeights::add(SafetensorsFile file, std::string_view prefix) {
    for (const auto& [name, info] : file.tensors()) {
        const std::string here = name.starts_with(prefix) ? name.substr(prefix.size()) : name;
        file_of_[here] = files_.size();
        added_[here] = name;
    }
    files_.push_back(std::move(file));
}

std::vector<std::string> ModelWeights::names() const {
    std::vector<std::string> names;
    names.reserve(file_of_.size());
    for (const auto& entry : file_of_)
        names.push_back(entry.first);
    return names;
}

std::vector<fs::path> ModelWeights::paths() const {
    std::vector<fs::path> all;
    for (const SafetensorsFile& file : files_)
        all.push_back(file.path());
    return all;
}

const std::string& ModelWeights::name_in_file(const std::string& name) const {
    const auto added = added_.find(name);
    return added == added_.end() ? name : added->second;
}

bool ModelWeights::contains(const std::string& name) const {
    return file_of_.contains(name);
}

const TensorInfo& ModelWeights::info(const std::string& name) const {
    const auto found = file_of_.find(name);
    if (found == file_of_.end())
        throw Error(ErrorId::tensor_missing, {shortened(name)},
                    files_.empty() ? "" : files_.front().path().parent_path().string());
    return files_[found->second].tensors().at(name_in_file(name));
}

std::span<const std::byte> ModelWeights::data(const std::string& name) const {
    info(name);
    return files_[file_of_.at(name)].data(name_in_file(name));
}

} // namespace tunedesk::format
