#!/usr/bin/env bash
# Plays the matches of docs/levels.md and prints a line for each: players, games, score with its 95% interval, drawn
# games. Every game is the same on every machine. About an hour on one core.
#   bench/levels.sh             all games
#   bench/levels.sh pretoa      one of them
set -euo pipefail
tavola=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../tavola
full=level:10,nodes=50000  # full strength is as strong as its time: here, so many positions a move

# score GAME PLAYER OTHER GAMES
score() {
    local rules=()
    [ "$1" != trilha ] || rules=(--preset internacional)
    printf '%-10s %-24s %-10s' "$1" "$2" "$3"
    "$tavola" match "$1" "$2" "$3" --games "$4" --concurrency 1 --seed 5 --json "${rules[@]}" |
        sed -E 's/.*"draws":([0-9]+).*"games":([0-9]+).*"score":([0-9.]+),"scoreInterval":\[([0-9.]+),([0-9.]+)\].*/\2 \3 \4 \5 \1/' |
        awk '{printf "%5d games  %.3f [%.3f %.3f]  %d drawn\n", $1, $2, $3, $4, $5}'
}

games=("$@")
[ ${#games[@]} -gt 0 ] || games=(trilha policiais pretoa abalone trench niout)
for game in "${games[@]}"; do
    # Where dice decide, steps are smaller and games quicker.
    many=200
    [ "$game" != niout ] || many=4000
    for level in {2..9}; do score "$game" level:$level level:$((level - 1)) $many; done
    score "$game" $full level:9 $((many < 1000 ? many : 1000))
    score "$game" level:1 greedy 100
    if [ "$game" = niout ]; then
        score niout level:10,nodes=10000 random 4000
        score niout level:10,nodes=10000 furthest 1000
    else
        score "$game" $full random 50
    fi
done
