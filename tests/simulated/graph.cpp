// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/graph.h"

#include "simulated/generator.h"
#include "simulated/misbehaviour.h"

#include <c10/util/Exception.h>

namespace tunedesk::simulated {

namespace {

/// The number of a pool of device memory; the pool ends with the last who holds it.
std::shared_ptr<const int> make_pool(int device) {
    static int last = 0;
    const std::lock_guard lock(state_lock());
    return {new int(++last), [device](const int* pool) {
                const std::lock_guard held(state_lock());
                device_arena(device).dissolve_pool(*pool);
                delete pool;
            }};
}

class Graph final : public parallel::Graph {
public:
    Graph(std::shared_ptr<const int> pool, int device) : pool_(std::move(pool)), device_(device) {
        capture_.pool = *pool_;
    }

    void capture(const std::function<void()>& work) override {
        TORCH_CHECK(capture_.jobs.empty(), "a graph is captured once");
        synchronize_device(device_);
        const Capturing until_end(current_stream(device_), capture_);
        work();
    }

    /// Its random numbers begin where the generator is now, and move it on.
    void replay() override {
        if (misbehaves("replay")) return;
        const std::lock_guard lock(state_lock());
        Stream& stream = current_stream(device_);
        const RandomStart start = implementation(default_generator(device_)).draw(stream, capture_.drawn);
        for (const Capture::Recorded& job : capture_.jobs)
            enqueue(stream, job.operation, job.uses,
                    [work = job.work, start](const RandomStart&) { work(start); });
    }

private:
    /// Streams that meet the capture through events belong to it too, until its end.
    class Capturing {
    public:
        Capturing(Stream& stream, Capture& capture) : capture_(capture) {
            const std::lock_guard lock(state_lock());
            stream.capture = &capture_;
        }
        ~Capturing() { end_capture(capture_); }

    private:
        Capture& capture_;
    };

    std::shared_ptr<const int> pool_;
    int device_;
    Capture capture_;
};

} // namespace

Recorder::Recorder() {
    wait();
    make_current(new_stream(current_device()));
}

std::unique_ptr<parallel::Graph> Recorder::graph() {
    auto pool = pool_.lock();
    if (!pool) pool_ = pool = make_pool(current_device());
    return std::make_unique<Graph>(pool, current_device());
}

void Recorder::wait() {
    synchronize_device(current_device());
}

} // namespace tunedesk::simulated
