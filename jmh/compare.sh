#!/usr/bin/env bash
# Measures the library beside C, MPI and others, in turns, and prints tables: builds what is missing or outdated, then
# starts the driver, org.pgas.compare.Compare, which does the rest. "jmh/compare.sh --help" tells the options; README.md
# next door, what is measured.
set -u

fail() {
    echo "compare.sh: $*" >&2
    exit 1
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
root=$(dirname "$here")

# shellcheck source=jmh/benchmarks.sh
. "$here/benchmarks.sh"

# The driver and all that it needs, in class_path; its rows are in its jar, C programs in the source tree.
build_driver() {
    local target=$root/compare/target newer= entry entries
    driver=$(ls "$target"/pgas-compare-*.jar 2>/dev/null | grep -vE -- '-(sources|javadoc|tests)\.jar$' | head -n 1)
    if [ -n "$driver" ] && [ -r "$target/class-path" ]; then
        newer=$(find "$root"/{compare,meter,bench,launcher}/src/main "$root"/compare/pom.xml -newer "$driver" \
            ! -name '*.c' ! -name '*.h' -type f -print -quit)
        # without an end of line it is read as well, and read says no
        IFS=: read -ra entries <"$target/class-path" || true
        for entry in ${entries[@]+"${entries[@]}"}; do
            [ -f "$entry" ] || newer=$entry
        done
    fi
    if [ -z "$driver" ] || [ ! -r "$target/class-path" ] || [ -n "$newer" ]; then
        echo "compare.sh: building the driver, without tests: it is missing or older than the sources" >&2
        (cd "$root" && ./mvnw -q -B -ntp -pl compare -am -DskipTests -DskipITs -Dmaven.javadoc.skip=true package) >&2 ||
            fail "the build failed"
        driver=$(ls "$target"/pgas-compare-*.jar | grep -vE -- '-(sources|javadoc|tests)\.jar$' | head -n 1)
    fi
    class_path=$driver:$(cat "$target/class-path")
}

# Whether rows are to be measured: help and tables of what was kept need no job.
measures() {
    local argument
    for argument; do
        case $argument in
        -h | --help | --from | --from=*) return 1 ;;
        esac
    done
}

find_java
# a row of whole jobs would build what they need, and a build replaces jars that the driver runs from: so it is built
# first
if measures "$@"; then
    "$root/pgas" run -n 1 hello >/dev/null || fail "the build failed"
fi
build_jar
build_driver
flags=$root/launcher/src/main/resources/org/pgas/launch/launcher.args
exec "$java" @"$flags" -cp "$class_path" org.pgas.compare.Compare --root "$root" --benchmarks "$jar" "$@"
