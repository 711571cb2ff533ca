// SPDX-License-Identifier: GPL-3.0-or-later
// Whether ranks that have counted other numbers of collectives are found, by group. Ranks are threads.

#include "parallel/agreement.h"
#include "parallel/mesh_groups.h"

#include "base/error.h"
#include "memory/torch_headers.h"
#include "parallel/ranks_as_threads.h"

#include <QTest>
#include <mutex>
#include <set>

using namespace tunedesk;
using namespace tunedesk::parallel;
using namespace tunedesk::test;

namespace {

/// What the ranks of a mesh of 2 x 1 x 2 say of an exchange after each has entered what `enters` does.
std::set<std::string> said(const std::function<void(const MeshGroups&, int rank)>& enters) {
    std::mutex mutex;
    std::set<std::string> texts;
    const std::string thrown = run_ranks(4, [&](const World& world) {
        Group all(world, 60);
        const MeshGroups groups(all, Mesh({.stages = 2, .tensor = 2}, 4));
        Agreement agreement(all);
        std::string text = "they agree";
        enters(groups, world.rank);
        try {
            agreement.exchange_now({3, 2}, [] { return 0; });
        } catch (const Error& error) {
            text = std::to_string(error.id()) + ": " + error.message();
        }
        all.lead(Purpose::evaluation, [] {}); // nobody leaves before all have asked
        const std::lock_guard lock(mutex);
        texts.insert(text);
    });
    if (!thrown.empty()) texts.insert(thrown);
    return texts;
}

using Texts = std::set<std::string>;

} // namespace

class AgreementTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Other groups may do other things.
    void equal_counts_within_each_group_agree() {
        const Texts texts = said([](const MeshGroups& groups, int rank) {
            double value[] = {1};
            for (int i = 0; i < (rank < 2 ? 3 : 5); ++i) // of tensor-0 and tensor-1
                groups.along(Axis::tensor).sum(value, Purpose::evaluation);
            groups.along(Axis::stage).sum(value, Purpose::evaluation);
        });
        QVERIFY2(texts == Texts{"they agree"}, texts.begin()->c_str());
    }

    void a_rank_that_left_one_out_is_found_in_its_group() {
        const Texts texts = said([](const MeshGroups& groups, int rank) {
            if (rank == 3) groups.along(Axis::tensor).calls().enter({}); // counts, and communicates nothing
        });
        QVERIFY2(texts == Texts{"7603: the ranks disagree: steps 3 to 3, updates 2 to 2, collectives of "
                                "tensor-1 0 to 1"},
                 texts.begin()->c_str());
    }

    void every_group_that_differs_is_named() {
        const Texts texts = said([](const MeshGroups& groups, int rank) {
            if (rank == 0) groups.along(Axis::stage).calls().enter({});
            if (rank == 2) groups.all().calls().enter({});
        });
        QVERIFY2(texts == Texts{"7603: the ranks disagree: steps 3 to 3, updates 2 to 2, collectives of "
                                "world 0 to 1, of stage-0 0 to 1"},
                 texts.begin()->c_str());
    }

    /// One call more in one group does not stand for one less in another.
    void counts_of_groups_are_not_added_up() {
        const Texts texts = said([](const MeshGroups& groups, int rank) {
            groups.along(rank == 0 ? Axis::stage : Axis::tensor).calls().enter({});
        });
        QVERIFY2(texts.size() == 1 && texts.begin()->find("of stage-0 0 to 1") != std::string::npos &&
                     texts.begin()->find("of tensor-0 0 to 1") != std::string::npos,
                 texts.begin()->c_str());
    }
};

QTEST_GUILESS_MAIN(AgreementTest)
#include "agreement_test.moc"
