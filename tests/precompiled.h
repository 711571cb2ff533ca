// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Headers that most tests include, precompiled once. Files still include what they use.
#include "base/precompiled.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
