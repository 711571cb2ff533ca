#include "train/row_gradient.h"

#include "model/torch_headers.h"

#include <algorithm>
#include <span>

namespace tunedesk::train {

RowGradient::RowGradient(const at::Tensor& gradient) {
    if (!gradient.is_sparse()) {
        values_ = gradient.contiguous();
        return;
    }
    const at::Tensor whole = gradient.coalesce();
    values_ = whole.values().contiguous();
    rows_ = whole.indices().flatten().contiguous();
    width_ = gradient.size(1);
}

void RowGradient::note_rows(std::vector<std::uint8_t>& used) const {
    if (!rows_.defined() || used.empty()) return;
    for (const std::int64_t row :
         std::span(rows_.const_data_ptr<std::int64_t>(), static_cast<std::size_t>(rows_.numel())))
        used[static_cast<std::size_t>(row)] = 1;
}

std::int64_t RowGradient::first_at_least(std::int64_t row) const {
    const auto* const rows = rows_.const_data_ptr<std::int64_t>();
    return std::lower_bound(rows, rows + rows_.numel(), row) - rows;
}

} // namespace tunedesk::train
