// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The LibTorch headers of the training core, precompiled once: they cost more to parse than most of our
// files. Those of custom functions are not among them: each file would pay for templates that few need.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/generated/variable_factories.h>
