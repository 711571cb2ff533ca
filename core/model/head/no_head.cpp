// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/layers/block_parts.h"

#include "memory/torch_headers.h"

namespace tunedesk::model {

namespace {

/// The head of an embedding model, whose outputs are the rows themselves.
class NoHead : public Head {
public:
    at::Tensor forward(const at::Tensor& rows_read, const std::shared_ptr<const Batch>&,
                       const Pass&) const override {
        return rows_read;
    }
    at::Tensor features(const at::Tensor& rows_read, const std::shared_ptr<const Batch>&,
                        const Pass&) const override {
        return rows_read;
    }
    const LinearLayer& output_layer() const override { return none_; }
    LinearLayer* linear(arch::Role) override { return nullptr; }

private:
    LinearLayer none_;
};

} // namespace

std::unique_ptr<Head> make_no_head() {
    return std::make_unique<NoHead>();
}

} // namespace tunedesk::model
