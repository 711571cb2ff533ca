// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/world.h"

#include "base/error.h"
#include "parallel/launch/node_list.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <initializer_list>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace tunedesk::parallel {

namespace {

constexpr int most_processes = 1 << 20, largest_port = 65535;
/// Below Linux's range of ephemeral ports.
constexpr int first_derived_port = 20'000, derived_ports = 10'000;
constexpr std::int64_t largest_id = 0xffff'ffff; ///< of a job or a step

/// The names of a launcher's variables; null if it has none.
struct PlaceNames {
    const char *rank, *size, *local_rank, *local_size;
};
constexpr PlaceNames torchrun_names{"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"};
constexpr PlaceNames open_mpi_names{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
                                    "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"};
constexpr PlaceNames hydra_names{"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"};

std::optional<std::int64_t> wide_number_in(const Variables& variables, const char* name, std::int64_t most) {
    const char* text = variables(name);
    if (!text) return std::nullopt;
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(text, text + std::strlen(text), value);
    if (problem != std::errc() || *end != 0 || value < 0 || value > most)
        throw Error(ErrorId::world_variable_invalid, {name, text}, name);
    return value;
}

std::optional<int> number_in(const Variables& variables, const char* name, int most = most_processes) {
    const auto value = wide_number_in(variables, name, most);
    return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

/// Name and text of the first of these variables that is set and not empty.
std::optional<std::pair<std::string, std::string>> first_set(const Variables& variables,
                                                             std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (const char* text = variables(name); text && *text) return std::pair(name, text);
    return std::nullopt;
}

bool is_loopback(std::string_view address) {
    return address == "localhost" || address == "::1" || address.starts_with("127.");
}

void require_in_world(const World& world, const std::string& where) {
    if (world.size < 1 || world.rank >= world.size)
        throw Error(ErrorId::rank_out_of_world, {fmt::to_string(world.rank), fmt::to_string(world.size)},
                    where);
}

/// A port derived from the SLURM job; 0 outside of SLURM.
int derived_port(const Variables& variables) {
    const auto job = wide_number_in(variables, "SLURM_JOB_ID", largest_id);
    if (!job) return 0;
    // Steps of a job may run concurrently.
    const std::int64_t step = wide_number_in(variables, "SLURM_STEP_ID", largest_id).value_or(0);
    return first_derived_port + static_cast<int>((*job + 331 * step) % derived_ports);
}

void find_rendezvous(const Variables& variables, World& world) {
    const auto hosts = first_set(variables, {"SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST"});
    const auto address = first_set(variables, {"MASTER_ADDR"});
    world.master_port = number_in(variables, "MASTER_PORT", largest_port).value_or(0);
    if (world.size > 1 && world.master_port == 0) world.master_port = derived_port(variables);
    if (address)
        world.master_address = address->second;
    else if (!world.one_node() && hosts)
        world.master_address = parse_node_list(hosts->first, hosts->second).front();
    const bool has_address = address || hosts || world.one_node();
    if (world.size > 1 && (world.master_port == 0 || !has_address))
        throw Error(ErrorId::rendezvous_unset, {}, has_address ? "MASTER_PORT" : "MASTER_ADDR");
}

/// The number of ranks on this node if no variable gives it.
int assumed_local_size(const Variables& variables, int size) {
    const auto address = first_set(variables, {"MASTER_ADDR"});
    return !address || is_loopback(address->second) ? size : 1;
}

World place_of(const Variables& variables, const PlaceNames& names) {
    World world;
    world.rank = number_in(variables, names.rank).value_or(0);
    world.size = number_in(variables, names.size).value_or(1);
    require_in_world(world, fmt::format("{}, {}", names.rank, names.size));
    const auto local_size = number_in(variables, names.local_size);
    world.local_size = local_size.value_or(assumed_local_size(variables, world.size));
    const int assumed = world.one_node() ? world.rank
                        : local_size     ? world.rank % std::max(1, *local_size)
                                         : 0;
    world.local_rank = number_in(variables, names.local_rank).value_or(assumed);
    if (world.local_size < 1 || world.local_size > world.size)
        throw Error(ErrorId::rank_out_of_world,
                    {fmt::to_string(world.local_rank), fmt::to_string(world.local_size)}, names.local_size);
    find_rendezvous(variables, world);
    return world;
}

bool are_set(const Variables& variables, std::initializer_list<const char*> names) {
    return std::ranges::all_of(names, [&](const char* name) { return variables(name) != nullptr; });
}

} // namespace

bool World::one_node() const {
    return local_size == size;
}

std::optional<World> slurm_step(const Variables& variables) {
    // A batch script has SLURM_PROCID too, but no step.
    const char* const count = variables("SLURM_STEP_NUM_TASKS") ? "SLURM_STEP_NUM_TASKS" : "SLURM_NTASKS";
    if (!are_set(variables, {"SLURM_PROCID", "SLURM_STEP_ID"})) return std::nullopt;
    World world;
    world.rank = *number_in(variables, "SLURM_PROCID");
    world.size = number_in(variables, count).value_or(1);
    if (world.size == 1) return std::nullopt;
    require_in_world(world, fmt::format("SLURM_PROCID, {}", count));
    world.local_rank = number_in(variables, "SLURM_LOCALID").value_or(0);
    world.local_size = 1;
    if (const auto each = first_set(variables, {"SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE"})) {
        const std::vector<int> tasks = parse_tasks_per_node(each->first, each->second);
        const auto node = static_cast<std::size_t>(number_in(variables, "SLURM_NODEID").value_or(0));
        const std::int64_t sum = std::accumulate(tasks.begin(), tasks.end(), std::int64_t{0});
        if (sum != world.size || node >= tasks.size() || world.local_rank >= tasks[node])
            throw Error(ErrorId::slurm_tasks_mismatch,
                        {each->first, each->second, count, fmt::to_string(world.size), fmt::to_string(node),
                         fmt::to_string(world.local_rank)},
                        each->first);
        world.local_size = tasks[node];
    }
    find_rendezvous(variables, world);
    return world;
}

World world_of(const Variables& variables) {
    if (variables("RANK")) return place_of(variables, torchrun_names);
    if (are_set(variables, {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}))
        return place_of(variables, open_mpi_names);
    const bool has_pmi = are_set(variables, {"PMI_RANK", "PMI_SIZE"});
    if (has_pmi && variables("MPI_LOCALRANKID")) return place_of(variables, hydra_names);
    if (auto world = slurm_step(variables)) return std::move(*world);
    return has_pmi ? place_of(variables, hydra_names) : World();
}

World world_from_environment() {
    World world = world_of([](const char* name) { return std::getenv(name); });
    if (const char* file = std::getenv("TUNEDESK_FLIGHT_RECORD")) world.flight_record = file;
    if (const char* agent = std::getenv("TORCHELASTIC_USE_AGENT_STORE"))
        world.launcher_holds_port = std::string_view(agent) == "True";
    return world;
}

} // namespace tunedesk::parallel
