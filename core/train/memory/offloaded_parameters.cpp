#include "train/memory/offloaded_parameters.h"

#include "memory/meter.h"
#include "memory/torch_headers.h"

#include <algorithm>

namespace tunedesk::train {

namespace {

/// Elements, of where a parameter begins: no less than LibTorch's allocators align to, since kernels are
/// chosen by it.
constexpr std::int64_t parameter_alignment = 256;

} // namespace

std::size_t BlockOrder::first_of_segment(std::size_t block) const {
    return first_trained + (block - first_trained) / checkpointed * checkpointed;
}

std::size_t BlockOrder::after_repeat(std::size_t block) const {
    const std::size_t end = std::min(first_of_segment(block) + checkpointed, blocks);
    return block + 1 < end ? block + 1 : block > first_trained ? block - 1 : 0;
}

std::size_t BlockOrder::after_backward(std::size_t block) const {
    if (block <= first_trained) return 0;
    return checkpointed > 0 && block == first_of_segment(block) ? block - checkpointed : block - 1;
}

/// A layer at home. What shares a storage moves with it.
struct OffloadedParameters::House {
    struct Item {
        c10::Storage storage;
        std::int64_t begin = 0;
    };
    std::vector<Item> items;
    at::Tensor home, gradients_home; ///< one after another
    std::size_t first = 0, last = 0; ///< its part of trained_
    bool has_gradients = false;      ///< at home, of this step
    std::size_t arrived = 0;         ///< gradients of this micro-batch
};

/// Memory of the device that holds a layer's parameters or gradients.
struct OffloadedParameters::Room {
    at::Tensor memory;
    std::size_t block = 0; ///< 0: nobody's
    HostLink::Copy coming = 0, leaving = 0;
    bool entered = false, changed = false;
};

OffloadedParameters::OffloadedParameters(model::Network& model, std::shared_ptr<HostLink> link,
                                         bool with_gradients)
    : model_(model), link_(std::move(link)),
      with_gradients_(with_gradients), order_{model.block_count(),
                                              std::max<std::size_t>(1, model.first_trained_block()),
                                              static_cast<std::size_t>(model.checkpointed_layers())},
      houses_(model.block_count()) {
    const at::NoGradGuard no_gradients;
    for (std::size_t block = 1; block < houses_.size(); ++block)
        take_home(block);
    const std::size_t trained = houses_.size() - std::min(houses_.size(), order_.first_trained);
    make_rooms(with_gradients ? std::min(std::max<std::size_t>(1, order_.checkpointed) + 1, trained) : 0);
    if (with_gradients)
        for (Trained& one : trained_)
            hooks_.emplace_back(one.value, memory::GradientHook::Use::take,
                                [this, &one](const at::Tensor&) { take_gradient(one); });
    model.parameters().settle_by([this] {
        rest();
        link_->finish();
    });
    model.add_visitor(*this);
}

OffloadedParameters::~OffloadedParameters() {
    model_.parameters().settle_by(nullptr);
    try {
        link_->finish();              // copies into memory that goes now
    } catch (const std::exception&) { // said where it happened
    }
}

void OffloadedParameters::take_home(std::size_t block) {
    House& house = houses_[block];
    house.first = trained_.size();
    const auto [first, last] = model_.parameters_of_block(block);
    auto& all = model_.parameters().all();
    std::int64_t elements = 0;
    for (std::size_t i = first; i < last; ++i) {
        const c10::Storage& storage = all[i].value.storage();
        const auto is_it = [&](const House::Item& item) { return item.storage.is_alias_of(storage); };
        if (std::ranges::any_of(house.items, is_it)) continue;
        house.items.push_back({storage, elements});
        const auto size = static_cast<std::int64_t>(storage.nbytes() / all[i].value.element_size());
        elements += (size + parameter_alignment - 1) / parameter_alignment * parameter_alignment;
    }
    house.home = link_->host_memory({elements}, all[first].value.scalar_type()).zero_();
    for (std::size_t i = first; i < last; ++i) {
        at::Tensor& value = all[i].value;
        const auto item = std::ranges::find_if(
            house.items, [&](const House::Item& one) { return one.storage.is_alias_of(value.storage()); });
        const std::int64_t begin = item->begin + value.storage_offset();
        const at::Tensor made = all[i].at_rest();
        all[i].host_value = house.home.narrow(0, begin, value.numel()).view(value.sizes());
        all[i].host_value.copy_(made);
        if (value.requires_grad()) trained_.push_back({block, begin, value, {}});
    }
    house.last = trained_.size();
    if (house.last > house.first && with_gradients_)
        house.gradients_home = link_->host_memory({elements}, all[first].value.scalar_type());
    for (const House::Item& item : house.items)
        item.storage.set_data_ptr_noswap(at::DataPtr(nullptr, item.storage.device()));
}

void OffloadedParameters::make_rooms(std::size_t gradient_rooms) {
    std::int64_t elements = 0;
    for (const House& house : houses_)
        if (house.home.defined()) elements = std::max(elements, house.home.numel());
    const model::Parameters& parameters = model_.parameters();
    const at::TensorOptions there = at::TensorOptions(model_.placement().device).dtype(parameters.type());
    const auto make = [&](std::vector<Room>& rooms, std::size_t count, memory::Part part) {
        const memory::InPart counted(part);
        for (std::size_t i = 0; i < count; ++i) {
            rooms.emplace_back();
            rooms.back().memory = at::zeros({elements}, there);
        }
    };
    make(rooms_, 2, memory::Part::weights);
    make(gradient_rooms_, gradient_rooms, memory::Part::gradients);
}

std::uint64_t OffloadedParameters::device_bytes() const {
    std::uint64_t bytes = 0;
    for (const auto* rooms : {&rooms_, &gradient_rooms_})
        for (const Room& room : *rooms)
            bytes += room.memory.nbytes();
    return bytes;
}

void OffloadedParameters::before_forward(std::size_t block) {
    backward_ = block > 0 && (backward_ || block <= current_);
    enter(block, backward_ ? order_.after_repeat(block) : order_.after_forward(block));
}

void OffloadedParameters::before_backward(std::size_t block) {
    backward_ = true;
    enter(block, order_.after_backward(block));
    if (!with_gradients_ || block == 0) return;
    bring_gradients(block);
    if (block > order_.first_trained) bring_gradients(block - 1);
}

/// Has a layer's parameters on the device, and those of the `next` on their way.
void OffloadedParameters::enter(std::size_t block, std::size_t next) {
    const at::NoGradGuard no_gradients;
    current_ = block;
    for (Room& room : rooms_)
        if (room.entered && room.block != block) leave(room);
    Room* const here = block > 0 ? &bring(block, next) : nullptr;
    if (next > 0 && next != block) bring(next, block);
    if (!here) return;
    if (here->coming) link_->await(std::exchange(here->coming, 0));
    if (std::exchange(here->entered, true)) return;
    auto* const memory = static_cast<std::byte*>(here->memory.mutable_data_ptr());
    for (const House::Item& item : houses_[block].items)
        item.storage.set_data_ptr_noswap(
            at::DataPtr(memory + item.begin * static_cast<std::int64_t>(here->memory.element_size()),
                        item.storage.device()));
}

/// The room that a layer's parameters are in or come to: not that of the layer `beside` it.
OffloadedParameters::Room& OffloadedParameters::bring(std::size_t block, std::size_t beside) {
    const auto holds_it = [&](const Room& room) { return room.block == block; };
    if (const auto room = std::ranges::find_if(rooms_, holds_it); room != rooms_.end()) return *room;
    Room& room = rooms_[0].block == beside && beside > 0 ? rooms_[1] : rooms_[0];
    if (room.coming) link_->await(room.coming); // of a layer that was not asked for after all
    room.block = block;
    const at::Tensor& home = houses_[block].home;
    room.coming = link_->fetch(room.memory.narrow(0, 0, home.numel()), home);
    return room;
}

void OffloadedParameters::leave(Room& room) {
    for (const House::Item& item : houses_[room.block].items)
        item.storage.set_data_ptr_noswap(at::DataPtr(nullptr, item.storage.device()));
    room.entered = false;
    const at::Tensor& home = houses_[room.block].home;
    if (std::exchange(room.changed, false)) link_->put(home, room.memory.narrow(0, 0, home.numel()));
}

void OffloadedParameters::rest() {
    const at::NoGradGuard no_gradients;
    for (Room& room : rooms_) {
        if (room.entered) leave(room);
        if (room.coming) link_->await(std::exchange(room.coming, 0));
        room.block = 0; // what is at home may be changed there
    }
    current_ = 0;
}

OffloadedParameters::Room* OffloadedParameters::gradient_room(std::size_t block) {
    const auto room = std::ranges::find_if(gradient_rooms_, [&](const Room& r) { return r.block == block; });
    return room == gradient_rooms_.end() ? nullptr : &*room;
}

/// A room for a layer's gradients; what is at home of them comes there.
void OffloadedParameters::bring_gradients(std::size_t block) {
    if (gradient_room(block)) return;
    const House& house = houses_[block];
    Room* const room = gradient_room(0);
    if (!room) return; // there will be one when they are needed
    if (!house.has_gradients) return;
    const at::NoGradGuard no_gradients;
    room->block = block;
    room->coming = link_->fetch(room->memory.narrow(0, 0, house.home.numel()), house.gradients_home);
    room->leaving = 0;
}

/// Adds a gradient to those at home, on the device, as autograd would. The last one sends them home.
void OffloadedParameters::take_gradient(Trained& trained) {
    const at::NoGradGuard no_gradients;
    House& house = houses_[trained.block];
    bring_gradients(trained.block);
    Room* room = gradient_room(trained.block);
    if (!room) {
        room = gradient_room(0);
        TORCH_INTERNAL_ASSERT(room, "no room for a layer's gradients");
        room->block = trained.block;
        if (room->leaving) link_->await(std::exchange(room->leaving, 0));
    }
    if (room->coming) link_->await(std::exchange(room->coming, 0));
    const at::Tensor here =
        room->memory.narrow(0, trained.begin, trained.value.numel()).view(trained.value.sizes());
    const at::Tensor& gradient = trained.value.grad();
    if (house.has_gradients)
        here.add_(gradient);
    else
        here.copy_(gradient);
    trained.value.mutable_grad().reset();
    if (++house.arrived < house.last - house.first) return;
    std::vector<at::Tensor> all;
    for (std::size_t i = house.first; i < house.last; ++i)
        all.push_back(room->memory.narrow(0, trained_[i].begin, trained_[i].value.numel()));
    const std::vector<at::Tensor> norms = at::_foreach_norm(all, 2, at::kFloat);
    for (std::size_t i = house.first; i < house.last; ++i)
        trained_[i].norm = norms[i - house.first];
    room->leaving = link_->put(house.gradients_home, room->memory.narrow(0, 0, house.gradients_home.numel()));
    room->block = 0;
    house.arrived = 0;
    house.has_gradients = true;
}

void OffloadedParameters::drop_gradients() {
    for (House& house : houses_) {
        house.has_gradients = false;
        house.arrived = 0;
    }
    for (Room& room : gradient_rooms_) {
        if (room.coming) link_->await(std::exchange(room.coming, 0));
        room.block = 0;
    }
}

std::vector<at::Tensor> OffloadedParameters::trained() const {
    std::vector<at::Tensor> all;
    for (const Trained& one : trained_)
        all.push_back(one.value);
    return all;
}

void OffloadedParameters::before_update(std::size_t block) {
    const std::size_t next = block + 1 < houses_.size() ? block + 1 : 0;
    enter(block, next);
    for (Room& room : gradient_rooms_)
        if (room.block != block && room.block != next) room.block = 0;
    bring_gradients(block);
    if (next > 0) bring_gradients(next);
    if (Room* const room = gradient_room(block); room && room->coming)
        link_->await(std::exchange(room->coming, 0));
    changed(block);
}

void OffloadedParameters::changed(std::size_t block) {
    const auto room = std::ranges::find_if(rooms_, [&](const Room& one) { return one.block == block; });
    TORCH_INTERNAL_ASSERT(room != rooms_.end() && room->entered, "a layer is changed that is at home");
    room->changed = true;
}

at::Tensor OffloadedParameters::gradient(std::size_t index) {
    const Trained& one = trained_[index];
    return gradient_room(one.block)->memory.narrow(0, one.begin, one.value.numel()).view(one.value.sizes());
}

} // namespace tunedesk::train
