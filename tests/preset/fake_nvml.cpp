// Stands in for NVIDIA's management library on machines without a GPU: FAKE_GPUS devices of compute
// capability FAKE_MAJOR.0.
#include <cstdlib>

namespace {

int number(const char* name) {
    const char* text = std::getenv(name);
    return text ? std::atoi(text) : 0;
}

} // namespace

extern "C" {
int nvmlInit_v2() {
    return 0;
}
int nvmlShutdown() {
    return 0;
}
int nvmlDeviceGetCount_v2(unsigned* count) {
    return *count = static_cast<unsigned>(number("FAKE_GPUS")), 0;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
    static char devices[64];
    return index < 64 ? (*device = devices + index, 0) : 2;
}
int nvmlDeviceGetCudaComputeCapability(void*, int* major, int* minor) {
    return *major = number("FAKE_MAJOR"), *minor = 0, 0;
}
}
