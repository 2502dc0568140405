#!/usr/bin/env bash
# Does to real jobs what goes wrong between processes that share memory: builds what is missing or outdated, then starts
# org.pgas.faults.Faults. "faults/faults.sh --help" tells the options; docs/RELIABILITY.md, what is done and what came
# of it.
set -u

fail() {
    echo "faults.sh: $*" >&2
    exit 1
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
root=$(dirname "$here")

# shellcheck source=jmh/benchmarks.sh
. "$root/jmh/benchmarks.sh"

find_java
target=$here/target
if is_outdated "$target/class-path" "$root"/*/src/main "$root"/dialects/*/src/main "$root"/*/pom.xml \
    "$root/config/Templates.java"; then
    echo "faults.sh: building, without tests: what is built is missing or older than the sources" >&2
    (cd "$root" && ./mvnw -q -B -ntp -Pquick -pl faults -am -DskipTests -DskipITs -Dmaven.javadoc.skip=true package) \
        >&2 || fail "the build failed"
    touch "$target/class-path"
fi
jar=$(ls "$target"/pgas-faults-*.jar | grep -vE -- '-(sources|javadoc|tests)\.jar$' | head -n 1)
flags=$root/launcher/src/main/resources/org/pgas/launch/launcher.args
exec "$java" @"$flags" -cp "$jar:$(cat "$target/class-path")" org.pgas.faults.Faults --root "$root" "$@"
