// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What most files of this folder parse, precompiled once. Files still include what they use.
#include "base/precompiled.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QProcess>
#include <QSocketNotifier>
#include <QTimer>
