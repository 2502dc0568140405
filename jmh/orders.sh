#!/usr/bin/env bash
# Does a row cost the same whatever ran before it in its JVM? Measures the rows of two ranks in three orders, and behind
# every row there is, in turns, each in JVMs of its own; prints each row's median beside its best. See README.md next
# door.
set -u

usage() {
    cat <<'END'
usage: jmh/orders.sh [--only TEXT] [--starts N] [--limit RATIO]

  --only TEXT    only rows whose name contains this, such as put, fetchadd, msg
  --starts N     how often each order is started (3)
  --limit RATIO  what a row may take, of its time in its best order (1.2)
The exit code is 1 when a row takes more.
Variables: JAVA_HOME (a JDK 25)
END
}

fail() {
    echo "orders.sh: $*" >&2
    exit 2
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 2
root=$(dirname "$here")
only=
starts=3
limit=1.2
while [ $# -gt 0 ]; do
    case $1 in
        --only | --starts | --limit)
            [ $# -gt 1 ] || fail "$1 needs a value"
            case $1 in
                --only) only=$2 ;;
                --starts) starts=$2 ;;
                --limit) limit=$2 ;;
            esac
            shift
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        *)
            usage >&2
            fail "unknown option $1"
            ;;
    esac
    shift
done

# shellcheck source=jmh/benchmarks.sh
. "$here/benchmarks.sh"
find_java
build_jar

orders=(listed reversed shuffled mixed)
lines=$(mktemp) || exit 2
trap 'rm -f "$lines"' EXIT
for ((start = 1; start <= starts; start++)); do
    for order in "${orders[@]}"; do
        how=(--order "$order")
        [ "$order" = mixed ] && how=(--mixed on)
        "$root/pgas" run -n 2 --bind -cp "$jar" org.pgas.jmh.TwoRanks --repetitions 5 --run-ms 10 \
            ${only:+--only "$only"} "${how[@]}" >"$lines.one" || fail "the rows in order '$order' failed"
        # lines begin with the rank that printed them
        sed -n "s/^.*\(pgas,\)/$order,\1/p" "$lines.one" >>"$lines"
        rm -f "$lines.one"
    done
done

echo "$(describe_machine "each rank bound to a core"); $starts starts of each order;" \
    "nanoseconds: the median over the starts, and its ratio to the best order's."
echo
sort -t, -k3,3 -k4,4n -k1,1 -k5,5g "$lines" | awk -F, -v limit="$limit" -v names="${orders[*]}" '
    function flush(   o, best, line, worst, m) {
        if (cell == "") return
        best = 0
        for (o = 1; o <= orders; o++) {
            m = median[name[o]]
            if (m > 0 && (best == 0 || m < best)) best = m
        }
        worst = 0
        line = "| " cell " | " bytes " |"
        for (o = 1; o <= orders; o++) {
            m = median[name[o]]
            if (m > 0) {
                if (m / best > worst) worst = m / best
                line = line sprintf(" %.4g (%.2f) |", m, m / best)
            } else {
                line = line " |"
            }
        }
        if (worst > limit) { above[++aboves] = line } else { within[++withins] = line }
        split("", median)
    }
    function end_of_order() {
        half = int(count / 2)
        if (count > 0) median[order] = count % 2 ? value[half + 1] : (value[half] + value[half + 1]) / 2
        count = 0
    }
    BEGIN { orders = split(names, name, " ") }
    {
        if ($3 != cell || $4 != bytes) { end_of_order(); flush(); cell = $3; bytes = $4; order = $1 }
        if ($1 != order) { end_of_order(); order = $1 }
        value[++count] = $5
    }
    END {
        end_of_order(); flush()
        title = "| row | bytes |"; rule = "|---|--:|"
        for (o = 1; o <= orders; o++) { title = title " " name[o] " |"; rule = rule "--:|" }
        printf "%d of %d rows take more than %s times their best order'"'"'s:\n\n%s\n%s\n",
            aboves, aboves + withins, limit, title, rule
        for (i = 1; i <= aboves; i++) print above[i]
        printf "\nThe others:\n\n%s\n%s\n", title, rule
        for (i = 1; i <= withins; i++) print within[i]
        exit aboves > 0
    }'
