// SPDX-License-Identifier: GPL-3.0-or-later
// Headers that most tests of the window include, precompiled once. Files still include what they use.
#include "ui/precompiled.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
