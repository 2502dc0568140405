# Outlives a launcher that is killed, to see to what nobody else can: ranks that have not joined, and files when all
# ranks die with the launcher. Arguments: the job's directory, or an empty word when the job is on other hosts; that of
# recordings, or an empty word; the java program of the ranks. All are absolute.
#
# Input, one order a line: "rank PID START" after each rank is started, where START is the start time in /proc/PID/stat;
# "all" after the last of them; "done" from a launcher that has cleaned up itself.

trap '' HUP INT QUIT TERM PIPE

directory=$1
recordings=$2
java=$3
launcher=$PPID
ranks=
all=
while read -r order pid start; do
    case $order in
        rank) ranks="$ranks $pid:$start" ;;
        all) all=yes ;;
        done) exit 0 ;;
    esac
done

# Sets start to the time at which a process started, or to nothing when it does not run.
look_at() {
    start=
    stat=
    while IFS= read -r line; do
        stat="$stat $line"
    done <"/proc/$1/stat"
    # the name comes before, in parentheses, and may have any character
    set -- ${stat##*) }
    case ${1:-Z} in
        Z | X) ;;
        *) shift 19 && start=$1 ;;
    esac
}

# Sets left to the ranks that run. A process that has got the number of one by now has started at another time.
find_ranks() {
    left=
    for rank in $ranks; do
        look_at "${rank%:*}"
        [ "$start" != "${rank#*:}" ] || left="$left ${rank%:*}"
    done
}

# Whether a process is a rank of this job: it is this user's, runs the java of the ranks, has been started since this
# shell was, sees the same processes as this shell, and was told its rank and the job's argument file, in the last two
# words of its command.
is_rank() {
    [ -O "/proc/$1" ] && [ "$(readlink "/proc/$1/exe")" = "$java" ] &&
        [ "$(readlink "/proc/$1/ns/pid")" = "$(readlink "/proc/$$/ns/pid")" ] || return
    look_at $$
    since=$start
    look_at "$1"
    [ -n "$start" ] && [ "$start" -ge "$since" ] || return
    case $(tr '\0' '\n' <"/proc/$1/cmdline" | tail -n 2) in
        "-Dpgas.rank="*"
@$directory/java"*.args) return 0 ;;
        *) return 1 ;;
    esac
}

# Sets left to the ranks of which the launcher could not tell any more. The pattern comes by standard input, so that it
# is on no other command line.
find_untold() {
    left=
    for file in $(printf '%s\n' "@$directory/java" | grep -lsFf - /proc/[0-9]*/cmdline); do
        file=${file%/cmdline}
        if is_rank "${file#/proc/}"; then
            left="$left ${file#/proc/}"
        fi
    done
}

# Whether the directory of this shell is a job's: it has the mark of one, or a control file.
is_job() {
    line=
    if [ -f job ] && [ ! -L job ]; then
        IFS= read -r line <job
    fi
    [ "$line" = "pgas job directory" ] ||
        { [ -f control ] && [ ! -L control ] && [ "$(dd bs=8 count=1 <control)" = PGASCTRL ]; }
}

# Removes a job's files, if that is what there is: a directory of this user, no link. The mark goes last: where it is
# gone, removes the directory alone, if it is empty.
remove_job() {
    [ ! -L "$1" ] && cd -- "$1" && [ -O . ] || return
    if is_job; then
        # the mark is not among the first: it says what the rest is should this shell be killed
        rm -f -- [!j]* java*
        rm -f -- * .[!.]*
    fi
    cd /
    rmdir -- "$1"
}

# Removes the job's files, those that the launcher was about to remove when it was killed, by the name that it has given
# them for that, and the user's directory unless there are other jobs.
remove_jobs() {
    [ -n "$directory" ] || return
    user=${directory%/*}
    remove_job "$directory"
    for aside in "$user/.old-$launcher-"*; do
        remove_job "$aside"
    done
    [ ! -L "$user" ] && [ -O "$user" ] && rmdir -- "$user"
}

# Removes recordings, if that is what there is: a directory that the launcher has made and put its template into.
remove_recordings() {
    case ${recordings##*/} in
        pgas-timeline-*) ;;
        *) return ;;
    esac
    [ ! -L "$recordings" ] && [ -O "$recordings" ] && [ -f "$recordings/pgas.jfc" ] && rm -rf -- "$recordings"
}

# Sets now to hundredths of a second since the host started.
look_at_clock() {
    read -r now line </proc/uptime
    now=${now%.*}${now#*.}
}

# Ranks that have joined notice by themselves and end within 1.3 s, by the clock: to look for them takes long on a busy
# host.
look_at_clock
end=$((now + 130))
find_ranks
while [ -n "$left" ] && [ "$now" -lt "$end" ]; do
    sleep 0.05
    find_ranks
    look_at_clock
done
[ -z "$left" ] || kill -KILL $left

# A JVM that is only just starting ends because it cannot read its arguments; one that just has is seen now.
remove_jobs
remove_recordings
if [ -n "$directory" ] && [ -z "$all" ]; then
    find_untold
    [ -z "$left" ] || kill -KILL $left
fi
