// SPDX-License-Identifier: GPL-3.0-or-later
// Every operator that has no code of its own here: its kernel is the host's, done late on a stream.
#include "simulated/generator.h"
#include "simulated/kernels.h"
#include "simulated/misbehaviour.h"
#include "simulated/runtime.h"
#include "simulated/shapes.h"
#include "simulated/workspace.h"

#include <ATen/ops/empty_strided.h>
#include <c10/core/DeviceGuard.h>
#include <set>
#include <string_view>
#include <torch/library.h>

namespace tunedesk::simulated {

namespace {

constexpr int new_result = -1;

void run_on_host(const c10::OperatorHandle& op, torch::jit::Stack& stack) {
    op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), &stack);
}

/// Names of operators for as long as the process lives.
const char* lasting_name(const std::string& name) {
    static std::set<std::string>& names = *new std::set<std::string>;
    const std::lock_guard lock(state_lock());
    return names.insert(name).first->c_str();
}

/// One call of an operator with tensors of the device.
class Call {
public:
    Call(const c10::OperatorHandle& op, std::vector<c10::IValue> arguments)
        : op_(op), arguments_(std::move(arguments)), name_(lasting_name(op.schema().name())) {
        for (std::size_t i = 0; i < arguments_.size(); ++i)
            take_argument(i);
        if (device_ < 0) device_ = current_device();
        find_results();
    }

    /// Enqueues it and returns its results.
    torch::jit::Stack enqueue_it() {
        refuse_operator();
        const c10::DeviceGuard guard(device_at(device_));
        if (std::string_view(name_) == "aten::addmm") take_workspace(device_);
        take_random_numbers();
        if (std::ranges::find(sources_, new_result) == sources_.end()) {
            enqueue(stream(), name_, uses_, work({}));
            torch::jit::Stack results;
            for (const int source : sources_)
                results.push_back(arguments_[static_cast<std::size_t>(source)]);
            return results;
        }
        return infer_results(op_, shapes_) ? enqueue_into_new() : wait_for_new();
    }

private:
    Stream& stream() const { return current_stream(device_); }

    void take_argument(std::size_t i) {
        const c10::IValue& value = arguments_[i];
        const c10::AliasInfo* alias = op_.schema().arguments()[i].alias_info();
        const bool writes = alias && alias->isWrite();
        if (value.isDevice()) {
            if (device_ < 0) device_ = value.toDevice().index();
            host_.emplace_back(c10::Device(c10::kCPU));
            shapes_.emplace_back(c10::Device(c10::kMeta));
            return;
        }
        host_.push_back(with_tensors(value, [&](const at::Tensor& tensor) { return seen(tensor, writes); }));
        shapes_.push_back(with_tensors(value, shape_only));
    }

    at::Tensor seen(const at::Tensor& tensor, bool writes) {
        if (is_here(tensor)) {
            TORCH_CHECK(device_ < 0 || device_ == tensor.device().index(), name_,
                        ": expected all tensors to be on the same device, but two devices were found");
            TORCH_CHECK(tensor.layout() == c10::kStrided, name_, ": not a strided tensor");
            device_ = tensor.device().index();
            uses_.push_back(use_of(tensor, writes));
            return kernel_side(tensor);
        }
        // As CUDA: of the host's only single numbers, which are read as the kernel is launched, and indices.
        TORCH_CHECK(tensor.dim() == 0 || std::string_view(name_).find("index") != std::string_view::npos,
                    name_, ": expected all tensors to be on the same device, but one is on ",
                    tensor.device());
        if (writes) return tensor;
        at::Tensor copy = tensor.clone();
        copy.unsafeGetTensorImpl()->set_wrapped_number(tensor.unsafeGetTensorImpl()->is_wrapped_number());
        return copy;
    }

    /// Which argument each result is, or new_result.
    void find_results() {
        const auto& arguments = op_.schema().arguments();
        for (const c10::Argument& result : op_.schema().returns()) {
            int source = new_result;
            if (const c10::AliasInfo* alias = result.alias_info()) {
                TORCH_CHECK(alias->isWrite(), name_, ": a view that the simulated device does not know");
                for (std::size_t i = 0; i < arguments.size() && source == new_result; ++i)
                    if (const c10::AliasInfo* other = arguments[i].alias_info();
                        other && other->beforeSets() == alias->beforeSets())
                        source = static_cast<int>(i);
            }
            sources_.push_back(source);
        }
    }

    void take_random_numbers() {
        for (std::size_t i = 0; i < arguments_.size(); ++i) {
            if (op_.schema().arguments()[i].name() != "generator") continue;
            const at::Generator generator =
                arguments_[i].isGenerator() ? arguments_[i].toGenerator() : default_generator(device_);
            drawn_ = implementation(generator).draw(stream());
            generator_ = static_cast<int>(i);
            shapes_[i] = c10::IValue();
        }
    }

