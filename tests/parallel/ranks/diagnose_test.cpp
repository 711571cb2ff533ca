// SPDX-License-Identifier: GPL-3.0-or-later
// Which rank is named, of what each had called.

#include "parallel/ranks/diagnose.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::parallel;
using event::Diagnosis;
using Kind = Diagnosis::Kind;
using State = FlightLine::State;

namespace {

double now = 0; // each line later than the ones before

FlightLine line(GroupKey group, std::uint64_t sequence, Purpose purpose, State state = State::done) {
    FlightLine line;
    line.group = group;
    line.sequence = sequence;
    line.purpose = purpose;
    line.bytes = 16;
    line.step = 7;
    line.entered = ++now;
    line.state = state;
    return line;
}

constexpr GroupKey data(int ranks) {
    return {GroupKey::Channel::data, 0, 1, static_cast<std::uint16_t>(ranks)};
}

GroupKey control(int ranks) {
    return {GroupKey::Channel::control, 0, 1, static_cast<std::uint16_t>(ranks)};
}

Diagnosis found(Kind kind, int rank, int other, const char* collective, const char* other_collective = "") {
    return {kind, rank, other, collective, other_collective, 7};
}

} // namespace

class DiagnoseTest : public QObject {
    Q_OBJECT

    static void compare(const std::vector<Flight>& flights, const Diagnosis& expected) {
        auto diagnosis = diagnose(flights);
        QVERIFY(diagnosis);
        const std::string text = sentence_of(*diagnosis);
        diagnosis->call = diagnosis->other_call = {}; // they have a test of their own
        QVERIFY2(*diagnosis == expected, text.c_str());
    }

private Q_SLOTS:
    // A rank of another node, whose record is there, not here: what the others wait for is known.
    void an_absent_rank_is_named_by_what_waits_for_it() {
        const Flight one{
            0,
            false,
            {line(data(2), 1, Purpose::gradient_sum), line(data(2), 2, Purpose::loss_sum, State::failed),
             line(GroupKey{GroupKey::Channel::data, 0, 1, 1}, 1, Purpose::save, State::waiting)}};
        const auto diagnosis = diagnose_absent(std::span(&one, 1), 1);
        QVERIFY(diagnosis);
        QVERIFY(diagnosis->kind == Kind::inside && diagnosis->rank == 1 && diagnosis->other_rank == 0);
        QCOMPARE(diagnosis->collective, std::string(name_of(Purpose::loss_sum)));
        QCOMPARE(diagnosis->other_call.sequence, std::int64_t(2));
        const Flight idle{0, false, {line(data(2), 1, Purpose::gradient_sum)}};
        QVERIFY(!diagnose_absent(std::span(&idle, 1), 1));
        QVERIFY(!diagnose_absent({}, 1));
    }

    void the_rank_behind_is_named() {
        compare({{0, false, {line(data(2), 1, Purpose::gradient_sum, State::waiting)}}, {1, false, {}}},
                found(Kind::behind, 1, 0, "gradient sum"));
        // Rank 0 is behind although its number is the lower one, and has written more of other groups.
        compare({{0,
                  false,
                  {line(data(3), 1, Purpose::gradient_sum), line(control(3), 1, Purpose::control_exchange)}},
                 {1,
                  false,
                  {line(data(3), 1, Purpose::gradient_sum),
                   line(data(3), 2, Purpose::evaluation, State::waiting)}},
                 {2,
                  false,
                  {line(data(3), 1, Purpose::gradient_sum),
                   line(data(3), 2, Purpose::evaluation, State::failed)}}},
                found(Kind::behind, 0, 1, "evaluation"));
    }

    /// What it lacked first, not what the others have entered since.
    void the_first_collective_that_is_lacking_is_named() {
        compare({{0,
                  false,
                  {line(data(2), 5, Purpose::gradient_sum),
                   line(control(2), 5, Purpose::control_exchange, State::started),
                   line(data(2), 6, Purpose::gradient_sum, State::waiting)}},
                 {1, false, {line(data(2), 5, Purpose::gradient_sum)}}},
                found(Kind::behind, 1, 0, "control exchange"));
    }

