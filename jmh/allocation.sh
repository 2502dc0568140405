#!/usr/bin/env bash
# Shows what each call allocates: every benchmark of one JVM under JMH's profiler of the collector, in short runs. Times
# are not looked at, so other work may run beside it. The exit code is 1 if a call allocates that should not. See
# README.md next door.
set -u

usage() {
    cat <<'END'
usage: jmh/allocation.sh [--only PATTERN] [--table FILE.csv]

  --only PATTERN  only benchmarks that match, such as 'AtomicBenchmark|LockBenchmark'
  --table FILE    where the lines benchmark,bytes go (jmh/target/allocation.csv)
Variables: JAVA_HOME (a JDK 25)
END
}

fail() {
    echo "allocation.sh: $*" >&2
    exit 1
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
root=$(dirname "$here")
table=$here/target/allocation.csv
only='org.pgas.jmh.*'
while [ $# -gt 0 ]; do
    case $1 in
        --only | --table)
            [ $# -gt 1 ] || fail "$1 needs a value"
            case $1 in
                --only) only=$2 ;;
                --table) table=$2 ;;
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

# What makes a new object: shapes and records, futures of remote calls, the view of a Java array.
may_allocate='ShapeBenchmark|RpcBenchmark|writeAndReadRecord|ToArray'

# shellcheck source=jmh/benchmarks.sh
. "$here/benchmarks.sh"
find_java
build_jar

results=$(mktemp) || exit 1
trap 'rm -f "$results" "$results.log"' EXIT
# JMH itself and the ranks' other threads allocate some hundred kilobytes a second, which it divides by the calls as
# well: of calls that take microseconds that is some bytes of each. So a call allocates if that is more than a megabyte
# a second.
"$java" --sun-misc-unsafe-memory-access=allow -jar "$jar" "$only" -e 'LibraryBenchmark|baseline' -prof gc \
    -f 1 -wi 2 -w 500ms -i 1 -r 500ms -p pattern=NEAR -p bytes=4096 -p batch=16 -p count=512 \
    -foe true -rf csv -rff "$results" >"$results.log" 2>&1 ||
    { tail -20 "$results.log" >&2; fail "the benchmarks failed"; }

# shellcheck disable=SC2016 # fields of awk
awk -F, -v may="$may_allocate" -v table="$table" '
    { gsub(/"/, "") }
    $1 ~ /gc\.alloc\.rate$/ { rate[substr($1, 1, index($1, ":") - 1)] = $5 + 0 }
    $1 ~ /gc\.alloc\.rate\.norm$/ {
        name = $1
        megabytes = rate[substr(name, 1, index(name, ":") - 1)]
        sub(/^org\.pgas\.jmh\./, "", name)
        sub(/:.*/, "", name)
        bytes = $5 + 0
        printf "%s,%.3f\n", name, bytes >table
        rows++
        if (name ~ may) {
            shown[++allowed] = sprintf("| %s | %.0f |", name, bytes)
        } else if (bytes >= 0.5 && megabytes >= 1) {
            printf "allocates: %s, %.1f bytes a call\n", name, bytes
            bad++
        } else if (megabytes > most) {
            most = megabytes
        }
    }
    END {
        if (rows == 0) { print "no benchmark was run"; exit 1 }
        printf "%d calls; %d allocate nothing (at most %.2f MB a second, which is the harness).\n",
            rows, rows - allowed - bad, most
        for (i = 1; i <= allowed; i++) {
            if (i == 1) print "\nThese return new objects:\n\n| benchmark | bytes a call |\n|---|--:|"
            print shown[i]
        }
        exit bad > 0
    }' "$results"
