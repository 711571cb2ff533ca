// SPDX-License-Identifier: GPL-3.0-or-later
// What most tests on LibTorch parse, precompiled once. Files still include what they use.
#include "memory/torch_headers.h"
#include "precompiled.h"
