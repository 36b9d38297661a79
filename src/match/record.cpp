#include "match/record.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace tavola {
namespace {

constexpr std::string_view unfinished = "*";
// Deep enough for any study, shallow enough for any stack.
constexpr int max_nesting = 64;

// ---- writing ------------------------------------------------------------------------------------------------

// Text with a backslash before each of these characters.
std::string escaped(std::string_view text, std::string_view special) {
    std::string result;
    for (char c : text) {
        if (c == '\\' || special.contains(c)) result.push_back('\\');
        result.push_back(c);
    }
    return result;
}

// Words filled into lines.
class Filler {
  public:
    void add(std::string_view word) {
        const std::string whole = std::exchange(opening_, {}).append(word);
        if (line_ > 0 && line_ + 1 + whole.size() > width) {
            text_.push_back('\n');
            line_ = 0;
        } else if (line_ > 0) {
            text_.push_back(' ');
            ++line_;
        }
        text_.append(whole);
        const std::size_t last_break = whole.rfind('\n');
        line_ = last_break == whole.npos ? line_ + whole.size() : whole.size() - last_break - 1;
    }
    /// Stands at the front of the next word.
    void open(char c) { opening_.push_back(c); }
    /// Follows the last word.
    void close(char c) {
        text_.push_back(c);
        ++line_;
    }
    std::string take() { return std::move(text_); }

  private:
    static constexpr std::size_t width = 100;
    std::string text_;
    std::string opening_;
    std::size_t line_ = 0;
};

class Writer {
  public:
    explicit Writer(const Record& record) : record_(record) {}

    std::string write() {
        tag("Game", record_.game->id());
        tag("Rules", print_settings(record_.game->settings()));
        tag("Start", record_.game->print(record_.start));
        if (const std::string custom = print_custom(record_.custom, *record_.game); !custom.empty())
            tag("Arbiter", custom);
        if (record_.colours != Colours()) tag("Colours", print_colours(record_.colours, *record_.game));
        for (const auto& [name, value] : record_.tags) tag(name, value);
        tag("Result", record_.result);
        if (!record_.ending.empty()) tag("Ending", record_.ending);
        Match match(record_.game, record_.start, Custom{});
        line(match, record_.line, {1, true});
        words_.add(record_.result);
        return head_ + "\n" + words_.take() + "\n";
    }

  private:
    struct Round {
        int number;
        bool opens;  // its number has not been written yet, or has to be written again
    };

    void tag(std::string_view name, std::string_view value) {
        head_.append("[").append(name).append(" \"").append(escaped(value, "\"")).append("\"]\n");
    }

    void comments(const std::vector<std::string>& list) {
        for (const std::string& comment : list) words_.add("{" + escaped(comment, "}") + "}");
    }

    // A line starts where `match` stands and leaves it there.
    void line(Match& match, const RecordLine& line, Round round) {
        comments(line.comments);
        if (!line.comments.empty()) round.opens = true;
        std::size_t played = 0;
        for (const RecordMove& move : line.moves) {
            const Player first = record_.game->turn(record_.start);
            const bool starts_round = match.turn() == first;
            if (round.opens) words_.add(std::to_string(round.number) + (starts_round ? "." : "..."));
            words_.add(move.word);
            for (int glyph : move.glyphs) words_.add("$" + std::to_string(glyph));
            comments(move.comments);
            for (const RecordLine& variation : move.variations) {
                words_.open('(');
                this->line(match, variation, {round.number, true});
                words_.close(')');
            }
            const bool interrupted = !move.comments.empty() || !move.variations.empty();
            const Player mover = match.turn();
            if (!match.follow(move.word)) break;
            ++played;
            const bool new_round = match.turn() == first && mover != first;
            round = {round.number + new_round, new_round || interrupted};
        }
        for (; played > 0; --played) match.undo();
    }

