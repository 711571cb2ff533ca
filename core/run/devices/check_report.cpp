#include "run/devices/check_report.h"

#include "event/environment.h"

#include <cstdlib>
#include <pwd.h>
#include <regex>
#include <sys/utsname.h>
#include <unistd.h>

namespace tunedesk::run {

namespace {

void replace_all(std::string& text, const std::string& name, const std::string& by) {
    if (name.size() < 3) return; // would hit parts of words
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + by.size()))
        text.replace(at, name.size(), by);
}

std::string user_name() {
    const passwd* entry = ::getpwuid(::getuid());
    return entry && entry->pw_name ? entry->pw_name : "";
}

} // namespace

std::string without_private_data(std::string text) {
    static const std::regex folder(R"((/[^/\s:;,'"()]+)+/(?=[^/\s:;,'"()]))");
    text = std::regex_replace(text, folder, "…/");
    utsname system{};
    ::uname(&system);
    replace_all(text, system.nodename, "HOST");
    if (const std::string user = user_name(); user != "root") replace_all(text, user, "USER");
    return text;
}

Json check_report(const std::vector<DeviceVerdict>& verdicts) {
    utsname system{};
    ::uname(&system);
    Json report{{"tunedesk_device_report", 1},
                {"tunedesk", event::project_version()},
                {"commit", event::project_commit()},
                {"kernel", system.release},
                {"devices", Json::array()}};
    for (const DeviceVerdict& verdict : verdicts) {
        Json one = to_json(verdict);
        one.erase("uuid");
        one["summary"] = without_private_data(verdict.summary());
        for (Json& row : one["rows"])
            row["reason"] = without_private_data(row["reason"].get<std::string>());
        report["devices"].push_back(std::move(one));
    }
    return report;
}

} // namespace tunedesk::run
