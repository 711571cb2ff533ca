// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Headers that most files of core/ include, precompiled once. Files still include what they use.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>