    /// Messages that were sent ahead of who receives them hold up nobody.
    void of_a_pipeline_who_does_not_send_is_named() {
        const GroupKey forward{GroupKey::Channel::forward, 0, 1, 2}, back{GroupKey::Channel::back, 0, 1, 2};
        const std::vector<Flight> flights{
            {0,
             false,
             {line(forward, 1, Purpose::stage_rows), line(forward, 2, Purpose::stage_rows),
              line(back, 1, Purpose::stage_gradient, State::waiting)}},
            {1, false, {line(forward, 1, Purpose::stage_rows)}}};
        compare(flights, found(Kind::behind, 1, 0, "gradient of hidden rows"));
        QVERIFY(!find_disagreement(flights));
    }

    // Stages 0 and 1 of two tensor ranks each: rank 3 stands; rank 2 waits for it, 0 and 1 for 2 and 3.
    void who_waits_for_another_is_not_blamed() {
        const GroupKey first{GroupKey::Channel::data, 0, 1, 2}, second{GroupKey::Channel::data, 2, 1, 2},
            even{GroupKey::Channel::data, 0, 2, 2}, odd{GroupKey::Channel::data, 1, 2, 2};
        compare(
            {{0,
              false,
              {line(first, 1, Purpose::gradient_sum), line(even, 1, Purpose::evaluation, State::waiting)}},
             {1,
              false,
              {line(first, 1, Purpose::gradient_sum), line(odd, 1, Purpose::evaluation, State::waiting)}},
             {2, false, {line(second, 1, Purpose::gradient_sum, State::waiting)}},
             {3, false, {}}},
            found(Kind::behind, 3, 1, "evaluation"));
        compare({{0, false, {line(even, 1, Purpose::evaluation, State::waiting)}},
                 {1, false, {}},
                 {2, false, {line(second, 1, Purpose::gradient_sum, State::waiting)}},
                 {3, false, {}}},
                found(Kind::behind, 3, 2, "gradient sum"));
    }

    void a_rank_that_called_something_else_is_named() {
        compare({{0, false, {line(data(3), 4, Purpose::gradient_sum, State::waiting)}},
                 {1, false, {line(data(3), 4, Purpose::step_figures, State::waiting)}},
                 {2, false, {line(data(3), 4, Purpose::gradient_sum, State::waiting)}}},
                found(Kind::parted, 1, 0, "step figures", "gradient sum"));
        // The one that differs, be it the first.
        compare({{0, false, {line(data(3), 4, Purpose::step_figures, State::waiting)}},
                 {1, false, {line(data(3), 4, Purpose::gradient_sum, State::waiting)}},
                 {2, false, {line(data(3), 4, Purpose::gradient_sum, State::waiting)}}},
                found(Kind::parted, 0, 1, "step figures", "gradient sum"));
        FlightLine larger = line(data(2), 4, Purpose::gradient_sum, State::waiting);
        larger.bytes = 20;
        compare({{0, false, {line(data(2), 4, Purpose::gradient_sum, State::waiting)}}, {1, false, {larger}}},
                found(Kind::parted, 1, 0, "gradient sum", "gradient sum"));
    }

    // The blocks of a backward pass descend, and each is gathered while the one behind it computes.
    void of_two_ranks_the_one_that_is_further_left_something_out() {
        FlightLine gather = line(data(2), 4, Purpose::parameter_gather, State::waiting);
        gather.op = CollectiveOp::all_gather;
        gather.phase = backward_phase;
        gather.block = 2;
        FlightLine reduce = line(data(2), 4, Purpose::gradient_sum, State::waiting);
        reduce.op = CollectiveOp::reduce_scatter;
        reduce.phase = backward_phase;
        reduce.block = 3;
        compare({{0, false, {gather}}, {1, false, {reduce}}},
                found(Kind::parted, 1, 0, "gradient sum", "parameter gather"));
        compare({{0, false, {reduce}}, {1, false, {gather}}},
                found(Kind::parted, 0, 1, "gradient sum", "parameter gather"));
        FlightLine early = gather;
        early.phase = backward_phase - 1;
        compare({{0, false, {early}}, {1, false, {reduce}}},
                found(Kind::parted, 1, 0, "gradient sum", "parameter gather"));
        FlightLine next = gather;
        next.block = 1;
        compare({{0, false, {early}}, {1, false, {next}}},
                found(Kind::parted, 1, 0, "parameter gather", "parameter gather"));
        compare({{0, false, {gather}}, {1, false, {next}}},
                found(Kind::parted, 1, 0, "parameter gather", "parameter gather"));
    }

