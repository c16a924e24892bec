#!/usr/bin/env bash
# Plays tournaments on a Slurm of its own, in 16 shards on two nodes, one of which fails in the middle. The results must be the same
# bytes as those of a single `arena run`.
#     nodes-fail.sh [ARENA]
# ARENA is the program, else target/debug/arena of this repository. It installs nothing: where Slurm is missing, it says so and exits
# with 77. It leaves neither processes nor files.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
# shellcheck source-path=SCRIPTDIR source=private-slurm.sh
. "$here/private-slurm.sh"
submit=$here/../submit.sh
export ARENA=${1:-$here/../../../target/debug/arena}

not_run() { echo "not run: $1"; exit 77; }
missing=$(missing_programs)
[ -z "$missing" ] || not_run "missing:$missing (Debian: apt-get install slurm-wlm munge)"
[ -x "$ARENA" ] || { echo "there is no program $ARENA"; exit 2; }
ARENA=$(realpath "$ARENA")

private=$(mktemp -d "${TMPDIR:-/tmp}/arena-slurm.XXXXXX")
private=$(realpath "$private")
finish() {
    local code=$?
    trap - EXIT INT TERM HUP
    cd /
    if [ "$code" -ne 0 ] && [ "$code" -ne 77 ]; then
        tail -n 20 "$private"/*.log "$private"/work/*/logs/*.log 2> /dev/null || true
        { squeue -l && sinfo -N -l; } 2> /dev/null || true
    fi
    stop_slurm
    rm -rf "$private"
    exit "$code"
}
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Folders are relative to this one.
mkdir "$private/work"
cd "$private/work"
shards=16
cat > tournament.toml << 'TOML'
players = "rao,dino,bayes:1"
scsa = "insert-colors,ab-color,only-once"
sizes = "4x6,6x10"
rounds = 150
no-charts = true
TOML

at() { printf '%3d s  %s\n' "$SECONDS" "$*"; }

# Slurm waits for two minutes before it starts a task of a failed node again. Here it does not.
without_delay() { # COMMAND…
    local task
    for task in $(squeue -h -t PD -o '%i %r' 2> /dev/null | sed -n 's/ BeginTime$//p'); do
        scontrol update "JobId=$task" StartTime=now || true
    done
    "$@"
}
has_ended() { [ -z "$(squeue -h 2> /dev/null || echo unknown)" ]; }
has_shard() { # FOLDER SHARD
    [ -e "$1/shards/shard-$2-of-$shards.bin" ]
}
has_some_shards() { # FOLDER
    [ "$(find "$1/shards" -name 'shard-*.bin' | wc -l)" -ge 3 ]
}

# Stops a task of node b while it plays. The number of its shard is then in $stopped, its processes are in $processes.
stop_task() { # FOLDER
    stopped=$(squeue -h -w b -t R -o %K 2> /dev/null) && [[ $stopped =~ ^[0-9]+$ ]] || return 1
    mapfile -t processes < <(task_processes b)
    [ "${#processes[@]}" -gt 0 ] || return 1
    signal STOP "${processes[@]}"
    # The program runs, the shard is not there, and no process has been started since.
    if are_playing && ! has_shard "$1" "$stopped" && [ "$(task_processes b)" = "$(printf '%s\n' "${processes[@]}")" ] &&
        grep -q "^shard $stopped of" "$1/logs/shard-$stopped.log"; then
        return
    fi
    signal CONT "${processes[@]}"
    return 1
}
are_playing() {
    local process
    for process in "${processes[@]}"; do
        [ "$(readlink "/proc/$process/exe" 2> /dev/null)" != "$ARENA" ] || return 0
    done
    return 1
}
is_logged() { # FOLDER LINE: the log of the stopped task has the line
    grep -qx "$2" "$1/logs/shard-$stopped.log"
}

compare() { # FOLDER
    local file
    for file in rounds.csv summary.csv; do
        cmp "single/$file" "$1/results/$file"
    done
    at "$1: the same bytes as those of a single run"
}

at "a single run"
$ARENA run tournament.toml --quiet --out single
at "Slurm starts"
start_slurm

at "power: node b loses its daemon and its task"
"$submit" tournament.toml "$shards" power
wait_until "no task to kill" eval 'has_some_shards power && stop_task power'
signal KILL "${node_process[b]}" "${processes[@]}"
at "killed the daemon of node b with shard $stopped"
wait_until "the tournament has not ended" without_delay has_ended
is_logged power "shard $stopped of $shards on a, start 1"
compare power

at "judge: a shard is lost, and played again"
rm "power/shards/shard-7-of-$shards.bin"
code=0
"$submit" --wait tournament.toml "$shards" power --array=8 || code=$?
if [ "$code" -eq 0 ]; then
    echo "the merge accepted 15 of 16 shards"
    exit 1
fi
tail -n 1 power/logs/merge.log
grep -q 'shard 7\b' power/logs/merge.log
"$submit" --wait tournament.toml "$shards" power --array=7
compare power

at "twice: node b loses its daemon, but its task goes on while Slurm starts the same shard again"
start_node b
wait_until "node b is not back" nodes_are_idle
"$submit" tournament.toml "$shards" twice
wait_until "no task to stop" eval 'has_some_shards twice && stop_task twice'
signal KILL "${node_process[b]}"
at "killed the daemon of node b; shard $stopped waits"
wait_until "shard $stopped was not started again" without_delay is_logged twice 'waiting for the lock of another copy'
signal CONT "${processes[@]}"
wait_until "the tournament has not ended" without_delay has_ended
compare twice

at "a proof in four shards"
$ARENA solve --size 4x7 --quiet --csv single.csv
"$submit" --wait 4x7 4 proof
cmp single.csv proof/strategy.csv
at "proof: the same strategy as that of a single search"

at "passed"
