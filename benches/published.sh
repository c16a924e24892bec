#!/bin/bash
# User seconds of whole strategies by a published program, and by this one with each set of instructions.
#
#   benches/published.sh SOURCE [SIZE] [TIMES]
#
# SOURCE is a checkout of fancidev/mastermind with src/mmstrat.cpp, which is compiled for this processor. SIZE is a game of up to 9 pegs and
# colors, 5x8 by default. The figures are medians of TIMES runs, 3 by default, that alternate. The totals differ by the rule for equally good
# guesses. With ARENA, the program to measure is not built.
set -euo pipefail
[[ -f ${1-}/src/mmstrat.cpp ]] || { echo "usage: benches/published.sh SOURCE [SIZE] [TIMES]; SOURCE has src/mmstrat.cpp" >&2; exit 2; }
source=$1 size=${2-5x8} times=${3-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${CXX-g++} ${CXXFLAGS--O3 -march=native -DNDEBUG -fopenmp} -I "$source/lib" "$source"/lib/*.cpp "$source/src/mmstrat.cpp" -o "$work/mmstrat"
if [[ -z ${ARENA-} ]]; then
    cd "$(dirname "$0")/.."
    cargo build --quiet --release
    ARENA=target/release/arena
fi
export RAYON_NUM_THREADS=1 TIMEFORMAT=%U

# Runs a command and notes its user seconds.
timed() {
    local name=$1
    shift
    { time "$@" > "$work/out" 2> "$work/err"; } 2>> "$work/$name" || { cat "$work/err" >&2; exit 1; }
}
median() { sort -n "$work/$1" | sed -n "$(((times + 1) / 2))p"; }

ours=(minimax expected-size entropy most-parts) theirs=(minmax minavg entropy parts)
printf '%-14s %10s %18s %18s %18s\n' "$size" mmstrat avx512 avx2 portable
for i in "${!ours[@]}"; do
    rm -f "$work"/{published,avx512,avx2,portable}
    for ((run = 0; run < times; run++)); do
        timed published "$work/mmstrat" -r "p${size%x*}c${size#*x}r" -s "${theirs[i]}" -q -S
        for set in avx512 avx2 portable; do
            ARENA_INSTRUCTIONS=$set timed $set "$ARENA" tree "${ours[i]}" --size "$size" --rows 0
        done
    done
    published=$(median published)
    printf '%-14s %8.2f s' "${ours[i]}" "$published"
    for set in avx512 avx2 portable; do
        awk -v them="$published" -v us="$(median $set)" 'BEGIN { printf " %8.2f s %5.1f x", us, (us > 0 ? them / us : 0) }'
    done
    echo
done
