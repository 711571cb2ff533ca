// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The LibTorch headers of the training core, precompiled once, because parsing them takes longer than most of
// the project's files. The header of custom functions is not included: every file would pay for templates
// that few use.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/generated/variable_factories.h>
