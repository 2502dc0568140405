# Outlives a launcher that is killed, to see to what nobody else can: ranks that have not joined, and files when all ranks die
# with the launcher. Reads the job's directory, then the ranks' process ids, one a line, and "done" from a launcher that has
# cleaned up itself.

trap '' HUP INT QUIT TERM PIPE
ranks=

# Sets start to the start time of a process, which tells it from a later one with its id; empty when it has ended.
look() {
    start=
    { read -r stat; } 2>/dev/null <"/proc/$1/stat" || return 0
    set -f -- ${stat##*) }
    [ "$1" = Z ] || start=${20}
}

IFS= read -r directory || exit 0
[ "$directory" != done ] || exit 0
while read -r word; do
    [ "$word" != done ] || exit 0
    look "$word"
    ranks="$ranks $word:$start"
done

# Sets left to the ranks that still run.
look_at_all() {
    left=
    for rank in $ranks; do
        look "${rank%:*}"
        if [ -n "$start" ] && [ "$start" = "${rank#*:}" ]; then
            left="$left ${rank%:*}"
        fi
    done
}

# Ranks that have joined notice by themselves and end within this time.
tenths=13
look_at_all
while [ -n "$left" ] && [ $tenths -gt 0 ]; do
    sleep 0.1
    tenths=$((tenths - 1))
    look_at_all
done
[ -z "$left" ] || kill -KILL $left
rm -rf -- "$directory"
rmdir -- "${directory%/*}" 2>/dev/null
