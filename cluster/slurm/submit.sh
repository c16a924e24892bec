#!/usr/bin/env bash
# Plays a tournament, or searches a proof, as a job array of Slurm, one shard a task, and merges the shards when all tasks have ended.
set -euo pipefail

usage="usage: submit.sh [--wait] TOURNAMENT.toml|GAME SHARDS FOLDER [OPTION OF SBATCH]...

Plays the tournament in SHARDS tasks, or finds the optimal strategy of a game, such as 4x11 or '4x11 --consistent'. FOLDER must
be shared by all nodes: it gets shards/, logs/ and results/ or strategy.csv. The same command again does only what is missing, and
merges again.

  --wait   Return when the shards are merged, with 0 if all of them were there, else with the exit code of the merge.

The options of sbatch apply to the array, for example --time=2:00:00 --cpus-per-task=4 --array=1-16%8. ARENA names the
program, if it is not the arena of the PATH."

fail() {
    printf 'submit.sh: %s\n' "$1" >&2
    exit 2
}

wait=()
if [ "${1:-}" = --wait ]; then
    wait=(--wait)
    shift
fi
if [ $# -lt 3 ]; then
    printf '%s\n' "$usage" >&2
    exit 2
fi
work=$1 shards=$2 folder=$3
shift 3

case $work in
*.toml)
    [ -r "$work" ] || fail "cannot read the tournament file $work"
    work=$(realpath "$work")
    ;;
[1-9]*x[1-9]*) ;;
*) fail "$work is neither a tournament file, whose name ends in .toml, nor a game such as 4x11" ;;
esac
[[ $shards =~ ^[1-9][0-9]*$ ]] || fail "the number of shards is $shards, not a positive integer"
ARENA=$(command -v "${ARENA:-arena}") || fail "there is no program ${ARENA:-arena}: set ARENA to its path"
ARENA=$(realpath "$ARENA")
export ARENA
here=$(dirname "$(realpath "$0")")
mkdir -p "$folder/shards" "$folder/logs"
folder=$(realpath "$folder")

array=$(sbatch --parsable --array="1-$shards" --output="$folder/logs/shard-%a.log" "$@" \
    "$here/array.sbatch" "$work" "$shards" "$folder")
array=${array%%;*} # a cluster's name can follow
echo "array $array: $shards shards into $folder/shards"
# Not afterok: a task that failed after it had written its shard, or whose node failed, says nothing about the shards.
code=0
merge=$(sbatch --parsable ${wait[@]+"${wait[@]}"} --dependency="afterany:$array" --output="$folder/logs/merge.log" \
    "$here/merge.sbatch" "$work" "$folder") || code=$?
if [ -z "$merge" ]; then
    echo "submit.sh: the merge was not submitted; once the array has ended, repeat the command" >&2
    exit "$code"
fi
echo "merge ${merge%%;*}: into $folder, as $folder/logs/merge.log tells"
exit "$code"
