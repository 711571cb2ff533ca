// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The LibTorch headers of the training core, precompiled once: they cost more to parse than most of our
// files.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/generated/variable_factories.h>
