// SPDX-License-Identifier: GPL-3.0-or-later
// Headers that most tests with LibTorch include, precompiled once. Files still include what they use.
#include "memory/torch_headers.h"
#include "precompiled.h"
