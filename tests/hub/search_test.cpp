// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "hub/hub_search.h"
#include "hub/hub_server.h"

using namespace tunedesk;

class SearchTest : public QObject {
    Q_OBJECT

    HubServer server_;

private Q_SLOTS:
    void finds_by_words() {
        server_.put_model("org/small");
        server_.put_model("org/much-longer-name");
        server_.put("org/much-longer-name", "config.json", R"({"model_type": "unheard_of"})");
        server_.set_faults("org/much-longer-name", {{"gated", "manual"}});
        hub::HubClient client(server_.settings({}));
        const auto all = hub::search_models(client, "org", 10);
        QCOMPARE(all.size(), std::size_t(2));
        QCOMPARE(all[0].name, std::string("org/much-longer-name"));
        QVERIFY(all[0].is_gated && !all[0].is_supported);
        QCOMPARE(all[0].model_type, std::string("unheard_of"));
        QCOMPARE(all[1].name, std::string("org/small"));
        QVERIFY(all[1].is_supported && !all[1].is_gated);
        QCOMPARE(all[1].license, std::string("apache-2.0"));
        QCOMPARE(all[1].likes, std::int64_t(7));
        QCOMPARE(all[1].downloads, std::int64_t(1009));
        QCOMPARE(all[1].parameters, std::uint64_t(15'000));
        QCOMPARE(all[1].bytes, std::uint64_t(60'000));
        QCOMPARE(hub::search_models(client, "small", 10).size(), std::size_t(1));
        QCOMPARE(hub::search_models(client, "org", 1).size(), std::size_t(1));
        QVERIFY(hub::search_models(client, "a & b=c #%", 10).empty());
    }

    void finds_data_sets_by_words() {
        server_.put("datasets/org/reviews", "train.csv", "text,label\ngood,1\n");
        server_.set_faults("datasets/org/reviews",
                           {{"tags",
                             {"task_categories:text-classification", "task_categories:text-scoring",
                              "size_categories:10K<n<100K", "format:csv", "license:mit"}}});
        server_.put("datasets/org/much-longer-reviews", "train.tar", "x");
        server_.set_faults("datasets/org/much-longer-reviews",
                           {{"tags", {"format:webdataset"}}, {"gated", "manual"}});
        server_.put("datasets/org/..reviews", "train.csv", "text\n");
        hub::HubClient client(server_.settings({}));
        const auto all = hub::search_data_sets(client, "reviews", 10);
        QCOMPARE(all.size(), std::size_t(2));
        QCOMPARE(all[0].name, std::string("org/much-longer-reviews"));
        QVERIFY(all[0].is_gated && !all[0].is_supported);
        QCOMPARE(all[0].rows + all[0].tasks + all[0].license, std::string());
        QCOMPARE(all[1].name, std::string("org/reviews"));
        QVERIFY(all[1].is_supported && !all[1].is_gated);
        QCOMPARE(all[1].tasks, std::string("text-classification, text-scoring"));
        QCOMPARE(all[1].rows, std::string("10K–100K"));
        QCOMPARE(all[1].format + ' ' + all[1].license, std::string("csv mit"));
        QCOMPARE(all[1].bytes, std::uint64_t(18));
        QCOMPARE(all[1].likes, std::int64_t(7));
        QCOMPARE(hub::search_data_sets(client, "reviews", 1).size(), std::size_t(1));
        QVERIFY(hub::search_models(client, "reviews", 10).empty());
        QVERIFY(server_.log().find("expand%5B%5D=usedStorage") != std::string::npos);
    }

    void names_that_are_none_are_left_out() {
        server_.put_model("org/..dots");
        hub::HubClient client(server_.settings({}));
        QVERIFY(hub::search_models(client, "..dots", 10).empty());
    }
};

QTEST_GUILESS_MAIN(SearchTest)
#include "search_test.moc"
