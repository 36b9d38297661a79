#!/usr/bin/env bash
# Plays the matches of docs/levels.md and prints a line for each: players, games, score with its 95% interval, drawn
# games, different games. Every game is the same on every machine. About an hour on one core.
#   bench/levels.sh             all games
#   bench/levels.sh pretoa      one of them
set -euo pipefail
tavola=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../tavola

# Full strength depends on its time: here, so many positions a move.
full() { [ "$1" = niout ] && echo level:10,nodes=10000 || echo level:10,nodes=40000; }

# score GAME PLAYER OTHER GAMES
score() {
    local rules=()
    [ "$1" != trilha ] || rules=(--preset internacional)
    printf '%-10s %-21s %-9s' "$1" "$2" "$3"
    "$tavola" match "$1" "$2" "$3" --games "$4" --concurrency 1 --seed 5 --json "${rules[@]}" |
        sed -E 's/.*"differentGames":([0-9]+).*"draws":([0-9]+).*"games":([0-9]+).*"score":([0-9.e-]+),"scoreInterval":\[([0-9.e-]+),([0-9.e-]+)\].*/\3 \4 \5 \6 \2 \1/' |
        awk '{printf "%5d games  %.3f [%.3f %.3f]  %d drawn  %d different\n", $1, $2, $3, $4, $5, $6}'
}

# How many games of a game's level against the one below: more where the steps are small.
number() {
    case $1-$2 in
        niout-*) echo 4000 ;;
        policiais-8) echo 10000 ;;
        policiais-10 | pretoa-10) echo 400 ;;
        policiais-* | pretoa-*) echo 1000 ;;
        trilha-9) echo 600 ;;
        *) echo 200 ;;
    esac
}

games=("$@")
[ ${#games[@]} -gt 0 ] || games=(trilha policiais pretoa abalone trench niout)
for game in "${games[@]}"; do
    for level in {2..9}; do
        score "$game" "level:$level" "level:$((level - 1))" "$(number "$game" "$level")"
    done
    score "$game" "$(full "$game")" level:9 "$(number "$game" 10)"
    score "$game" level:1 greedy 100
    if [ "$game" = niout ]; then
        score niout level:10,nodes=1000 random 4000
        score niout level:10,nodes=1000 furthest 1000
    else
        score "$game" "$(full "$game")" random 50
    fi
done
