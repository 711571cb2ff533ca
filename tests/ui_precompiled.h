// SPDX-License-Identifier: GPL-3.0-or-later
// What most tests of the window parse, precompiled once. Files still include what they use.
#include "ui/precompiled.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