    void ranks_that_wait_for_each_other_are_named() {
        const GroupKey other{GroupKey::Channel::control, 0, 1, 2};
        compare({{0, false, {line(data(2), 1, Purpose::gradient_sum, State::waiting)}},
                 {1, false, {line(other, 1, Purpose::control_exchange, State::waiting)}}},
                found(Kind::parted, 1, 0, "control exchange", "gradient sum"));
    }

    void a_collective_that_does_not_end_is_named() {
        compare({{0, false, {line(data(2), 1, Purpose::gradient_sum, State::waiting)}},
                 {1, false, {line(data(2), 1, Purpose::gradient_sum, State::waiting)}}},
                found(Kind::inside, -1, -1, "gradient sum"));
        FlightLine leads = line(data(2), 2, Purpose::save, State::waiting), waits = leads;
        leads.op = waits.op = CollectiveOp::lead;
        compare({{0, false, {leads}}, {1, false, {waits}}}, found(Kind::inside, 0, -1, "save"));
    }

    void the_rank_that_threw_is_named_before_those_that_wait() {
        compare({{0,
                  false,
                  {line(data(2), 1, Purpose::evaluation), line(data(2), 2, Purpose::save, State::failed)}},
                 {1, true, {line(data(2), 1, Purpose::evaluation)}}},
                found(Kind::threw, 1, -1, "evaluation"));
    }

    /// A rank that loses another one may note its own exception before the collective's failure.
    void of_several_that_threw_the_first_cause_is_named() {
        const FlightLine failed = line(data(2), 3, Purpose::gradient_sum, State::failed);
        const FlightLine late = line(control(2), 2, Purpose::control_exchange, State::started);
        compare({{0, true, {line(data(2), 2, Purpose::evaluation), failed}},
                 {1, true, {line(data(2), 2, Purpose::evaluation), late}}},
                found(Kind::threw, 1, -1, "control exchange"));
        // Both have a sum under way that fails: the one behind.
        const FlightLine next = line(data(2), 4, Purpose::gradient_sum, State::failed);
        compare({{0, true, {failed, next}}, {1, true, {failed}}}, found(Kind::threw, 1, -1, "gradient sum"));
    }

    /// A device's sums are done when they are enqueued.
    void without_one_that_waits_the_least_far_is_named() {
        compare(
            {{0, false, {line(data(2), 1, Purpose::gradient_sum), line(data(2), 2, Purpose::gradient_sum)}},
             {1, false, {line(data(2), 1, Purpose::gradient_sum)}}},
            found(Kind::behind, 1, 0, "gradient sum"));
    }

    void ranks_that_are_even_give_nothing() {
        QVERIFY(!diagnose({}));
        const std::vector<Flight> one{{0, false, {line(data(1), 1, Purpose::evaluation)}}};
        QVERIFY(!diagnose(one));
        // An exchange that is under way while the ranks compute is no wait.
        const auto lines = [] {
            return std::vector{line(data(2), 1, Purpose::gradient_sum),
                               line(control(2), 1, Purpose::control_exchange, State::started)};
        };
        const std::vector<Flight> two{{0, false, lines()}, {1, false, lines()}};
        QVERIFY(!diagnose(two));
    }

    void a_rank_without_a_record_is_not_named() {
        const std::vector<Flight> one{{0, false, {line(data(2), 1, Purpose::gradient_sum, State::waiting)}}};
        compare(one, found(Kind::inside, -1, -1, "gradient sum"));
    }

    /// Of two alone the one that is further has left something out, be it the first.
    void of_two_the_one_that_is_ahead_has_left_out_a_call() {
        FlightLine later = line(data(2), 4, Purpose::gradient_sum, State::waiting);
        FlightLine first = later, second = later;
        second.block = 1;
        later.step = 8;
        later.block = 0;
        first.block = 0;
        auto ahead = found(Kind::parted, 0, 1, "gradient sum", "gradient sum");
        compare({{0, false, {second}}, {1, false, {first}}}, ahead);
        ahead.step = 8;
        compare({{0, false, {later}}, {1, false, {second}}}, ahead);
    }

    void of_three_the_one_alone_is_named() {
        // It reached its exchange before the others entered what it has left out.
        const FlightLine exchange = line(control(3), 1, Purpose::control_exchange, State::waiting);
        const auto sum = [] { return std::vector{line(data(3), 9, Purpose::gradient_sum, State::waiting)}; };
        compare({{0, false, sum()}, {1, false, {exchange}}, {2, false, sum()}},
                found(Kind::parted, 1, 0, "control exchange", "gradient sum"));
    }

