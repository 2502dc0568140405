#!/bin/sh
# A long pass of the jcstress tests, in the JVMs that StressIT names. Results: stress/target/jcstress.
set -u

if [ $# -lt 1 ] || [ $# -gt 2 ] || ! echo "$1" | grep -Eq '^([0-9]+h)?([0-9]+m)?([0-9]+s)?$'; then
    echo "usage: stress/run.sh TIME [TESTS]" >&2
    echo "  TIME   such as 90s, 30m or 8h" >&2
    echo "  TESTS  a regular expression for the names of some tests, such as BarrierStress (all)" >&2
    exit 2
fi

cd "$(dirname "$0")/.." || exit 1
exec ./mvnw -B -ntp verify -pl stress -am -Dmaven.javadoc.skip -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false \
    -Dit.test=StressIT -Dfailsafe.failIfNoSpecifiedTests=false "-Dstress.time=$1" "-Dstress.tests=${2:-.*}"
