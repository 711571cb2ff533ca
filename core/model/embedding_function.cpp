#include "model/function_parts.h"

namespace tunedesk::model {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// table[index(row)] += gradient[row] for all rows. Threads take columns, so every sum has one order.
template <class Index>
at::Tensor scatter(const at::Tensor& table, const at::Tensor& gradient, Index index) {
    at::Tensor out = at::zeros_like(table);
    const std::int64_t width = table.size(1), rows = gradient.size(0);
    float* to = data(out);
    const float* from = data(gradient);
    constexpr std::int64_t columns = 64;
    for_range((width + columns - 1) / columns, [&](std::int64_t begin, std::int64_t end) {
        const std::int64_t first = begin * columns, last = std::min(end * columns, width);
        for (std::int64_t r = 0; r < rows; ++r) {
            const std::int64_t target = index(r);
            if (target < 0) continue;
            for (std::int64_t c = first; c < last; ++c)
                to[target * width + c] += from[r * width + c];
        }
    });
    return out;
}

struct Embed : torch::autograd::Function<Embed> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& word, const at::Tensor& position,
                              const std::optional<at::Tensor>& types_or_none, const at::Tensor& gamma,
                              const at::Tensor& beta, const c10::intrusive_ptr<Kept>& state) {
        const at::Tensor type = types_or_none.value_or(at::Tensor());
        const Batch& batch = *state->view.batch;
        const std::int64_t width = word.size(1);
        at::Tensor x = at::empty({batch.rows(), width}, word.options());
        const float *words = data(word), *positions = data(position), *types = data(type);
        float* out = data(x);
        for_range(batch.rows(), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t r = begin; r < end; ++r) {
                const auto i = static_cast<std::size_t>(r);
                const float* w = words + batch.ids[i] * width;
                const float* p = positions + batch.position[i] * width;
                const float* t = types ? types + batch.type_ids[i] * width : nullptr;
                for (std::int64_t c = 0; c < width; ++c)
                    out[r * width + c] = w[c] + p[c] + (t ? t[c] : 0.0f);
            }
        });
        auto [y, rstd] = norm_forward(*state, x, {}, {}, gamma, beta);
        save(context, {word, position, type, gamma, x, rstd});
        keep(context, state);
        return y;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const Kept& state = kept(context);
        const Batch& batch = *state.view.batch;
        const NormGradients g = norm_backward(state, gradients[0], saved[4], saved[5], saved[3], false);
        const auto at_row = [](const auto& values, std::int64_t r) {
            return static_cast<std::int64_t>(values[static_cast<std::size_t>(r)]);
        };
        variable_list result(6);
        result[0] = scatter(saved[0], g.dx, [&](std::int64_t r) {
            const std::int64_t id = at_row(batch.ids, r);
            return id == state.pad_id ? -1 : id;
        });
        result[1] = scatter(saved[1], g.dx, [&](std::int64_t r) { return at_row(batch.position, r); });
        if (saved[2].defined())
            result[2] = scatter(saved[2], g.dx, [&](std::int64_t r) { return at_row(batch.type_ids, r); });
        result[3] = g.d_gamma;
        result[4] = g.d_beta;
        return result;
    }
};

} // namespace

at::Tensor embed(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                 const at::Tensor& position, const at::Tensor& type, const NormParameters& norm,
                 const kernel::Dropout& dropout, std::int64_t pad_id) {
    auto state = c10::make_intrusive<Kept>();
    state->view = RowView(batch, false);
    state->dropout = dropout;
    state->eps = norm.eps;
    state->pad_id = pad_id;
    // An autograd function takes no undefined tensor for an input, but an empty optional.
    const std::optional<at::Tensor> types = type.defined() ? std::optional(type) : std::nullopt;
    return Embed::apply(word, position, types, norm.gamma, norm.beta, state);
}

} // namespace tunedesk::model
