#include "run/supervise/rank_group.h"

#include "base/random.h"
#include "event/event.h"
#include "run/programs.h"
#include "run/supervise/supervisor.h"

namespace tunedesk::run {

namespace {

RankLaunch rank_launch(const Launch& launch, int rank, int port, const std::string& token) {
    RankLaunch how{launch.worker, {launch.folder.root.string()}, {}, launch.folder.log(rank)};
    if (launch.resume) how.arguments.push_back("--resume");
    if (launch.allow_change) how.arguments.push_back("--allow-change");
    how.environment = rank_environment(rank, launch.preset.parallel.processes, port);
    how.environment.insert(how.environment.end(),
                           {{"TUNEDESK_SOCKET", launch.folder.socket().string()},
                            {"TUNEDESK_FLIGHT_RECORD", launch.folder.flight_record(rank).string()},
                            {"TUNEDESK_TOKEN", token}});
    if (launch.visible_devices) how.environment.emplace_back("CUDA_VISIBLE_DEVICES", *launch.visible_devices);
    return how;
}

} // namespace

void RankGroup::start(const Launch& launch, int port, const std::vector<int>& inherited,
                      const std::function<void(int rank)>& started) {
    token_ = random_token(); // what earlier ranks have sent is none of theirs
    folder_ = launch.folder;
    for (int index = 0; index < launch.preset.parallel.processes; ++index) {
        RankLaunch how = rank_launch(launch, index, port, token_);
        how.inherited = inherited;
        how.inherited.insert(how.inherited.end(), launch.claim_descriptors.begin(),
                             launch.claim_descriptors.end());
        Rank& rank = *ranks_.emplace_back(std::make_unique<Rank>());
        rank.process.on_end = [this, index](ProcessEnd end) { handlers_.ended(index, end); };
        rank.process.start(how);
        started(index);
    }
}

void RankGroup::clear() {
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
        std::error_code ignored;
        fs::remove(folder_.flight_record(static_cast<int>(rank)), ignored);
    }
    ranks_.clear();
}

std::vector<parallel::Flight> RankGroup::read_flights() const {
    std::vector<parallel::Flight> flights;
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
        if (auto flight = parallel::read_flight(folder_.flight_record(static_cast<int>(rank)));
            flight && flight->rank == static_cast<int>(rank))
            flights.push_back(std::move(*flight));
    return flights;
}

int RankGroup::sender(const Json& hello) const {
    const double index = event::number(hello, "rank", -1);
    const auto given = hello.find("token");
    const bool known = given != hello.end() && given->is_string() && given->get<std::string>() == token_ &&
                       index >= 0 && index < static_cast<double>(ranks_.size());
    return known ? static_cast<int>(index) : -1;
}

void RankGroup::connect(int rank, std::unique_ptr<Connection> connection) {
    connection->on_frame = [this, rank](const std::string& frame) { handlers_.received(rank, frame); };
    connection->on_closed = [this, rank](const std::string& reason) { handlers_.disconnected(rank, reason); };
    at(rank).connection = std::move(connection);
}

void RankGroup::drain(int rank) {
    if (at(rank).connection) at(rank).connection->drain();
}

void RankGroup::send(int rank, const std::string& payload) {
    if (static_cast<std::size_t>(rank) < ranks_.size() && at(rank).connection)
        at(rank).connection->send(payload);
}

void RankGroup::signal(int number) {
    for (const auto& rank : ranks_)
        rank->process.signal(number);
}

void RankGroup::kill() {
    for (const auto& rank : ranks_)
        rank->process.kill_group();
}

std::vector<int> RankGroup::pids() const {
    std::vector<int> pids;
    for (const auto& rank : ranks_)
        pids.push_back(rank->process.pid());
    return pids;
}

} // namespace tunedesk::run
