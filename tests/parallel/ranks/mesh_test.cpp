// SPDX-License-Identifier: GPL-3.0-or-later
// Which ranks of a run share what.

#include "parallel/ranks/mesh.h"

#include "base/error.h"

#include <QTest>
#include <set>

using namespace tunedesk;
using namespace tunedesk::parallel;

using Groups = std::vector<std::vector<int>>;

class MeshTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // rank = (stage x D + data) x T + tensor.
    void groups_of_eight_ranks() {
        const Mesh mesh({.stages = 2, .data = 2, .tensor = 2}, 8);
        QVERIFY(mesh.groups(Axis::tensor) == (Groups{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
        QVERIFY(mesh.groups(Axis::data) == (Groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
        QVERIFY(mesh.groups(Axis::stage) == (Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
        QVERIFY(mesh.place_of(6) == (MeshPlace{.stage = 1, .data = 1, .tensor = 0}));
    }

    void groups_of_unequal_extents() {
        const Mesh mesh({.stages = 2, .data = 3, .tensor = 1}, 6);
        QVERIFY(mesh.groups(Axis::tensor) == (Groups{{0}, {1}, {2}, {3}, {4}, {5}}));
        QVERIFY(mesh.groups(Axis::data) == (Groups{{0, 1, 2}, {3, 4, 5}}));
        QVERIFY(mesh.groups(Axis::stage) == (Groups{{0, 3}, {1, 4}, {2, 5}}));
        const Mesh ddp({.data = 3}, 3);
        QVERIFY(ddp.groups(Axis::data) == (Groups{{0, 1, 2}}));
    }

    /// Along each axis every rank is in one group, and a group's ranks differ in that axis alone.
    void every_mesh_of_up_to_24_ranks_is_divided_without_rest() {
        for (int stages = 1; stages <= 4; ++stages)
            for (int data = 1; data <= 3; ++data)
                for (int tensor = 1; tensor <= 2; ++tensor) {
                    const Mesh mesh({stages, data, tensor}, stages * data * tensor);
                    for (int rank = 0; rank < mesh.ranks(); ++rank)
                        QCOMPARE(mesh.rank_at(mesh.place_of(rank)), rank);
                    for (const Axis axis : {Axis::stage, Axis::data, Axis::tensor})
                        check(mesh, axis);
                }
    }

    void a_mesh_of_another_number_of_ranks_is_refused() {
        for (const MeshShape& shape : {MeshShape{2, 2, 2}, MeshShape{0, 6, 1}, MeshShape{-2, -3, 1},
                                       MeshShape{1 << 21, 1 << 21, 1 << 22}})
            try {
                const Mesh mesh(shape, 6);
                QFAIL("it was made");
            } catch (const Error& error) {
                QCOMPARE(error.id(), 2602);
            }
    }

private:
    static void check(const Mesh& mesh, Axis axis) {
        std::set<int> seen;
        for (const std::vector<int>& group : mesh.groups(axis)) {
            QCOMPARE(static_cast<int>(group.size()), mesh.extent(axis));
            MeshPlace first = mesh.place_of(group.front());
            for (std::size_t i = 0; i < group.size(); ++i) {
                QVERIFY(seen.insert(group[i]).second);
                MeshPlace expected = first;
                (axis == Axis::stage  ? expected.stage
                 : axis == Axis::data ? expected.data
                                      : expected.tensor) = static_cast<int>(i);
                QVERIFY(mesh.place_of(group[i]) == expected);
            }
        }
        QCOMPARE(static_cast<int>(seen.size()), mesh.ranks());
    }
};

QTEST_APPLESS_MAIN(MeshTest)
#include "mesh_test.moc"
