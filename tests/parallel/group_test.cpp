// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of failures inside a collective.

#include "parallel/group.h"

#include "base/error.h"

#include <QTest>
#include <c10/util/Exception.h>
#include <new>
#include <stdexcept>

using namespace tunedesk;
using namespace tunedesk::parallel;

class GroupTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_failure_names_the_collective() {
        try {
            guarded("an exchange", [] { throw std::runtime_error("connection reset\nand a trace"); });
            QFAIL("nothing was thrown");
        } catch (const Error& error) {
            QCOMPARE(error.id(), 7602);
            QCOMPARE(error.message(), std::string("an exchange failed: connection reset"));
        }
    }

    /// A backward pass around a collective: the run ends with 5, not with a rank that is at fault.
    void want_of_memory_stays_what_it_is() {
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, guarded("an exchange", [] { throw std::bad_alloc(); }));
        QVERIFY_THROWS_EXCEPTION(c10::OutOfMemoryError, guarded("an exchange", [] {
                                     TORCH_CHECK_WITH(OutOfMemoryError, false, "CUDA out of memory.");
                                 }));
    }
};

QTEST_APPLESS_MAIN(GroupTest)
#include "group_test.moc"
