// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What most files of the window parse, precompiled once. Files still include what they use.
#include "base/precompiled.h"

#include <QtWidgets>
