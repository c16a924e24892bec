#!/bin/sh
# Plays the matches of this folder: sh results/champion/play.sh OUT [SAMPLES], half an hour on two cores.
# SAMPLES is a folder with files of codes named like mystery-1_10x7_2024.txt: players are given the first 100 codes of each, and the others
# are the secrets. ARENA is the program.
set -eu
out=$(realpath -m "$1")
play() {
    name=$1; shift
    ${ARENA:-arena} run --seed 2026 --time-limit 60 --no-rounds --no-charts --quiet --out "$out/$name" "$@"
}
rules=insert-colors,two-color,ab-color,two-color-alternating,only-once,first-and-last
play table/small --players bayes,rao,dino --scsa $rules,usually-fewer,prefer-fewer --sizes 4x6,6x10,8x10,8x12,10x10 --rounds 1000
play table/large --players bayes,rao,dino --scsa $rules --sizes 15x20,20x26 --rounds 400
play table/large-fewer --players bayes,rao,dino --scsa usually-fewer,prefer-fewer --sizes 15x20,20x26 --rounds 1000
[ $# -gt 1 ] || exit 0
given=$(mktemp -d) played=$(mktemp -d)
trap 'rm -r "$given" "$played"' EXIT
for file in "$2"/*_*_*.txt; do
    name=$(basename "$file" .txt)
    size=${name#*_}
    head -n 100 "$file" > "$given/$name.txt"
    tail -n +101 "$file" > "$played/$name.txt"
    (cd "$played" && play "samples/$name" --players bayes,rao,dino,baseline-4 --scsa "codes:$name.txt" --samples "$given/$name.txt" \
        --sizes "${size%_*}" --rounds $(wc -l < "$name.txt"))
done
