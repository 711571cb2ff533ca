// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/manifest_pieces.h"

#include "base/error.h"
#include "base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace tunedesk::format {

namespace {

constexpr std::size_t max_pieces = 262144, max_dimensions = 16, max_name_bytes = 4096;

[[noreturn]] void refuse_piece(const std::string& tensor, const std::string& what, const std::string& where) {
    throw Error(ErrorId::manifest_tensor_damaged, {shortened(tensor), what}, where);
}

/// Reads one piece's members.
class PieceReader {
public:
    PieceReader(const Json& object, const std::string& where) : object_(object), where_(where) {}

    std::string text(const char* name, const std::string& otherwise = {}) const {
        const auto found = object_.find(name);
        if (found == object_.end() && !otherwise.empty()) return otherwise;
        if (found == object_.end() || !found->is_string() ||
            found->get_ref<const std::string&>().size() > max_name_bytes)
            refuse(fmt::format("no text \"{}\"", name));
        return found->get<std::string>();
    }
    std::int64_t whole(const char* name, std::int64_t otherwise) const {
        const auto found = object_.find(name);
        return found == object_.end() ? otherwise : number(name, *found);
    }
    bool has(const char* name) const { return object_.contains(name); }
    std::vector<std::int64_t> list(const char* name) const {
        const auto found = object_.find(name);
        if (found == object_.end() || !found->is_array() || found->size() > max_dimensions)
            refuse(fmt::format("no list \"{}\"", name));
        std::vector<std::int64_t> numbers;
        for (const Json& item : *found)
            numbers.push_back(number(name, item));
        return numbers;
    }
    [[noreturn]] void refuse(const std::string& what) const {
        refuse_piece(text_field(object_, "tensor"), what, where_);
    }

private:
    std::int64_t number(const char* name, const Json& value) const {
        constexpr std::uint64_t most = std::uint64_t{1} << 53;
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most)
            refuse(fmt::format("\"{}\" is out of range", name));
        return value.get<std::int64_t>();
    }

    const Json& object_;
    const std::string& where_;
};

Manifest::StoredPiece read_piece(const Json& object, const std::string& where) {
    if (!object.is_object()) throw Error(ErrorId::manifest_damaged, {"a piece is not an object"}, where);
    const PieceReader reader(object, where);
    Manifest::StoredPiece stored;
    stored.piece.tensor = reader.text("tensor");
    stored.key = reader.text("key", stored.piece.tensor);
    const auto dtype = dtype_named(reader.text("dtype"));
    if (!dtype) reader.refuse("its dtype is unknown");
    stored.dtype = *dtype;
    stored.shape = reader.list("shape");
    if (elements_of(stored.shape) < 0) reader.refuse("its shape overflows");
    stored.piece.box = Box::whole(stored.shape);
    if (reader.has("offset") || reader.has("extent"))
        stored.piece.box = {reader.list("offset"), reader.list("extent")};
    if (elements_of(stored.piece.box.extent) < 0) reader.refuse("a box overflows");
    stored.piece.begin = reader.whole("begin", 0);
    stored.piece.end = reader.whole("end", stored.piece.box.elements());
    return stored;
}

} // namespace

Json pieces_json(const std::vector<Manifest::StoredPiece>& pieces) {
    Json list = Json::array();
    for (const Manifest::StoredPiece& stored : pieces) {
        const Piece& piece = stored.piece;
        Json json{{"tensor", piece.tensor}, {"dtype", name_of(stored.dtype)}, {"shape", stored.shape}};
        if (piece.box != Box::whole(stored.shape)) {
            json["offset"] = piece.box.offset;
            json["extent"] = piece.box.extent;
        }
        if (piece.begin != 0) json["begin"] = piece.begin;
        if (piece.end != piece.box.elements()) json["end"] = piece.end;
        if (stored.key != piece.tensor) json["key"] = stored.key;
        list.push_back(std::move(json));
    }
    return list;
}

std::vector<Manifest::StoredPiece> read_pieces(const Json& list, const std::string& where) {
    if (!list.is_array()) throw Error(ErrorId::manifest_damaged, {"\"pieces\" is not a list"}, where);
    if (list.size() > max_pieces) throw Error(ErrorId::manifest_damaged, {"too many pieces"}, where);
    std::vector<Manifest::StoredPiece> pieces;
    for (const Json& object : list)
        pieces.push_back(read_piece(object, where));
    return pieces;
}

std::string digest_text(const std::vector<Manifest::StoredPiece>& pieces) {
    std::string text;
    for (const Manifest::StoredPiece& stored : pieces)
        text += fmt::format("  {}/{}/{}/{}/{}/{}/{}/{}\n", stored.piece.tensor, name_of(stored.dtype),
                            fmt::join(stored.shape, "x"), fmt::join(stored.piece.box.offset, ","),
                            fmt::join(stored.piece.box.extent, "x"), stored.piece.begin, stored.piece.end,
                            stored.key);
    return text;
}

void require_partition(const Manifest& manifest, const std::string& where) {
    struct Tensor {
        const Manifest::StoredPiece* first = nullptr;
        std::vector<Piece> pieces;
    };
    std::map<std::string, Tensor> tensors;
    for (const Manifest::Entry& entry : manifest.files) {
        std::set<std::string> keys;
        for (const Manifest::StoredPiece& stored : entry.pieces) {
            if (!keys.insert(stored.key).second)
                refuse_piece(stored.piece.tensor, "two pieces have one key in a file", where);
            Tensor& tensor = tensors[stored.piece.tensor];
            if (!tensor.first) tensor.first = &stored;
            if (tensor.first->dtype != stored.dtype || tensor.first->shape != stored.shape)
                refuse_piece(stored.piece.tensor, "its pieces disagree on its dtype or shape", where);
            tensor.pieces.push_back(stored.piece);
        }
    }
    for (const auto& [name, tensor] : tensors)
        if (const std::string fault = partition_fault(tensor.first->shape, tensor.pieces); !fault.empty())
            refuse_piece(name, fault, where);
}

} // namespace tunedesk::format
