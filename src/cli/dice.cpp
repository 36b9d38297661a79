#include "cli/dice.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>

#include "secrets/dice.h"

namespace tavola::cli {

Status verify_dice(const Terminal& terminal, const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return terminal.refuse({.key = "error.cli.file", .what = "file", .found = file});
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto records = parse_records(text);
    if (!records) return terminal.refuse(records.error());
    Status status = good;
    nlohmann::json answer = nlohmann::json::array();
    for (const Record& record : *records) {
        const auto report = secrets::check_dice(record);
        if (!report) return terminal.refuse(report.error());
        if (!report->right()) status = failed;
        const std::string throws = std::to_string(report->throws);
        if (terminal.json) {
            answer.push_back(
                {{"right", report->right()}, {"throws", report->throws}, {"committed", report->committed}});
            if (report->wrong) answer.back()["wrong"] = {{"step", *report->wrong}, {"expected", report->expected}};
        } else if (!report->committed) {
            terminal.out << terminal.words.say("dice.uncommitted") << '\n';
        } else if (report->wrong) {
            terminal.out << terminal.words.say("dice.wrong", {{"number", std::to_string(*report->wrong)},
                                                              {"expected", report->expected}})
                         << '\n';
        } else {
            terminal.out << terminal.words.say("dice.right", {{"count", throws}}) << '\n';
        }
    }
    if (terminal.json) terminal.out << answer.dump() << '\n';
    return status;
}

}  // namespace tavola::cli
