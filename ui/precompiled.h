// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Headers that most files of ui/ include, precompiled once. Files still include what they use.
#include "base/precompiled.h"

#include <QtWidgets>