    /// The operator on the kernels' side; `places`: where its new results go, in order.
    Work work(std::vector<at::Tensor> places) const {
        return [op = op_, host = host_, name = name_, places = std::move(places), sources = sources_,
                generator = generator_, drawn = drawn_](const RandomStart& at_replay) {
            torch::jit::Stack stack = host;
            if (generator >= 0) stack[static_cast<std::size_t>(generator)] = host_generator(drawn, at_replay);
            run_on_host(op, stack);
            spoil(name, stack);
            if (places.empty()) return;
            std::size_t place = 0;
            for (std::size_t i = 0; i < sources.size(); ++i) {
                if (sources[i] != new_result) continue;
                with_tensors(stack[i], [&](const at::Tensor& result) {
                    const at::Tensor& to = places.at(place++);
                    TORCH_CHECK(result.sizes() == to.sizes() && result.scalar_type() == to.scalar_type(),
                                "a result of ", result.sizes(), " where ", to.sizes(), " was inferred");
                    to.copy_(result);
                    return result;
                });
            }
        };
    }

    torch::jit::Stack enqueue_into_new() {
        std::vector<at::Tensor> places;
        torch::jit::Stack results;
        for (std::size_t i = 0; i < sources_.size(); ++i)
            results.push_back(sources_[i] != new_result
                                  ? arguments_[static_cast<std::size_t>(sources_[i])]
                                  : with_tensors(shapes_[i], [&](const at::Tensor& shape) {
                                        const at::Tensor made = make(shape);
                                        uses_.push_back(use_of(made, true));
                                        places.push_back(kernel_side(made));
                                        return made;
                                    }));
        enqueue(stream(), name_, uses_, work(std::move(places)));
        return results;
    }

    /// For results of a size that only the data tells the host waits, as on CUDA.
    torch::jit::Stack wait_for_new() {
        auto stack = std::make_shared<torch::jit::Stack>(host_);
        enqueue(stream(), name_, uses_, [op = op_, stack](const RandomStart&) { run_on_host(op, *stack); });
        host_wait(stream(), name_);
        torch::jit::Stack results;
        for (std::size_t i = 0; i < sources_.size(); ++i)
            results.push_back(
                sources_[i] != new_result
                    ? arguments_[static_cast<std::size_t>(sources_[i])]
                    : with_tensors((*stack)[i], [&](const at::Tensor& result) {
                          const at::Tensor made = make(result);
                          enqueue(stream(), name_, {use_of(made, true)},
                                  [to = kernel_side(made), result](const RandomStart&) { to.copy_(result); });
                          return made;
                      }));
        return results;
    }

    at::Tensor make(const at::Tensor& like) const {
        return at::empty_strided(like.sizes(), like.strides(), like.options().device(device_at(device_)));
    }

    c10::OperatorHandle op_;
    std::vector<c10::IValue> arguments_;
    const char* name_;
    torch::jit::Stack host_, shapes_; ///< arguments for the kernel, and for the results' shapes
    std::vector<Use> uses_;
    std::vector<int> sources_;
    int device_ = -1, generator_ = -1;
    RandomStart drawn_;
};

void fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
    const std::size_t count = op.schema().arguments().size();
    std::vector<c10::IValue> arguments = torch::jit::last(*stack, count).vec();
    size_results(op, arguments);
    torch::jit::Stack results = Call(op, std::move(arguments)).enqueue_it();
    torch::jit::drop(*stack, count);
    for (c10::IValue& result : results)
        stack->push_back(std::move(result));
}

bool returns_view(const c10::FunctionSchema& schema) {
    return std::ranges::any_of(schema.returns(), [](const c10::Argument& result) {
        return result.alias_info() && !result.alias_info()->isWrite();
    });
}

/// Operators with a kernel for the host beside a composite one, which would be taken here and give other
/// bits.
void prefer_host_kernels(torch::Library& library) {
    auto& dispatcher = c10::Dispatcher::singleton();
    for (const c10::OperatorName& name : dispatcher.getAllOpNames()) {
        if (!name.name.starts_with("aten::") || name.name == "aten::copy_") continue;
        const auto op = dispatcher.findOp(name);
        if (!op || !op->hasSchema() || !op->hasKernelForDispatchKey(c10::DispatchKey::CPU) ||
            !op->hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutograd) ||
            op->hasKernelForDispatchKey(c10::DispatchKey::CUDA) || returns_view(op->schema()))
            continue;
        const std::string overload = name.overload_name.empty() ? "" : "." + name.overload_name;
        library.impl((name.name.substr(6) + overload).c_str(),
                     torch::CppFunction::makeFromBoxedFunction<&fallback>());
    }
}

} // namespace

void install_operators() {
    static auto& any =
        *new torch::Library(torch::Library::IMPL, "_", c10::DispatchKey::CUDA, __FILE__, __LINE__);
    any.fallback(torch::CppFunction::makeFromBoxedFunction<&fallback>());
    static auto& aten =
        *new torch::Library(torch::Library::IMPL, "aten", c10::DispatchKey::CUDA, __FILE__, __LINE__);
    install_tensor_operators(aten);
    install_attention(aten);
    prefer_host_kernels(aten);
}

} // namespace tunedesk::simulated
