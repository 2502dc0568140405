# What the scripts of this directory have in common; they source it, and define here, root and fail.
# shellcheck shell=bash disable=SC2154

# A JDK 25, in java.
find_java() {
    java=
    local candidate
    for candidate in ${JAVA_HOME:+"$JAVA_HOME/bin/java"} java /usr/lib/jvm/*/bin/java; do
        if command -v "$candidate" >/dev/null && [ "$(release "$candidate")" -ge 25 ] 2>/dev/null; then
            java=$candidate
            break
        fi
    done
    [ -n "$java" ] || fail "no JDK 25 found: set JAVA_HOME to one"
}

# Whether what was built, the first argument, is missing, or older than a file of the other ones.
is_outdated() {
    local built=$1
    shift
    [ ! -r "$built" ] || [ -n "$(find "$@" -newer "$built" -type f -print -quit)" ]
}

release() {
    "$1" -XshowSettings:properties -version 2>&1 | awk -F' = ' '/java.specification.version/ { print int($2) }'
}

# The benchmarks, in jar.
build_jar() {
    jar=$here/target/benchmarks.jar
    local sources=("$root"/{pgas-core,pshm,hosts,wire-tcp,atomics,vis,heap,collectives,bytes,arrays,meter,jmh}/src/main
        "$root"/dialects/*/src/main "$root/config/Templates.java")
    if [ ! -f "$jar" ] || [ -n "$(find "${sources[@]}" -newer "$jar" -name '*.java' -print -quit)" ]; then
        echo "${0##*/}: building target/benchmarks.jar, without tests: it is missing or older than the sources" >&2
        (cd "$root" && ./mvnw -q -B -pl jmh -am -DskipTests -DskipITs -Dmaven.javadoc.skip=true package) >&2 ||
            fail "the build failed"
    fi
}

# Date, processor, system, JVM; the cores that are used as an argument.
describe_machine() {
    local cpu jdk
    cpu=$(awk -F': *' '/^model name/ { print $2; exit }' /proc/cpuinfo)
    jdk=$("$java" -XshowSettings:properties -version 2>&1 |
        awk -F' = ' '/java.vm.(name|version) =/ { print $2 }' | paste -sd' ')
    echo "$(date -u +%Y-%m-%d), ${cpu:-$(uname -m)}, $(nproc --all) CPUs${1:+, $1}," \
        "Linux $(uname -r | cut -d. -f1,2), $jdk"
}
