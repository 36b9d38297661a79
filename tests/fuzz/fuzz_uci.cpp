// The engine protocol: a text of protocol lines. Whatever they say, it goes on listening, and it ends by itself.
#include <cstddef>
#include <cstdint>
#include <map>

#include "fuzz.h"
#include "protocol/uci.h"

using namespace tavola;
using namespace tavola::protocol;

namespace {

// Small, so that a text takes milliseconds whatever it asks for.
const Bounds small{.hash = 1, .threads = 2, .nodes = 20};

/// How often a line started with each word.
class Count {
  public:
    void add(std::string_view line) {
        if (const auto words = split(line); !words.empty()) ++counts_[std::string(words.front())];
    }
    int operator[](const char* word) const {
        const auto entry = counts_.find(word);
        return entry == counts_.end() ? 0 : entry->second;
    }

  private:
    std::map<std::string, int> counts_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Count said, heard;
    std::string last;
    Uci uci(
        [&](std::string_view line) {
            heard.add(last = line);
            fuzz::require(line.find('\n') == line.npos, "one line at a time", line);
        },
        1, small);

    // 1. Everybody is answered.
    for (std::string_view rest = text; !rest.empty() && !uci.finished();) {
        const std::string_view line = fuzz::take_line(rest);
        said.add(line);
        uci.command(line);
    }
    uci.command("stop");
    fuzz::require(heard["readyok"] == said["isready"], "isready gets readyok", text);
    fuzz::require(heard["uciok"] == said["uci"], "uci gets uciok", text);
    fuzz::require(heard["bestmove"] <= said["go"], "at most one answer to a question", text);
    if (uci.finished()) return 0;

    // 2. The position on the board is one that can be read, and stays as it is.
    uci.command("d");
    const std::string position = last;
    const int notes = heard["info"];
    uci.command("position fen " + position);
    fuzz::require(heard["info"] == notes, "the position on the board is read", position);
    uci.command("d");
    fuzz::require(last == position, "the position on the board stays", position);
    return 0;
}