    void a_parting_counts_more_than_the_exceptions_that_it_causes() {
        compare({{0, true, {line(data(2), 4, Purpose::gradient_sum)}},
                 {1, true, {line(data(2), 4, Purpose::evaluation)}}},
                found(Kind::parted, 1, 0, "evaluation", "gradient sum"));
    }

    void both_calls_are_told() {
        FlightLine own = line(data(3), 4, Purpose::gradient_sum, State::waiting), theirs = own;
        own.block = 2;
        own.bytes = 20;
        const std::vector<Flight> flights{{0, false, {theirs}}, {1, false, {own}}, {2, false, {theirs}}};
        const event::CollectiveCall call{"sum", "0-2", 4, 20, 2}, other{"sum", "0-2", 4, 16, -1};
        const auto diagnosis = diagnose(flights);
        QVERIFY(diagnosis && diagnosis->call == call && diagnosis->other_call == other);
        QCOMPARE(sentence_of(*diagnosis),
                 std::string("rank 1 called the gradient sum where rank 0 called the gradient sum (step 7) "
                             "(rank 1: sum 4 of 20 bytes, ranks 0-2, block 2; rank 0: sum 4 of 16 bytes, "
                             "ranks 0-2, block -)"));
        QVERIFY(find_disagreement(flights) == diagnosis);
    }

    /// The call that it lacks, and the last one that it has made.
    void of_a_rank_behind_its_last_call_is_told() {
        const GroupKey by_two{GroupKey::Channel::data, 0, 2, 3};
        const std::vector<Flight> flights{{0, false, {line(by_two, 6, Purpose::save, State::waiting)}},
                                          {4, false, {line(by_two, 5, Purpose::evaluation)}}};
        const auto diagnosis = diagnose(flights);
        QVERIFY(diagnosis && diagnosis->rank == 4);
        const event::CollectiveCall call{"sum", "0-4:2", 5, 16, -1}, other{"sum", "0-4:2", 6, 16, -1};
        QVERIFY(diagnosis->call == call && diagnosis->other_call == other);
    }

    void who_is_slow_disagrees_with_no_one() {
        const std::vector<Flight> slow{{0, false, {line(data(2), 1, Purpose::gradient_sum, State::waiting)}},
                                       {1, false, {line(control(2), 1, Purpose::control_exchange)}}};
        QVERIFY(!find_disagreement(slow));
        // An exchange that is under way, and long out of the other's ring.
        Flight ahead{0, false, {}}, behind{1, false, {}};
        for (std::uint64_t i = 1; i <= FlightRecord::capacity; ++i)
            ahead.lines.push_back(line(data(2), i + 1, Purpose::gradient_sum));
        ahead.lines.back().state = State::waiting;
        behind.lines = {line(control(2), 1, Purpose::control_exchange, State::started),
                        line(data(2), 1, Purpose::gradient_sum)};
        QVERIFY(!find_disagreement(std::vector{ahead, behind}));
        ahead.lines.resize(2); // had it never entered the exchange
        ahead.lines.back().state = State::waiting;
        QVERIFY(find_disagreement(std::vector{ahead, behind}));
    }

    void each_kind_has_its_sentence() {
        const auto says = [](const Diagnosis& diagnosis) { return sentence(phrase_of(diagnosis)); };
        QCOMPARE(says(found(Kind::behind, 1, 0, "gradient sum")),
                 std::string("rank 1 did not enter the gradient sum, which rank 0 did (step 7)"));
        QCOMPARE(says(found(Kind::parted, 1, 0, "save", "evaluation")),
                 std::string("rank 1 called the save where rank 0 called the evaluation (step 7)"));
        QCOMPARE(says(found(Kind::inside, -1, -1, "evaluation")),
                 std::string("all ranks entered the evaluation, which did not finish (step 7)"));
        QCOMPARE(says(found(Kind::inside, 0, -1, "save")),
                 std::string("rank 0 did not finish the save that the others waited for (step 7)"));
        QCOMPARE(says(found(Kind::threw, 2, -1, "save")),
                 std::string("rank 2 failed after the save (step 7)"));
    }
};

QTEST_APPLESS_MAIN(DiagnoseTest)
#include "diagnose_test.moc"
