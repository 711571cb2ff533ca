#pragma once

#include "model/operations.h"

#include <functional>

namespace tunedesk::model {

/// Operations::classify() in LibTorch's operations around a dropout of [sequences, width].
at::Tensor classify_with(const at::Tensor& rows, const HeadParameters& head,
                         const std::function<at::Tensor(const at::Tensor&)>& drop);

} // namespace tunedesk::model
