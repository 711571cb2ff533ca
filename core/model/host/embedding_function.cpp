// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/host/function_parts.h"
#include "model/host/small_operations.h"

#include <array>

namespace tunedesk::model {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// The rows of a gradient that belong to one table row.
struct TableRow {
    std::int64_t target = 0;
    std::vector<std::int64_t> rows; ///< ascending
};

template <class Index>
std::vector<TableRow> rows_by_target(std::int64_t rows, Index index) {
    std::vector<std::pair<std::int64_t, std::int64_t>> places; // index, row
    for (std::int64_t r = 0; r < rows; ++r)
        if (const std::int64_t target = index(r); target >= 0) places.emplace_back(target, r);
    std::sort(places.begin(), places.end());
    std::vector<TableRow> targets;
    for (const auto& [target, row] : places) {
        if (targets.empty() || targets.back().target != target) targets.push_back({target, {}});
        targets.back().rows.push_back(row);
    }
    return targets;
}

/// Writes the sum of the gradient's rows of target i, in fp32 and in the order of the rows, to row place(i)
/// of `out`.
template <class Place>
void add_up(const std::vector<TableRow>& targets, const at::Tensor& gradient, const at::Tensor& out,
            Place place) {
    const std::int64_t width = gradient.size(1);
    const float* const from = data(gradient);
    constexpr std::int64_t columns = 64;
    AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, out.scalar_type(), "add_up", [&] {
        auto* const to = out.mutable_data_ptr<scalar_t>();
        for_range(static_cast<std::int64_t>(targets.size()), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i)
                for (std::int64_t first = 0; first < width; first += columns) {
                    const std::int64_t count = std::min(columns, width - first);
                    float sum[columns] = {};
                    for (const std::int64_t row : targets[static_cast<std::size_t>(i)].rows)
                        for (std::int64_t c = 0; c < count; ++c)
                            sum[c] += from[row * width + first + c];
                    for (std::int64_t c = 0; c < count; ++c)
                        to[place(i) * width + first + c] = static_cast<scalar_t>(sum[c]);
                }
        });
    });
}

/// The gradient of a table, in its type: the sum of gradient[row] over the rows of each index.
template <class Index>
at::Tensor scatter(const at::Tensor& table, const at::Tensor& gradient, Index index) {
    const std::vector<TableRow> targets = rows_by_target(gradient.size(0), index);
    const at::Tensor out = at::zeros_like(table);
    add_up(targets, gradient, out,
           [&](std::int64_t i) { return targets[static_cast<std::size_t>(i)].target; });
    return out;
}

/// The same as a coalesced sparse tensor of the used rows.
template <class Index>
at::Tensor gather(const at::Tensor& table, const at::Tensor& gradient, Index index) {
    const std::vector<TableRow> targets = rows_by_target(gradient.size(0), index);
    const auto count = static_cast<std::int64_t>(targets.size());
    const at::Tensor values = at::empty({count, table.size(1)}, table.options()),
                     rows = at::empty({1, count}, at::kLong);
    for (std::int64_t i = 0; i < count; ++i)
        rows.mutable_data_ptr<std::int64_t>()[i] = targets[static_cast<std::size_t>(i)].target;
    add_up(targets, gradient, values, [](std::int64_t i) { return i; });
    return at::_sparse_coo_tensor_unsafe(rows, values, table.sizes(), table.options().layout(at::kSparse),
                                         /*is_coalesced=*/true);
}

/// word[id] + position[place] + type[type id] in fp32, [rows, width]; `position` and `type` may be undefined.
at::Tensor sum_of_embeddings(const Batch& batch, const at::Tensor& word, const at::Tensor& position,
                             const at::Tensor& type) {
    const std::int64_t width = word.size(1);
    at::Tensor x = at::empty({batch.rows(), width}, word.options().dtype(at::kFloat));
    float* const out = data(x);
    const at::ScalarType stored = position.defined() ? position.scalar_type() : word.scalar_type();
    AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, stored, "embed", [&] {
        const at::Tensor of_type = word.to(stored); // a no-op except for other rows passed in its place
        const auto *words = of_type.const_data_ptr<scalar_t>(),
                   *positions = position.defined() ? position.const_data_ptr<scalar_t>() : nullptr,
                   *types = type.defined() ? type.const_data_ptr<scalar_t>() : nullptr;
        for_range(batch.rows(), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t r = begin; r < end; ++r) {
                const auto i = static_cast<std::size_t>(r);
                const scalar_t* w = words + batch.ids[i] * width;
                const scalar_t* p = positions ? positions + batch.position[i] * width : nullptr;
                const scalar_t* t = types ? types + batch.type_ids[i] * width : nullptr;
                for (std::int64_t c = 0; c < width; ++c)
                    out[r * width + c] = static_cast<float>(w[c]) + (p ? static_cast<float>(p[c]) : 0.0f) +
                                         (t ? static_cast<float>(t[c]) : 0.0f);
            }
        });
    });
    return x;
}

