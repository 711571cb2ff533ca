#pragma once

#include "memory/gradient_hook.h"
#include "model/network.h"
#include "train/memory/host_link.h"

namespace tunedesk::train {

/// Which encoder layer comes after which, in a pass and in an update. Layers are numbered as a model's
/// blocks: from 1; 0 is none.
struct BlockOrder {
    std::size_t blocks = 1;        ///< the embeddings included
    std::size_t first_trained = 1; ///< at least 1
    std::size_t checkpointed = 0;  ///< so many layers go forward again together; 0: none does

    std::size_t after_forward(std::size_t block) const { return block + 1 < blocks ? block + 1 : 0; }
    /// Of layers that go forward again in the backward pass.
    std::size_t after_repeat(std::size_t block) const;
    std::size_t after_backward(std::size_t block) const;

private:
    std::size_t first_of_segment(std::size_t block) const;
};

/// memory.offload: parameters. The encoder layers' parameters lie in the host's memory. On the device there
/// are two rooms, each for the largest layer: in one lies the layer at work, into the other comes the one
/// after it. Their gradients go home too as soon as a layer has them all, through rooms likewise (one more
/// than go forward again together), and are added up there. A parameter's tensor has memory while its layer
/// is at work alone; embeddings and head stay. Losses and updates are those without. Thread rule: one thread,
/// and its backward pass.
class OffloadedParameters : public model::BlockVisitor {
public:
    /// Takes the parameters home, where Placement::layers_on_host has not made them there. Without
    /// `with_gradients` somebody else uses them up in the backward pass (memory.optimizer_in_backward).
    /// `model` must outlive this, and have no pass after it.
    OffloadedParameters(model::Network& model, std::shared_ptr<HostLink> link, bool with_gradients = true);
    ~OffloadedParameters() override;
    OffloadedParameters(const OffloadedParameters&) = delete;
    OffloadedParameters& operator=(const OffloadedParameters&) = delete;

    void before_forward(std::size_t block) override;
    void before_backward(std::size_t block) override;
    void end_without_backward() override { rest(); }

    /// Bytes of the rooms.
    std::uint64_t device_bytes() const;

    // For the optimizer.
    /// The trained parameters that lie at home.
    std::vector<at::Tensor> trained() const;
    /// Of trained()[index].
    std::size_t block_of(std::size_t index) const { return trained_[index].block; }
    /// The L2 norm of its gradient, which is at home: on the device.
    const at::Tensor& gradient_norm(std::size_t index) const { return trained_[index].norm; }
    /// Has a layer on the device, with the gradients that are at home. What is changed there goes home.
    void before_update(std::size_t block);
    /// A layer that is at work goes home changed.
    void changed(std::size_t block);
    /// Its gradient, meanwhile.
    at::Tensor gradient(std::size_t index);
    /// Before the next step's first pass.
    void drop_gradients();
    /// Nothing is on the device from here on, but what is asked for.
    void rest();

private:
    /// A parameter that has gradients.
    struct Trained {
        std::size_t block = 0;
        std::int64_t begin = 0; ///< in the home
        at::Tensor value, norm;
    };
    struct House;
    struct Room;

    void take_home(std::size_t block);
    void make_rooms(std::size_t gradient_rooms);
    void enter(std::size_t block, std::size_t next);
    Room& bring(std::size_t block, std::size_t beside);
    void leave(Room& room);
    void bring_gradients(std::size_t block);
    void take_gradient(Trained& trained);
    Room* gradient_room(std::size_t block);

    model::Network& model_;
    std::shared_ptr<HostLink> link_;
    const bool with_gradients_;
    BlockOrder order_;
    std::vector<House> houses_; ///< by block
    std::vector<Trained> trained_;
    std::vector<Room> rooms_, gradient_rooms_;
    std::size_t current_ = 0;
    bool backward_ = false;                   ///< of the pass under way
    std::vector<memory::GradientHook> hooks_; ///< of trained_
};

} // namespace tunedesk::train
