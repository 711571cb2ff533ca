#pragma once

// What most tests parse, precompiled once. Files still include what they use. QTest itself depends on a macro
// that differs from folder to folder.
#include "base/precompiled.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