/// The gradients of the three tables from that of the sum of their rows; undefined if not needed.
std::array<at::Tensor, 3> table_gradients(AutogradContext* context, const Kept& state,
                                          const variable_list& tables, const at::Tensor& gradient) {
    const Batch& batch = *state.view.batch;
    const auto at_row = [](const auto& values, std::int64_t r) {
        return static_cast<std::int64_t>(values[static_cast<std::size_t>(r)]);
    };
    const auto word_of = [&](std::int64_t r) {
        const std::int64_t id = at_row(batch.ids, r);
        return id == state.pad_id ? -1 : id;
    };
    std::array<at::Tensor, 3> result;
    if (context->needs_input_grad(0))
        result[0] =
            state.sparse ? gather(tables[0], gradient, word_of) : scatter(tables[0], gradient, word_of);
    if (tables[1].defined() && context->needs_input_grad(1))
        result[1] = scatter(tables[1], gradient, [&](std::int64_t r) { return at_row(batch.position, r); });
    if (tables[2].defined())
        result[2] = scatter(tables[2], gradient, [&](std::int64_t r) { return at_row(batch.type_ids, r); });
    return result;
}

/// Autograd functions accept no undefined tensor as input, but an empty optional.
std::optional<at::Tensor> if_defined(const at::Tensor& tensor) {
    return tensor.defined() ? std::optional(tensor) : std::nullopt;
}

c10::intrusive_ptr<Kept> state_of(const std::shared_ptr<const Batch>& batch, std::int64_t pad_id,
                                  bool sparse) {
    auto state = c10::make_intrusive<Kept>();
    state->view = RowView(batch, false);
    state->pad_id = pad_id;
    state->sparse = sparse;
    return state;
}

struct Embed : torch::autograd::Function<Embed> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& word, const at::Tensor& position,
                              const std::optional<at::Tensor>& types_or_none, const at::Tensor& gamma,
                              const at::Tensor& beta, const c10::intrusive_ptr<Kept>& state) {
        const at::Tensor type = types_or_none.value_or(at::Tensor());
        at::Tensor x = sum_of_embeddings(*state->view.batch, word, position, type);
        auto [y, rstd] = norm_forward(*state, x, {}, {}, gamma, beta);
        save(context, {word, position, type, gamma, x, rstd});
        keep(context, state);
        return y;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const Kept& state = kept(context);
        const NormGradients g = norm_backward(state, gradients[0], saved[4], saved[5], saved[3], false);
        const auto tables = table_gradients(context, state, saved, g.dx);
        return {tables[0], tables[1], tables[2], g.d_gamma, g.d_beta, {}};
    }
};

/// The sum of the tables' rows, without norm.
struct EmbeddingSum : torch::autograd::Function<EmbeddingSum> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& word,
                              const std::optional<at::Tensor>& position_or_none,
                              const std::optional<at::Tensor>& types_or_none,
                              const c10::intrusive_ptr<Kept>& state) {
        const at::Tensor position = position_or_none.value_or(at::Tensor()),
                         type = types_or_none.value_or(at::Tensor());
        save(context, {word, position, type});
        keep(context, state);
        return sum_of_embeddings(*state->view.batch, word, position, type);
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const auto tables = table_gradients(context, kept(context), context->get_saved_variables(),
                                            gradients[0].contiguous());
        return {tables[0], tables[1], tables[2], {}};
    }
};

} // namespace

at::Tensor embed(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                 const at::Tensor& position, const at::Tensor& type, const NormParameters& norm,
                 const kernel::Dropout& dropout, std::int64_t pad_id, bool sparse) {
    const c10::intrusive_ptr<Kept> state = state_of(batch, pad_id, sparse);
    state->dropout = dropout;
    state->eps = norm.eps;
    return Embed::apply(word, position, if_defined(type), norm.gamma, norm.beta, state);
}

at::Tensor host_embedding(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                          const at::Tensor& position, const at::Tensor& type, std::int64_t pad_id,
                          bool sparse) {
    return EmbeddingSum::apply(word, if_defined(position), if_defined(type), state_of(batch, pad_id, sparse));
}

} // namespace tunedesk::model
