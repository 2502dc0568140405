#!/usr/bin/env bash
# Measures atomic operations on mapped words through the library beside other libraries and words on the heap; writes a
# table, prints it and draws it. See README.md next door.
set -u

usage() {
    cat <<'END'
usage: jmh/atomics.sh [--quick] [--only-chart] [--table FILE.csv] [--chart FILE.png]

  --quick        fetch-add and increment only, in shorter runs: two minutes instead of nine
  --only-chart   measure nothing; print and draw the table that is there
  --table FILE   where the table goes (jmh/target/atomics.csv)
  --chart FILE   where the chart goes (jmh/target/atomics.png)
Variables: JAVA_HOME (a JDK 25)
END
}

fail() {
    echo "atomics.sh: $*" >&2
    exit 1
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
root=$(dirname "$here")
table=$here/target/atomics.csv
chart=$here/target/atomics.png
quick=
measure=yes
while [ $# -gt 0 ]; do
    case $1 in
        --quick) quick=--quick ;;
        --only-chart) measure= ;;
        --table | --chart)
            [ $# -gt 1 ] || fail "$1 needs a value"
            case $1 in
                --table) table=$2 ;;
                --chart) chart=$2 ;;
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

run=("$java" --sun-misc-unsafe-memory-access=allow -Djava.awt.headless=true -cp "$jar")
if [ -n "$measure" ]; then
    "${run[@]}" org.pgas.jmh.words.WordSet ${quick:+"$quick"} "$table" || fail "the benchmarks failed"
fi
echo "$(describe_machine); millions of operations a second, all workers together."
echo
"${run[@]}" org.pgas.jmh.words.WordChart "$table" "$chart" || fail "cannot draw the chart"
