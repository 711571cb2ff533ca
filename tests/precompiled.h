// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What most tests parse, precompiled once. Files still include what they use.
#include "base/precompiled.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
