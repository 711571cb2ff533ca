// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel_check.h"

#include "compiler.h"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

namespace tunedesk::cuda {

namespace {

// More is for dynamic shared memory alone, which no kernel here uses.
constexpr int most_shared_bytes = 48 * 1024;

KernelResources& entry_of(std::vector<KernelResources>& all, const std::string& name) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const KernelResources& one) { return one.name == name; });
    if (found != all.end()) return *found;
    all.push_back({});
    all.back().name = name;
    return all.back();
}

std::string figures(const KernelResources& kernel) {
    return std::to_string(kernel.registers) + " registers, " + std::to_string(kernel.spill_stores) +
           " bytes of spill stores, " + std::to_string(kernel.spill_loads) + " bytes of spill loads, " +
           std::to_string(kernel.shared_bytes) + " bytes of shared memory";
}

} // namespace

std::vector<KernelResources> resources_of(const std::string& log) {
    static const std::regex kernel_line("Compiling entry function '([^']+)'"),
        function_line("Function properties for (\\S+)"),
        spill_line("(\\d+) bytes spill stores, (\\d+) bytes spill loads"),
        register_line("Used (\\d+) registers"), shared_part("(\\d+) bytes smem");
    std::vector<KernelResources> all;
    std::string kernel, function, line;
    std::istringstream lines(log);
    for (std::smatch match; std::getline(lines, line);) {
        if (std::regex_search(line, match, kernel_line)) kernel = match[1];
        if (std::regex_search(line, match, function_line)) function = match[1];
        if (std::regex_search(line, match, spill_line)) {
            KernelResources& one = entry_of(all, function);
            one.spill_stores = std::stoi(match[1]);
            one.spill_loads = std::stoi(match[2]);
        }
        if (std::regex_search(line, match, register_line)) {
            KernelResources& one = entry_of(all, kernel);
            one.registers = std::stoi(match[1]);
            if (std::regex_search(line, match, shared_part)) one.shared_bytes = std::stoi(match[1]);
        }
    }
    return all;
}

KernelCheck check_kernels(const char* source, const std::vector<std::string>& names,
                          const std::string& architecture) {
    const Compilation compilation = compile(source, "kernels.cu", architecture, true);
    KernelCheck check{resources_of(compilation.log), {}};
    std::set<std::string> missing(names.begin(), names.end());
    const auto report = [&](const std::string& name, const std::string& words) {
        check.problems.push_back(name + ", " + architecture + ": " + words);
    };
    for (const KernelResources& kernel : check.kernels) {
        if (kernel.spill_stores > 0 || kernel.spill_loads > 0)
            report(kernel.name, "spills registers: " + figures(kernel));
        if (kernel.shared_bytes > most_shared_bytes)
            report(kernel.name, "more than " + std::to_string(most_shared_bytes) +
                                    " bytes of shared memory: " + figures(kernel));
        if (kernel.registers > 0 && missing.erase(kernel.name) == 0)
            report(kernel.name, "not in kernel_names()");
    }
    if (compilation.code.empty() && check.problems.empty()) {
        report("kernels.cu", "does not compile: " + compilation.log);
        return check;
    }
    for (const std::string& name : missing)
        report(name, "the compiler reports no such kernel");
    return check;
}

} // namespace tunedesk::cuda
