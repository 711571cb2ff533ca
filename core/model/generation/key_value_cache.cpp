// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/generation/key_value_cache.h"

#include "memory/torch_headers.h"

namespace tunedesk::model {

std::pair<at::Tensor, at::Tensor> KeyValueCache::append(std::size_t layer, const at::Tensor& key,
                                                        const at::Tensor& value) {
    const auto add = [&](at::Tensor& all, const at::Tensor& rows) {
        if (!all.defined()) all = at::empty({positions_, rows.size(1)}, rows.options());
        all.narrow(0, length_, rows.size(0)).copy_(rows);
        return all.narrow(0, 0, length_ + rows.size(0));
    };
    return {add(keys_[layer], key), add(values_[layer], value)};
}

} // namespace tunedesk::model
