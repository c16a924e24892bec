# Functions that run a Slurm of one's own: two nodes on this machine, without systemd, cgroups or a database, as any user. To be
# sourced by a test; needs slurmctld, slurmd and munged, and a folder `$private` that belongs to it alone.
# shellcheck shell=bash disable=SC2154

# The programs, on Debian in slurm-wlm and munge, that are missing.
missing_programs() {
    local program
    # Debian installs daemons in /usr/sbin, which is not in everybody's PATH.
    for program in munged slurmctld slurmd sbatch squeue scontrol sinfo; do
        PATH=$PATH:/usr/sbin:/sbin command -v "$program" > /dev/null || printf ' %s' "$program"
    done
}

# A TCP port on which nothing listens, different from the arguments.
free_port() {
    local port
    while :; do
        port=$((20000 + RANDOM % 10000))
        case " $* " in *" $port "*) continue ;; esac
        (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null || break
    done
    echo "$port"
}

# Waits until the command succeeds. The limit only ends a test that would never end: no machine is so busy that it is reached.
wait_until() { # WHAT COMMAND…
    local end=$((SECONDS + 600)) what=$1
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || { echo "timed out: $what"; return 1; }
        sleep 0.2
    done
}

# Processes, besides those of this shell, that have a file of $private open: the daemons, their steps and the steps' tasks.
processes() {
    find /proc/[0-9]*/fd /proc/[0-9]*/cwd -lname "$private/*" 2> /dev/null | cut -d / -f 3 | sort -u | grep -vx "$$" || true
}

start_node() { # NAME
    slurmd -D -N "$1" < /dev/null > "$private/$1.out" 2>&1 &
    node_process[$1]=$!
    disown # no message of the shell when it is killed
}

declare -A node_process=()

# Starts munged, slurmctld and the nodes a and b, with one processor each.
start_slurm() {
    PATH=$PATH:/usr/sbin:/sbin
    export SLURM_CONF=$private/slurm.conf
    local user host controller a b
    user=$(id -un) host=$(hostname -s)
    controller=$(free_port) a=$(free_port "$controller") b=$(free_port "$controller" "$a")
    mkdir "$private"/{munge,state,a,b}
    # munged wants that everybody can reach its socket.
    chmod 711 "$private" "$private/munge"
    (umask 077 && head -c 128 /dev/urandom > "$private/munge/key")
    # SlurmdTimeout: so many seconds after the last answer a node is down, and its tasks are started elsewhere.
    # config_overrides: nodes may have more processors than the machine.
    # Before 24.05 Slurm does not know this line.
    local version
    version=$(slurmd -V)
    if [ "$(printf '%s\n' 24.05 "${version##* }" | sort -V | head -n 1)" = 24.05 ]; then
        echo CgroupPlugin=disabled > "$private/cgroup.conf"
    fi
    cat > "$SLURM_CONF" << CONF
ClusterName=private
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$controller
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$private/munge/socket
CredType=cred/munge
StateSaveLocation=$private/state
SlurmctldPidFile=$private/slurmctld.pid
SlurmctldLogFile=$private/slurmctld.log
SlurmdSpoolDir=$private/%n
SlurmdPidFile=$private/%n.pid
SlurmdLogFile=$private/%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
MailProg=/bin/true
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0
SlurmctldTimeout=10
SlurmdTimeout=5
MessageTimeout=3
TCPTimeout=2
KillWait=1
CompleteWait=0
ReturnToService=2
JobRequeue=1
NodeName=a NodeHostname=$host NodeAddr=127.0.0.1 Port=$a CPUs=1
NodeName=b NodeHostname=$host NodeAddr=127.0.0.1 Port=$b CPUs=1
PartitionName=all Nodes=a,b Default=YES MaxTime=INFINITE State=UP
CONF
    munged -F --key-file="$private/munge/key" --socket="$private/munge/socket" --pid-file="$private/munge/pid" \
        --log-file="$private/munge/log" --seed-file="$private/munge/seed" < /dev/null > "$private/munge/out" 2>&1 &
    disown
    wait_until "munged has no socket" test -S "$private/munge/socket" || { cat "$private/munge/out"; return 1; }
    slurmctld -D -i < /dev/null > "$private/slurmctld.out" 2>&1 &
    disown
    start_node a
    start_node b
    wait_until "the nodes are not idle" nodes_are_idle || { tail -n 20 "$private"/{slurmctld,a,b}.log; sinfo -N -l; return 1; }
}

nodes_are_idle() {
    [ "$(sinfo -h -N -t idle -o %N 2> /dev/null | sort | tr '\n' ' ')" = "a b " ]
}

# The processes of a node's tasks and of the steps that started them.
task_processes() { # NAME
    local process
    for process in $(processes); do
        # A step writes the daemon's log; a task has the node's name in its environment.
        if [ "$process" != "${node_process[$1]}" ] && {
            find "/proc/$process/fd" -lname "$private/$1.log" 2> /dev/null | grep -q . ||
                grep -qzx "SLURMD_NODENAME=$1" "/proc/$process/environ" 2> /dev/null
        }; then
            echo "$process"
        fi
    done
}

# Sends a signal to processes, of which some may have ended already.
signal() { # SIGNAL PROCESS…
    local signal=$1
    shift
    kill "-$signal" "$@" 2> /dev/null || true
}

# Ends all processes of this Slurm, tasks too.
stop_slurm() {
    local left end=$((SECONDS + 10))
    while left=$(processes) && [ -n "$left" ] && [ "$SECONDS" -lt "$end" ]; do
        # shellcheck disable=SC2086
        signal KILL $left
        sleep 0.1
    done
}
