#!/usr/bin/env bash
# Breaks critical lines of the library, one at a time, and runs the tests that must notice: builds what is missing or
# outdated, then starts org.pgas.broken.Broken. "broken/broken.sh --help" tells the options; broken/README.md, what came
# of it.
set -u

fail() {
    echo "broken.sh: $*" >&2
    exit 1
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
root=$(dirname "$here")

# shellcheck source=jmh/benchmarks.sh
. "$root/jmh/benchmarks.sh"

find_java
built=$here/target/test-class-path
if is_outdated "$built" "$root"/*/src "$root"/dialects/*/src "$root"/*/pom.xml "$root/config/Templates.java"; then
    echo "broken.sh: building, without tests: what is built is missing or older than the sources" >&2
    (cd "$root" && ./mvnw -q -B -ntp -Pquick -DskipTests -DskipITs package dependency:build-classpath \
        -Dmdep.outputFile=target/test-class-path -Dmdep.includeScope=test) >&2 || fail "the build failed"
    touch "$built"
fi
jar=$(ls "$here"/target/pgas-broken-*.jar | grep -vE -- '-(sources|javadoc|tests)\.jar$' | head -n 1)
exec "$java" -cp "$jar:$(cat "$built")" org.pgas.broken.Broken --root "$root" --jar "$jar" "$@"