    const Record& record_;
    std::string head_;
    Filler words_;
};

// ---- reading ------------------------------------------------------------------------------------------------

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}

    Result<std::vector<Record>> read() {
        std::vector<Record> records;
        for (skip_space(); at_ < text_.size(); skip_space()) {
            auto record = read_record();
            if (!record) return Failure(record.error());
            records.push_back(*std::move(record));
        }
        if (records.empty()) return fault("error.record.empty", "game");
        return records;
    }

  private:
    Result<Record> read_record() {
        std::string game, rules = "-", result_tag;
        std::optional<std::string> start, arbiter, colours;
        std::size_t rules_at = at_, start_at = at_, arbiter_at = at_, colours_at = at_, result_at = at_;
        const std::size_t record_at = at_;
        std::vector<Record::Tag> others;
        std::string ending;
        for (skip_space(); peek() == '['; skip_space()) {
            const std::size_t tag_at = at_;
            const auto tag = read_tag();
            if (!tag) return Failure(tag.error());
            const auto& [name, value] = *tag;
            if (name == "Game")
                game = value;
            else if (name == "Rules")
                rules = value, rules_at = tag_at;
            else if (name == "Start")
                start = value, start_at = tag_at;
            else if (name == "Arbiter")
                arbiter = value, arbiter_at = tag_at;
            else if (name == "Colours")
                colours = value, colours_at = tag_at;
            else if (name == "Result")
                result_tag = value, result_at = tag_at;
            else if (name == "Ending")
                ending = value;
            else
                others.push_back(*tag);
        }
        at_ = std::max(at_, record_at);
        if (game.empty()) return fault_at(record_at, "error.record.game", "Game");
        const auto made = make_game(game, std::string_view(rules));
        if (!made) return relocated(made.error(), rules_at);
        Record record;
        record.game = *made;
        record.start = record.game->start();
        record.tags = std::move(others);
        record.ending = std::move(ending);
        if (start) {
            const auto position = record.game->parse_position(*start);
            if (!position) return relocated(position.error(), start_at);
            record.start = *position;
        }
        record.custom = record.game->custom();
        if (arbiter) {
            const auto custom = parse_custom(*arbiter, *record.game);
            if (!custom) return relocated(custom.error(), arbiter_at);
            record.custom = *custom;
        }
        if (colours) {
            const auto read = parse_colours(*colours, *record.game);
            if (!read) return relocated(read.error(), colours_at);
            record.colours = *read;
        }
        Match match(record.game, record.start, Custom{});
        auto line = read_line(match, 0);
        if (!line) return Failure(line.error());
        record.line = *std::move(line);
        record.result = last_word_;
        if (!result_tag.empty() && result_tag != record.result)
            return fault_at(result_at, "error.record.result", "Result", record.result);
        if (auto fits = check_result(match, record); !fits) return Failure(fits.error());
        return record;
    }

    // A finished position has one result; an unfinished one may have been ended by the players.
    Result<void> check_result(Match& match, const Record& record) {
        for (const RecordMove& move : record.line.moves)
            if (auto played = match.follow(move.word); !played) return Failure(played.error());
        const Outcome outcome = record.game->outcome(match.position());
        const std::string word = outcome.over() ? record.game->print(outcome) : record.result;
        if (word != record.result) return fault_at(last_word_at_, "error.record.result", "result", word);
        return {};
    }

    Result<Record::Tag> read_tag() {
        const std::size_t tag_at = at_;
        ++at_;
        const std::size_t name_at = at_;
        while (is_name(peek())) ++at_;
        const std::string name(text_.substr(name_at, at_ - name_at));
        skip_space();
        if (name.empty() || peek() != '"') return fault_at(tag_at, "error.record.tag", "[Name \"value\"]");
        ++at_;
        const auto value = read_until('"');
        if (!value) return fault_at(tag_at, "error.record.open", "\"");
        skip_space();
        if (peek() != ']') return fault("error.record.open", "]");
        ++at_;
        return Record::Tag{name, *value};
    }

    // Moves up to the end of a variation (nesting > 0) or of the record, whose last word is kept in last_word_.
    // The match is left where it stood.
    Result<RecordLine> read_line(Match& match, int nesting) {
        if (nesting > max_nesting) return fault("error.record.deep", std::to_string(max_nesting));
        RecordLine line;
        std::size_t played = 0;
        const auto rewind = [&] {
            for (; played > 0; --played) match.undo();
        };
        for (;;) {
            skip_space();
            const std::size_t word_at = at_;
            const char c = peek();
            if (at_ >= text_.size()) return fault("error.record.end", nesting > 0 ? ")" : "*");
            if (c == '{' || c == ';') {
                const auto comment = read_comment();
                if (!comment) return Failure(comment.error());
                (line.moves.empty() ? line.comments : line.moves.back().comments).push_back(*comment);
            } else if (c == '(') {
                if (line.moves.empty()) return fault("error.record.variation", "(");
                ++at_;
                match.undo();
                auto variation = read_line(match, nesting + 1);
                if (!variation) return Failure(variation.error());
                line.moves.back().variations.push_back(*std::move(variation));
                [[maybe_unused]] const auto again = match.follow(line.moves.back().word);
            } else if (c == ')') {
                if (nesting == 0 || line.moves.empty()) return fault("error.record.close", ")");
                ++at_;
                rewind();
                return line;
            } else if (c == '$') {
                const auto glyph = read_glyph();
                if (!glyph) return Failure(glyph.error());
                if (line.moves.empty()) return fault_at(word_at, "error.record.glyph", "$");
                line.moves.back().glyphs.push_back(*glyph);
            } else {
                const std::string_view word = read_word();
                if (word.empty()) return fault("error.record.character", "");
                if (is_number(word)) continue;
                if (is_result(match.game(), word)) {
                    if (nesting > 0) return fault_at(word_at, "error.record.end", ")");
                    last_word_ = word;
                    last_word_at_ = word_at;
                    rewind();
                    return line;
                }
                if (auto followed = match.follow(word); !followed) return relocated(followed.error(), word_at);
                ++played;
                line.add(word);
            }
        }
    }

    // `12.` or `12...`
    static bool is_number(std::string_view word) {
        const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
        return digits > 0 && digits < word.size() && word.find_first_not_of('.', digits) == word.npos;
    }

    static bool is_result(const AnyGame& game, std::string_view word) {
        const std::vector<std::string> all = results(game);
        return std::ranges::find(all, word) != all.end();
    }

    Result<std::string> read_comment() {
        const std::size_t comment_at = at_;
        if (text_[at_++] == ';') {
            const std::size_t end = std::min(text_.find('\n', at_), text_.size());
            std::string comment(text_.substr(at_, end - at_));
            at_ = end;
            return comment;
        }
        const auto comment = read_until('}');
        if (!comment) return fault_at(comment_at, "error.record.open", "}");
        return *comment;
    }

    // Up to a closing character, which is passed; a backslash keeps what follows it.
    std::optional<std::string> read_until(char close) {
        std::string value;
        for (; at_ < text_.size(); ++at_) {
            if (text_[at_] == close) {
                ++at_;
                return value;
            }
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
            value.push_back(text_[at_]);
        }
        return {};
    }

    Result<int> read_glyph() {
        const std::size_t glyph_at = at_++;
        int glyph = 0;
        const auto [end, wrong] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), glyph);
        if (wrong != std::errc() || glyph < 0 || glyph > 255)
            return fault_at(glyph_at, "error.record.glyph", "$0..$255");
        at_ = static_cast<std::size_t>(end - text_.data());
        return glyph;
    }

    std::string_view read_word() {
        const std::size_t word_at = at_;
        while (at_ < text_.size() && !is_space(text_[at_]) && !std::string_view("(){}[];$\"").contains(text_[at_]))
            ++at_;
        return text_.substr(word_at, at_ - word_at);
    }

    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
    static bool is_name(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
    void skip_space() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }

    Failure fault(std::string_view key, std::string field, std::string expected = {}) const {
        return fault_at(at_, key, std::move(field), std::move(expected));
    }
    Failure fault_at(std::size_t offset, std::string_view key, std::string field, std::string expected = {}) const {
        const std::string_view rest = text_.substr(std::min(offset, text_.size()));
        const std::size_t end = std::min({rest.find_first_of(" \n\r\t"), rest.size(), std::size_t{40}});
        Error error{.key = key, .what = "record", .field = std::move(field)};
        error.found = rest.substr(0, end);
        error.expected = std::move(expected);
        place(error, offset);
        return Failure(std::move(error));
    }
    // A fault of a part, told at its place in the whole.
    Failure relocated(Error error, std::size_t offset) const {
        place(error, offset);
        return Failure(std::move(error));
    }
    void place(Error& error, std::size_t offset) const {
        const std::string_view before = text_.substr(0, std::min(offset, text_.size()));
        error.line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
        const std::size_t line_start = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
        error.at = before.size() - line_start + 1;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string last_word_;
    std::size_t last_word_at_ = 0;
};

}  // namespace

