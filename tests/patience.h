// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

/// Timeouts of tests for other processes and the window. They are long because a machine may be busy with a
/// build; successful tests do not wait for them.
namespace tunedesk::test {
inline constexpr int patience_ms = 60'000;
inline constexpr int patience_s = patience_ms / 1000;
} // namespace tunedesk::test

// Qt's own default is 5 s.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, tunedesk::test::patience_ms)
#define QTRY_VERIFY2(condition, words)                                                                       \
    QTRY_VERIFY2_WITH_TIMEOUT(condition, words, tunedesk::test::patience_ms)
#define QTRY_COMPARE(actual, expected)                                                                       \
    QTRY_COMPARE_WITH_TIMEOUT(actual, expected, tunedesk::test::patience_ms)
