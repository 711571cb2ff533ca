// SPDX-License-Identifier: GPL-3.0-or-later
// SLURM's notations for nodes and for tasks per node.

#include "parallel/launch/node_list.h"

#include "base/error.h"
#include "base/text.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::parallel;

using Hosts = std::vector<std::string>;

namespace {

/// The error's number, and whether it names variable and text.
template <class Parse>
int refusal(Parse parse, const std::string& text) {
    try {
        parse("SLURM_LIST", text);
    } catch (const Error& error) {
        const bool names = error.message().find("SLURM_LIST=") != std::string::npos &&
                           error.message().find(shortened(text)) != std::string::npos;
        return names && error.where() == "SLURM_LIST" ? error.id() : -1;
    }
    return 0;
}

} // namespace

class NodeListTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lists_of_nodes() {
        const std::pair<const char*, Hosts> table[] = {
            {"localhost", {"localhost"}},
            {"n1,n2", {"n1", "n2"}},
            {"n[1-2,07-09],m3", {"n1", "n2", "n07", "n08", "n09", "m3"}},
            {"n[098-101]", {"n098", "n099", "n100", "n101"}},
            {"n[9-11]", {"n9", "n10", "n11"}},
            {"rack[0-1]n[1-2]", {"rack0n1", "rack0n2", "rack1n1", "rack1n2"}},
            {"gpu[1-2]-ib.cluster", {"gpu1-ib.cluster", "gpu2-ib.cluster"}},
            {"n[3]", {"n3"}},
            {"b,a", {"b", "a"}}, // not sorted: the first is rank 0's
        };
        for (const auto& [text, hosts] : table)
            QVERIFY2(parse_node_list("V", text) == hosts, text);
    }

    void malformed_lists_of_nodes_are_refused() {
        for (const char* text : {"",
                                 ",",
                                 "n1,",
                                 ",n1",
                                 "n[",
                                 "n[]",
                                 "n[1",
                                 "n1]",
                                 "n[1-]",
                                 "n[-2]",
                                 "n[2-1]",
                                 "n[1,]",
                                 "n[a-b]",
                                 "n[1-2",
                                 "n[[1-2]]",
                                 "n 1",
                                 "n1\n",
                                 "n/1",
                                 "n;rm",
                                 "n[0-99999]",
                                 "n[1-300]x[1-300]",
                                 "n[0-999999999999]",
                                 "n[+1-2]",
                                 "$(n)"})
            QCOMPARE(refusal(parse_node_list, text), static_cast<int>(ErrorId::node_list_invalid));
        QCOMPARE(refusal(parse_node_list, std::string(300, 'n')),
                 static_cast<int>(ErrorId::node_list_invalid));
    }

    void tasks_per_node() {
        QVERIFY(parse_tasks_per_node("V", "2(x3),1") == (std::vector<int>{2, 2, 2, 1}));
        QVERIFY(parse_tasks_per_node("V", "1") == std::vector<int>{1});
        QVERIFY(parse_tasks_per_node("V", "4,2(x2)") == (std::vector<int>{4, 2, 2}));
        for (const char* text : {"", ",", "2,", "0", "-1", "2(x0)", "2(x)", "2(3)", "2(x3", "2x3", "(x3)",
                                 "a", "2(x70000)", "99999999999", "2(x3)1", " 2"})
            QCOMPARE(refusal(parse_tasks_per_node, text), static_cast<int>(ErrorId::tasks_per_node_invalid));
    }
};

QTEST_GUILESS_MAIN(NodeListTest)
#include "node_list_test.moc"
