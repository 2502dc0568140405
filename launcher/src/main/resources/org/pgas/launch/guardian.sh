# Outlives a launcher that is killed, to see to what nobody else can: ranks that have not joined, and files when all ranks die
# with the launcher. Reads the job's directory, that of recordings or an empty line, then "done" from a launcher that has cleaned up itself.

trap '' HUP INT QUIT TERM PIPE

IFS= read -r directory || exit 0
[ "$directory" != done ] || exit 0
recordings=
IFS= read -r recordings
read -r word
[ "$word" != done ] || exit 0

# Sets left to the processes whose command names the job's argument file: also one that was started a moment before the launcher
# died. The pattern comes by standard input, so that it is on no other command line.
find_ranks() {
    left=
    for file in $(printf '%s\n' "@$directory/java.args" | grep -lsFf - /proc/[0-9]*/cmdline); do
        file=${file%/cmdline}
        left="$left ${file#/proc/}"
    done
}

# Sets now to hundredths of a second since the host started.
look_at_clock() {
    read -r now word </proc/uptime
    now=${now%.*}${now#*.}
}

# Ranks that have joined notice by themselves and end within 1.3 s, by the clock: to look for them takes long on a busy host.
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
rm -rf -- "$directory" ${recordings:+"$recordings"}
rmdir -- "${directory%/*}" 2>/dev/null
find_ranks
[ -z "$left" ] || kill -KILL $left
