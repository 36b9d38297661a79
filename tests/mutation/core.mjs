// The rules of the games.
import { gtest } from './kinds.mjs';

/** Hand-made cases, then the slow model, then counts. */
const of = (game) => [
    gtest('cases_test', `Games/Cases.HoldInTheCore/${game}`),
    gtest('model_test', `Games/AgainstModel.*/${game}`),
    gtest('perft_test', `Games/Perft.CoreCountsEveryLine/${game}`),
];
const trilha = 'src/games/trilha/rules.h';
const abalone = 'src/games/abalone/rules.h';
const trench = 'src/games/trench/rules.h';
const alquerque = 'src/games/alquerque/rules.h';
const niout = 'src/games/niout/rules.h';

export default [
    {
        id: 'trilha-flies-with-four',
        file: trilha,
        find: '} else if (rules.fly && own == 3) {',
        replace: '} else if (rules.fly && own + position.own_hand <= 3 && own < 3) {',
        tests: of('trilha'),
    },
    {
        id: 'trilha-two-men-go-on',
        file: trilha,
        find: 'if (position.other_men() < 3) return Outcome::win(position.turn);',
        replace: 'if (position.other_men() < 2) return Outcome::win(position.turn);',
        tests: of('trilha'),
    },
    {
        id: 'trilha-strict-protection-like-usual',
        file: trilha,
        find: 'if (rules.protection == Protection::strict || !open.empty()) removable_ = open;',
        replace: 'if (!open.empty()) removable_ = open;',
        tests: of('trilha'),
    },
    {
        id: 'trilha-three-each-a-ply-late',
        file: trilha,
        find: 'if (rules.three_each != 0 && position.counter >= rules.three_each) return Outcome::draw();',
        replace: 'if (rules.three_each != 0 && position.counter > rules.three_each) return Outcome::draw();',
        tests: of('trilha'),
    },
    {
        id: 'trilha-counter-goes-on-from-before',
        file: trilha,
        find: 'position.counter = three_each_before && position.three_each()',
        replace: 'position.counter = position.three_each()',
        tests: of('trilha'),
    },
    {
        id: 'trilha-blocked-is-always-a-loss',
        file: trilha,
        find: 'return rules.blocked == Blocked::loss ? Outcome::win(position.turn.opponent()) : Outcome::draw();',
        replace: 'return Outcome::win(position.turn.opponent());',
        tests: of('trilha'),
    },
    {
        id: 'trilha-jump-past-own-men',
        file: trilha,
        find: 'add(6, inwards(inwards(joined) & other) & empty, mills[2]);',
        replace: 'add(6, inwards(inwards(joined)) & empty, mills[2]);',
        tests: of('trilha'),
    },
    {
        id: 'trilha-hash-without-hand',
        file: trilha,
        find: 'static_cast<std::uint64_t>(position.own_hand) | std::uint64_t{position.other_hand} << 8 |',
        replace: 'static_cast<std::uint64_t>(position.own_hand) |',
        tests: [gtest('levels_test', 'TranspositionKey.*')],
    },
    {
        id: 'abalone-three-push-one',
        file: abalone,
        find: 'const CellSet threes = own & step(pairs | (own & step(touches_two, back)), back);',
        replace: 'const CellSet threes = own & step(pairs, back);',
        tests: of('abalone'),
    },
    {
        id: 'abalone-nothing-falls-off',
        file: abalone,
        find: 'const CellSet one = other & (step(empty, back) | CellSet(~has_ahead(d).bits()));',
        replace: 'const CellSet one = other & step(empty, back);',
        tests: of('abalone'),
    },
    {
        id: 'abalone-five-out-lose',
        file: abalone,
        find: 'return own.size() <= balls - out_to_lose; }',
        replace: 'return own.size() <= balls - out_to_lose + 1; }',
        tests: of('abalone'),
    },
    {
        id: 'trench-reach-of-captains',
        file: trench,
        find: 'reach_[3] = own_ & ((ones & twos) | fours);',
        replace: 'reach_[3] = own_ & ((ones | twos) | fours);',
        tests: of('trench'),
    },
    {
        id: 'trench-trench-taken-from-home',
        file: trench,
        find: 'const CellSet taken = (met - trench) | (met & shifted(abroad_, steps * D.shift()));',
        replace: 'const CellSet taken = met;',
        tests: of('trench'),
    },
    {
        id: 'trench-last-turn-for-both',
        file: trench,
        find: 'if (rules.equal_turns && x_has && position.turn == player_o) return false;',
        replace: 'if (rules.equal_turns && position.turn == player_o) return false;',
        tests: of('trench'),
    },
    {
        id: 'trench-points-turned-round',
        file: trench,
        find: 'return lead > 0 ? Outcome::win(player_x) : lead < 0 ? Outcome::win(player_o) : Outcome::draw();',
        replace: 'return lead >= 0 ? Outcome::win(player_x) : Outcome::win(player_o);',
        tests: of('trench'),
    },
    {
        id: 'alquerque-jumped-man-stays-on',
        file: alquerque,
        find: 'extend(rules, series.then(length, jump.to), length + 1, jump.to, enemies - jump.over,',
        replace: 'extend(rules, series.then(length, jump.to), length + 1, jump.to, enemies,',
        tests: of('pretoa'),
    },
    {
        id: 'alquerque-offender-left-behind',
        file: alquerque,
        find: 'if (offenders.has(move.first())) offenders = (offenders - move.first()) | move.point(1);',
        replace: '',
        tests: of('policiais'),
    },
    {
        id: 'alquerque-captures-are-free',
        file: alquerque,
        find: 'if (moves.size() > before && !rules.huff) return;',
        replace: 'if (moves.size() > before + 1 && !rules.huff) return;',
        tests: [...of('policiais')],
    },
    {
        id: 'alquerque-cut-short-is-no-offence',
        file: alquerque,
        find: 'if (rules.huff && can_jump(at, position.other, empty)) offenders = at;',
        replace: '',
        tests: of('pretoa'),
    },
    {
        id: 'niout-mo-throws-no-more',
        file: niout,
        find: '{"mo", 1, true},',
        replace: '{"mo", 1, false},',
        tests: of('niout'),
    },
    {
        id: 'niout-partner-sent-back',
        file: niout,
        find: 'if (!rules.together(Player(i), who)) sent_back',
        replace: 'if (Player(i) != who) sent_back',
        tests: of('niout'),
    },
    {
        id: 'niout-all-enter-at-once',
        file: niout,
        find: 'const int most = enters ? 1 : horses.count(from);',
        replace: 'const int most = horses.count(from);',
        tests: of('niout'),
    },
    {
        id: 'niout-pair-wins-with-one-home',
        file: niout,
        find: 'if (!rules.pairs) return Outcome::win(player);',
        replace: 'if (!rules.pairs || position.turn == player) return Outcome::win(player);',
        tests: of('niout'),
    },
];
