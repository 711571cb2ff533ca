// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"

#include <functional>

namespace tunedesk::model {

/// LibTorch's function of the name.
at::Tensor activated(arch::Activation activation, const at::Tensor& x);

/// Operations::classify() in LibTorch's operations around a dropout of [sequences, width].
at::Tensor classify_with(const at::Tensor& rows, const HeadParameters& head,
                         const std::function<at::Tensor(const at::Tensor&)>& drop);

} // namespace tunedesk::model
