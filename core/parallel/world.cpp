#include "parallel/world.h"

#include "base/error.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <string_view>

namespace tunedesk::parallel {

namespace {

int number_from(const char* variable, int otherwise) {
    const char* text = std::getenv(variable);
    if (!text) return otherwise;
    int value = 0;
    const auto [end, error] = std::from_chars(text, text + std::strlen(text), value);
    if (error != std::errc() || *end != 0 || value < 0)
        throw Error(ErrorId::world_variable_invalid, {variable, text}, variable);
    return value;
}

} // namespace

bool World::one_node() const {
    return local_size == size;
}

World world_from_environment() {
    World world;
    if (!std::getenv("RANK")) return world;
    world.rank = number_from("RANK", 0);
    world.size = number_from("WORLD_SIZE", 1);
    world.local_rank = number_from("LOCAL_RANK", world.rank);
    world.local_size = number_from("LOCAL_WORLD_SIZE", world.size);
    world.master_port = number_from("MASTER_PORT", 0);
    if (const char* address = std::getenv("MASTER_ADDR"); address && *address) world.master_address = address;
    if (const char* file = std::getenv("TUNEDESK_FLIGHT_RECORD")) world.flight_record = file;
    if (const char* agent = std::getenv("TORCHELASTIC_USE_AGENT_STORE"))
        world.launcher_holds_port = std::string_view(agent) == "True";
    if (world.size < 1 || world.rank >= world.size)
        throw Error(ErrorId::rank_out_of_world, {fmt::to_string(world.rank), fmt::to_string(world.size)},
                    "RANK, WORLD_SIZE");
    if (world.size > 1 && world.master_port == 0) throw Error(ErrorId::rendezvous_unset, {}, "MASTER_PORT");
    return world;
}

} // namespace tunedesk::parallel
