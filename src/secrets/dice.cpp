#include "secrets/dice.h"

#include <algorithm>

namespace tavola::secrets {
namespace {

Failure missing(std::string tag) {
    return Failure(Error{.key = "error.dice.tag", .what = "record", .expected = std::move(tag)});
}

std::vector<std::string> parse_words(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t space = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, space);
        words.emplace_back(word == "-" ? "" : word);
        text.remove_prefix(std::min(space + 1, text.size()));
    }
    return words;
}

}  // namespace

std::string Dice::commitment() const { return sha256({reinterpret_cast<const char*>(seed.data()), seed.size()}); }

std::string Dice::toss(const Match& match) const {
    std::string message;
    for (const std::string& word : words) message.append(word).append("\n");
    message += std::to_string(match.steps().size());
    int left = sixteenth(seed, message);
    const AnyGame& game = match.game();
    const std::vector<std::string> all = game.move_words(match.position());
    for (const std::string& word : all) {
        left -= game.chance(match.position(), *game.parse_move(match.position(), word));
        if (left < 0) return word;
    }
    return all.back();
}

std::vector<Record::Tag> tags_of(const Dice& dice) {
    std::string words;
    for (const std::string& word : dice.words)
        words.append(words.empty() ? "" : " ").append(word.empty() ? "-" : word);
    return {{"Commitment", dice.commitment()}, {"Seed", hexadecimal(dice.seed)}, {"Words", words}};
}

Result<DiceReport> check_dice(const Record& record) {
    const std::string* const commitment = find_tag(record, "Commitment");
    const std::string* const seed = find_tag(record, "Seed");
    const std::string* const words = find_tag(record, "Words");
    if (commitment == nullptr) return missing("[Commitment \"...\"]");
    if (words == nullptr) return missing("[Words \"...\"]");
    Dice dice{.seed = {}, .words = parse_words(*words)};
    if (seed == nullptr || !parse_seed(*seed, dice.seed)) return missing("[Seed \"...\"]");
    DiceReport report;
    report.committed = dice.commitment() == *commitment;
    Match match(record.game, record.start, record.game->custom());
    int step = 0;
    for (const RecordMove& move : record.line.moves) {
        ++step;
        if (match.game().dice_to_throw(match.position()) && !move.word.starts_with("out:")) {
            ++report.throws;
            const std::string expected = dice.toss(match);
            if (expected != move.word && !report.wrong) {
                report.wrong = step;
                report.expected = expected;
            }
        }
        if (auto followed = match.follow(move.word); !followed) return Failure(followed.error());
    }
    return report;
}

}  // namespace tavola::secrets