void RecordLine::add(std::string_view word) {
    RecordMove move;
    move.word = word;
    moves.push_back(std::move(move));
}

Record record_of(const Match& match, std::vector<Record::Tag> tags) {
    Record record;
    record.game = match.game_ptr();
    record.start = match.start();
    record.custom = match.custom();
    record.tags = std::move(tags);
    for (const Match::Step& step : match.steps()) record.line.add(match.word(step));
    if (match.over()) {
        record.result = match.game().print(match.verdict().outcome);
        record.ending = match.verdict().why;
    }
    return record;
}

Match match_of(const Record& record) {
    const auto played = [&](const Custom& custom) {
        Match match(record.game, record.start, custom);
        for (const RecordMove& move : record.line.moves)
            if (!match.follow(move.word)) break;
        return match;
    };
    Match match = played(record.custom);
    return match.steps().size() == record.line.moves.size() ? match : played(Custom{});
}

const std::string* find_tag(const Record& record, std::string_view name) {
    const auto found = std::ranges::find(record.tags, name, &Record::Tag::first);
    return found == record.tags.end() ? nullptr : &found->second;
}

std::vector<std::string> results(const AnyGame& game) {
    std::vector<std::string> words{std::string(unfinished), game.print(Outcome::draw())};
    for (unsigned winners = 1; winners < 1u << game.players(); ++winners)
        words.push_back(game.print(Outcome::win_of(winners)));
    return words;
}

std::string print_record(const Record& record) { return Writer(record).write(); }

Result<std::vector<Record>> parse_records(std::string_view text) { return Reader(text).read(); }

}  // namespace tavola
