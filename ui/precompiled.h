#pragma once

// What most files of the window parse, precompiled once. Files still include what they use.
#include "base/precompiled.h"

#include <QtWidgets>
