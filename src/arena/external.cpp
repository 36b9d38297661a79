#include "arena/external.h"

#include <optional>
#include <utility>

#include "arena/process.h"

namespace tavola::arena {
namespace {

using std::chrono::milliseconds;

Fault fault_of(Silence silence, std::string_view waiting_for) {
    const bool late = silence == Silence::late;
    return {late ? "time" : "gone",
            (late ? "no answer in time; waited for " : "the program ended; waited for ") + std::string(waiting_for)};
}

class External final : public Contestant {
  public:
    External(const PlayerSpec& spec, AnyGamePtr game) : spec_(spec), game_(std::move(game)) {}
    ~External() override {
        if (process_.running())
            (void)process_.send("quit", std::chrono::steady_clock::now() + std::chrono::seconds(1));
    }
    External(const External&) = delete;
    External& operator=(const External&) = delete;

    // What goes wrong here is told when the first move is asked for.
    void new_game() override {
        fault_.reset();
        if (!process_.running() && !introduce()) return give_up();
        if (!tell("ucinewgame") || !tell("isready") || !await("readyok")) give_up();
    }

    std::expected<AnyMove, Fault> choose(const Match& match, Random&) override {
        if (fault_) return std::unexpected(*fault_);
        std::string position = "position fen " + match.game().print(match.start());
        if (!match.steps().empty()) position += " moves";
        for (const Match::Step& step : match.steps()) position.append(" ").append(match.word(step));
        std::optional<std::string> answer;
        if (tell(position) && tell(go_)) answer = await("bestmove");
        if (!answer) {
            give_up();
            return std::unexpected(*fault_);
        }
        const std::string word = answer->substr(0, answer->find(' '));
        const auto move = match.game().parse_move(match.position(), word);
        if (!move) return std::unexpected(Fault{"illegal", "bestmove " + word});
        return *move;
    }

  private:
    Process::Deadline deadline() const {
        return std::chrono::steady_clock::now() + spec_.patience + spec_.limits.time;
    }

    bool introduce() {
        if (!process_.start(spec_.command)) {
            fault_ = {"gone", "the program cannot be started"};
            return false;
        }
        if (!tell("uci") || !await("uciok")) return false;
        const std::vector<Setting> settings = game_->settings();
        return option("UCI_Variant", std::string(game_->id())) &&
               (settings.empty() || option("Rules", print_settings(settings))) &&
               option("Threads", std::to_string(spec_.threads)) && option("Hash", std::to_string(spec_.hash));
    }

    bool option(std::string_view name, const std::string& value) {
        return tell("setoption name " + std::string(name) + " value " + value);
    }

    bool tell(std::string_view line) {
        const auto sent = process_.send(line, deadline());
        if (!sent) fault_ = fault_of(sent.error(), line);
        return sent.has_value();
    }

    // What follows a word at the beginning of a line; all other lines are passed over.
    std::optional<std::string> await(std::string_view word) {
        const Process::Deadline until = deadline();
        for (;;) {
            const auto line = process_.receive(until);
            if (!line) {
                fault_ = fault_of(line.error(), word);
                return {};
            }
            const std::string_view text = *line;
            if (text == word) return std::string();
            if (text.starts_with(word) && text[word.size()] == ' ') return std::string(text.substr(word.size() + 1));
        }
    }

    // Who knows what it would still say.
    void give_up() { process_.stop(); }

    static std::string go(const Limits& limits) {
        std::string text = "go";
        if (limits.depth > 0) text += " depth " + std::to_string(limits.depth);
        if (limits.nodes > 0) text += " nodes " + std::to_string(limits.nodes);
        if (limits.time > milliseconds::zero()) text += " movetime " + std::to_string(limits.time.count());
        return text;
    }

    PlayerSpec spec_;
    AnyGamePtr game_;
    std::string go_ = go(spec_.limits);
    Process process_;
    std::optional<Fault> fault_;
};

}  // namespace

std::unique_ptr<Contestant> make_external(const PlayerSpec& spec, AnyGamePtr game) {
    return std::make_unique<External>(spec, std::move(game));
}

}  // namespace tavola::arena
