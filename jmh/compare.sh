#!/usr/bin/env bash
# Measures the library beside plain C on the same kind of mapping, its messages beside bare rings too, its windows beside Open MPI, and its
# ARMCI beside those in C, in turns, and prints tables. See README.md next door.
set -u

usage() {
    cat <<'END'
usage: jmh/compare.sh [--quick] [--rounds N] [--repetitions N] [--run-ms N] [--cores A,B] [--only PART-OF-ROW-NAME] [--keep FILE]

  --quick          2 rounds instead of 7
  --rounds N       how often C and the library take turns (or the variable ROUNDS)
  --repetitions N  repetitions per row and round (11)
  --run-ms N       how long a repetition takes (20)
  --cores A,B      the two cores to use (the first two this process may use)
  --only TEXT      only rows whose name contains TEXT, such as put8, or short for all three kinds of short messages
  --keep FILE      keep the lines round,library,row,bytes,median_ns,min_ns,max_ns
Variables: JAVA_HOME (a JDK 25), JAVA_FLAGS (more options for the ranks), CC (gcc), ARMCI (where the original ARMCI library is installed, with its
  include/ and lib/; built with MPICH)
END
}

fail() {
    echo "compare.sh: $*" >&2
    exit 1
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
root=$(dirname "$here")
rounds=${ROUNDS:-7}
repetitions=11
run_ms=20
cores=
only=
keep=
while [ $# -gt 0 ]; do
    case $1 in
        --quick) rounds=2 ;;
        --rounds | --repetitions | --run-ms | --cores | --only | --keep)
            [ $# -gt 1 ] || fail "$1 needs a value"
            case $1 in
                --rounds) rounds=$2 ;;
                --repetitions) repetitions=$2 ;;
                --run-ms) run_ms=$2 ;;
                --cores) cores=$2 ;;
                --only) only=$2 ;;
                --keep) keep=$2 ;;
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
for number in "$rounds" "$repetitions" "$run_ms"; do
    case $number in
        '' | *[!0-9]* | 0*) fail "'$number' is not a number above 0" ;;
    esac
done

# "0-2,5" becomes "0 1 2 5"
expand() {
    echo "$1" | awk -v RS='[,\n]' -F- 'NF { for (c = $1; c <= $NF; c++) printf "%d ", c }'
}

command -v taskset >/dev/null || fail "taskset is missing (package util-linux)"
[ -n "$cores" ] || cores=$(awk '/^Cpus_allowed_list:/ { print $2 }' /proc/self/status)
read -r first second _ <<<"$(expand "$cores")"
[ -n "${second:-}" ] || fail "two cores are needed; this process may use: $cores"

# shellcheck source=jmh/benchmarks.sh
. "$here/benchmarks.sh"
find_java
build_jar

work=$(mktemp -d) || exit 1
children=()
clean_up() {
    [ ${#children[@]} -eq 0 ] || kill "${children[@]}" 2>/dev/null
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

floor=
if command -v "${CC:-gcc}" >/dev/null; then
    c=$root/compare/src/main/c
    "${CC:-gcc}" -O2 -fno-tree-vectorize -c -o "$work/scalar.o" "$c/accumulate.c" &&
        "${CC:-gcc}" -O3 -march=native -DKERNEL=accumulate_simd -DROWS=accumulate_rows_simd -c -o "$work/simd.o" "$c/accumulate.c" &&
        "${CC:-gcc}" -O2 -o "$work/floor" "$c/floor.c" "$c/updates.c" "$c/vis.c" "$c/collectives.c" "$work/scalar.o" "$work/simd.o" &&
        floor=$work/floor
fi
[ -n "$floor" ] || echo "compare.sh: no C compiler: the C column stays empty" >&2

windows=
if command -v mpicc.openmpi >/dev/null && command -v mpirun.openmpi >/dev/null; then
    mpicc.openmpi -O2 -o "$work/windows" "$root/compare/src/main/c/windows.c" && windows=$work/windows
fi
[ -n "$windows" ] || echo "compare.sh: no Open MPI (mpicc.openmpi, mpirun.openmpi): its column stays empty" >&2

# ARMCI on MPI (Debian's libarmci-mpi-dev), and the original library where there is one; both with MPICH.
armci_mpi=
armci=
if command -v mpicc.mpich >/dev/null && command -v mpiexec.mpich >/dev/null; then
    c=$root/compare/src/main/c/armci.c
    mpicc.mpich -O2 -o "$work/armci-mpi" "$c" -larmci-mpich 2>"$work/armci-errors" && armci_mpi=$work/armci-mpi
    if [ -n "${ARMCI:-}" ]; then
        mpicc.mpich -O2 -I"$ARMCI/include" -o "$work/armci" "$c" -L"$ARMCI/lib" -larmci -lm && armci=$work/armci
    fi
fi
[ -n "$armci_mpi" ] || echo "compare.sh: no ARMCI on MPI (mpicc.mpich, libarmci-mpich): its column stays empty" >&2
[ -n "$armci" ] || echo "compare.sh: no original ARMCI (variable ARMCI): its column stays empty" >&2

# The flags that the launcher gives every rank; a bound rank sees one core and is told of all, as the launcher does.
rank_flags=(@"$root/launcher/src/main/resources/org/pgas/launch/rank.args" -Xms256m -Xmx256m)

run_c() {
    [ -n "$floor" ] || return 0
    REPETITIONS=$repetitions RUN_MS=$run_ms ONLY=$only "$floor" "$@"
}

# The same windows with Open MPI, whose ranks are bound as ours. The arguments are the number of ranks, the component of its one-sided
# communication, and how windows are made.
run_mpi() {
    local more=()
    [ -n "$windows" ] || return 0
    [ "$1" -le 2 ] || more+=(--oversubscribe)
    [ "$(id -u)" != 0 ] || more+=(--allow-run-as-root)
    # osc rdma ends the program in a compare-and-swap on memory of one process
    [ "$2" != rdma ] || more+=(-x NO_CAS=1)
    # shellcheck disable=SC2016 # the rank's own shell expands this
    REPETITIONS=$repetitions RUN_MS=$run_ms ONLY=$only EVEN=$first ODD=$second mpirun.openmpi \
        -x REPETITIONS -x RUN_MS -x ONLY -x EVEN -x ODD ${more[@]+"${more[@]}"} --bind-to none -n "$1" \
        --mca pml ob1 --mca btl self,vader --mca osc "$2" \
        sh -c '[ $((OMPI_COMM_WORLD_RANK % 2)) = 0 ] && core=$EVEN || core=$ODD; exec taskset -c "$core" "$@"' - \
        "$windows" "$3" </dev/null
}

# The dialect's rows with an ARMCI library in C, whose processes are bound as ours. The arguments are the program, if there is one, and
# the name of its lines.
run_armci() {
    [ -n "$1" ] || return 0
    # shellcheck disable=SC2016 # the process's own shell expands this
    REPETITIONS=$repetitions RUN_MS=$run_ms ONLY=$only EVEN=$first ODD=$second mpiexec.mpich -bind-to none -n 2 \
        sh -c '[ $((PMI_RANK % 2)) = 0 ] && core=$EVEN || core=$ODD; exec taskset -c "$core" "$@"' - "$1" "$2" </dev/null
}

# Ranks find each other by the variables that any PMI process manager sets. The first argument is the number of cores, the others
# are a core for each rank.
run_java() {
    local cores=$1 rank=0 core status=0
    shift
    children=()
    for core in "$@"; do
        # shellcheck disable=SC2086 # JAVA_FLAGS is a list of words
        PMI_RANK=$rank PMI_SIZE=$# taskset -c "$core" "$java" "${rank_flags[@]}" -XX:ActiveProcessorCount="$cores" \
            ${JAVA_FLAGS:-} -cp "$jar" org.pgas.jmh.TwoRanks --repetitions "$repetitions" --run-ms "$run_ms" \
            --only "$only" &
        children+=($!)
        rank=$((rank + 1))
    done
    for child in "${children[@]}"; do
        wait "$child" || status=$?
    done
    children=()
    return $status
}

lines=$work/lines
: >"$lines"
for round in $(seq "$rounds"); do
    echo "compare.sh: round $round of $rounds" >&2
    {
        run_c "$first" "$second" || fail "the C program failed"
        run_mpi 2 sm allocate || fail "the MPI program failed"
        run_armci "$armci" armci || fail "the ARMCI program failed"
        run_java 2 "$first" "$second" || fail "the ranks failed"
        run_armci "$armci_mpi" armci-mpi || fail "the ARMCI program failed"
        run_mpi 2 rdma create || fail "the MPI program failed"
        run_c "$first" "$second" "$first" "$second" || fail "the C program failed"
        run_mpi 4 sm allocate || fail "the MPI program failed"
        run_mpi 4 rdma create || fail "the MPI program failed"
        run_java 2 "$first" "$second" "$first" "$second" || fail "the ranks failed"
        run_java 2 "$first" "$second" "$first" "$second" "$first" "$second" "$first" "$second" || fail "the ranks failed"
    } >"$work/round" || exit 1
    grep -E '^(c|mpi|ring|armci|armci-mpi|below|pgas),' "$work/round" | sed "s/^/$round,/" >>"$lines"
done
[ -z "$keep" ] || cp "$lines" "$keep"

echo "$(describe_machine "cores $first and $second"), $rounds rounds of $repetitions repetitions of $run_ms ms."
echo "Times in nanoseconds: medians over the rounds. Ratio: median of the rounds' ratios. Spread: (largest - smallest) / median over the rounds."
echo

# The rows of the table: row of pgas | row of C | label | goal | bytes, where sizes have goals of their own
cat >"$work/rows" <<'END'
put8|put8|put 8 B, random in 16 KiB|<= 1.5 ns, <= 4x
get8|get8|get 8 B, random in 16 KiB|<= 1.5 ns, <= 4x
put8|put8-checked|put 8 B, C with the same checks|
get8|get8-checked|get 8 B, C with the same checks|
put8-far|put8-far|put 8 B, random in 32 MiB|
get8-far|get8-far|get 8 B, random in 32 MiB|
put8-release|put8-release|put 8 B, release|
get8-acquire|get8-acquire|get 8 B, acquire|
put8-fence|put8-fence|put 8 B + fence|<= 8 ns
put8-fence|put8-mfence|put 8 B + fence, C with mfence|
put8-nb|put8|putValueNb + await|as put 8 B
put8-nbi|put8|putValueNbi + Nbi.await|as put 8 B
putmem8|put8|put 8 B from memory|
putmem8-nb|put8|putNb 8 B from memory + await|as put from memory
putmem8-nbi|put8|putNbi 8 B from memory + Nbi.await|as put from memory
put|put|put, native memory|<= 1.05x
get|get|get, native memory|<= 1.05x
put-heap|put|put, Java heap|<= 1.05x
get-heap|get|get, Java heap|<= 1.05x
memset|memset|memset|
fetchadd|fetchadd|fetch-add|<= 1.3x
fetchadd-contended|fetchadd-contended|fetch-add, 2 ranks on one word|
cas|cas|compare-and-swap|<= 1.3x
casloop|casloop|increment by compare-and-swap|<= 1.3x
fetchadd-rate|fetchadd-rate|fetch-add, 2 ranks on one word, all together|<= 1.05x
casloop-rate|casloop-rate|increment by compare-and-swap, 2 ranks on one word, all together|<= 1.05x
fetchadd-double|fetchadd-double|fetch-add of doubles|<= 1.5x
fetchadd-double-rate|fetchadd-double-rate|fetch-add of doubles, 2 ranks on one word, all together|<= 1.05x
gups-xor|gups-xor|random xor in 256 MiB|<= 1.11x
gups-add|gups-add|random fetch-add in 256 MiB|<= 1.11x
gups-xor-rate|gups-xor-rate|random xor in 256 MiB, 2 ranks, all together|<= 1.11x
gups-add-rate|gups-add-rate|random fetch-add in 256 MiB, 2 ranks, all together|<= 1.11x
accumulate|accumulate|accumulate, native memory|<= 25 ns|8
accumulate|accumulate|accumulate, native memory|<= 3277 ns (20 GB/s)|65536
accumulate|accumulate|accumulate, native memory|<= 58254 ns (18 GB/s)|1048576
accumulate-heap|accumulate|accumulate, Java heap|
accumulate|accumulate-simd|accumulate, native memory, C vectorised|
accumulate-rate|fetchadd-double-rate|accumulate, 2 ranks on one double, all together|
accumulate-both|accumulate|accumulate, 2 ranks on one block at once, C alone|
vis-strided-8|vis-strided-8|strided put, chunks of 8 B|<= 1.05x, <= 14390 ns (1.2x GASNet-EX)
vis-strided-64|vis-strided-64|strided put, chunks of 64 B|<= 1.0x, <= 5229 ns (GASNet-EX)
vis-strided-512|vis-strided-512|strided put, chunks of 512 B|<= 3194 ns (GASNet-EX)
vis-strided-4096|vis-strided-4096|strided put, chunks of 4 KiB|<= 3039 ns (GASNet-EX)
vis-strided-get-8|vis-strided-get-8|strided get, chunks of 8 B|<= 1.05x
vis-strided-get-64|vis-strided-get-64|strided get, chunks of 64 B|<= 1.0x
vis-strided-get-512|vis-strided-get-512|strided get, chunks of 512 B|
vis-strided-get-4096|vis-strided-get-4096|strided get, chunks of 4 KiB|
vis-indexed-8|vis-indexed-8|indexed put, chunks of 8 B|<= 16897 ns (1.2x GASNet-EX)
vis-indexed-64|vis-indexed-64|indexed put, chunks of 64 B|<= 1.0x, <= 6257 ns (GASNet-EX)
vis-indexed-512|vis-indexed-512|indexed put, chunks of 512 B|<= 3248 ns (GASNet-EX)
vis-indexed-4096|vis-indexed-4096|indexed put, chunks of 4 KiB|<= 3019 ns (GASNet-EX)
vis-indexed-random-8|vis-indexed-random-8|indexed put, random order, chunks of 8 B|
vis-indexed-random-64|vis-indexed-random-64|indexed put, random order, chunks of 64 B|<= 1.0x
vis-indexed-random-512|vis-indexed-random-512|indexed put, random order, chunks of 512 B|
vis-indexed-random-4096|vis-indexed-random-4096|indexed put, random order, chunks of 4 KiB|
vis-vector-8|vis-vector-8|vector put, chunks of 8 B|<= 23354 ns (2.5x GASNet-EX)
vis-vector-64|vis-vector-64|vector put, chunks of 64 B|<= 1.0x, <= 6051 ns (GASNet-EX)
vis-vector-512|vis-vector-512|vector put, chunks of 512 B|<= 3249 ns (GASNet-EX)
vis-vector-4096|vis-vector-4096|vector put, chunks of 4 KiB|<= 3075 ns (GASNet-EX)
vis-vector-mixed-8|vis-vector-mixed-8|vector put, entries of 8, 16 or 24 B, cut differently on the sides|
vis-strided-8-own|vis-strided-8|strided put, own segment, chunks of 8 B|
vis-strided-get-8-own|vis-strided-get-8|strided get, own segment, chunks of 8 B|
vis-strided-8-array|vis-strided-8|strided put, double[], chunks of 8 B|
vis-strided-get-8-array|vis-strided-get-8|strided get, double[], chunks of 8 B|
vis-strided-64-own|vis-strided-64|strided put, own segment, chunks of 64 B|
vis-strided-get-64-own|vis-strided-get-64|strided get, own segment, chunks of 64 B|
vis-strided-64-array|vis-strided-64|strided put, double[], chunks of 64 B|
vis-strided-get-64-array|vis-strided-get-64|strided get, double[], chunks of 64 B|
vis-strided-once-8|vis-strided-8|strided put, shapes made in each call, chunks of 8 B|
vis-indexed-once-8|vis-indexed-8|indexed put, shapes made in each call, chunks of 8 B|
vis-vector-once-8|vis-vector-8|vector put, shapes made in each call, chunks of 8 B|
vis-indexed-random-once-8|vis-indexed-random-8|indexed put, random order, shapes made in each call, chunks of 8 B|
vis-vector-mixed-once-8|vis-vector-mixed-8|vector put, entries of 8, 16 or 24 B, shapes made in each call|
vis-transpose|vis-transpose|transpose 4096 x 4096 doubles, put|<= 1.11x
vis-accumulate-contiguous|vis-accumulate-contiguous|accumulate, contiguous|
vis-accumulate-strided-64|vis-accumulate-strided-64|accumulate, strided, rows of 64 B|<= 1.43x contiguous
vis-accumulate-strided-512|vis-accumulate-strided-512|accumulate, strided, rows of 512 B|<= 1.43x contiguous
vis-accumulate-strided-4096|vis-accumulate-strided-4096|accumulate, strided, rows of 4 KiB|<= 1.43x contiguous
vis-accumulate-contiguous|vis-accumulate-contiguous-simd|accumulate, contiguous, C vectorised|
vis-accumulate-strided-64|vis-accumulate-strided-simd-64|accumulate, strided, rows of 64 B, C vectorised|
vis-accumulate-strided-512|vis-accumulate-strided-simd-512|accumulate, strided, rows of 512 B, C vectorised|
vis-accumulate-strided-4096|vis-accumulate-strided-simd-4096|accumulate, strided, rows of 4 KiB, C vectorised|
mutex|mutex|mutex, lock and unlock|<= 15 ns
mutex-handover|mutex-handover|mutex, hand-over between 2 ranks|<= 1 us
pingpong|pingpong|put ping-pong, round trip|<= 1.1x
barrier|barrier|barrier, 2 ranks|<= 250 ns
barrier-p50|barrier-p50|barrier, 2 ranks, single, median|
barrier-p99|barrier-p99|barrier, 2 ranks, single, 99 %|
namedbarrier||named barrier, 2 ranks|
barrier4|barrier4|barrier, 4 ranks on 2 cores|<= 2000 ns
barrier4-p50|barrier4-p50|barrier, 4 ranks on 2 cores, single, median|
barrier4-p99|barrier4-p99|barrier, 4 ranks on 2 cores, single, 99 %|
namedbarrier4||named barrier, 4 ranks on 2 cores|
barrier8|barrier8|barrier, 8 ranks on 2 cores|<= 3x of 4 ranks
barrier-team||barrier of a team, 2 ranks|<= 250 ns
coll-bcast|coll-bcast|broadcast, roots in turns|<= 300 ns|8
coll-bcast-fixed|coll-bcast-fixed|broadcast, one root|< 199 ns|8
coll-bcast|coll-bcast|broadcast, roots in turns|<= 5000 ns|32768
coll-bcast|coll-bcast|broadcast, roots in turns|<= 22000 ns|262144
coll-bcast|coll-bcast|broadcast, roots in turns|<= 55000 ns|1048576
coll-bcast-own|coll-bcast|broadcast within segments|
coll-bcast-heap|coll-bcast|broadcast of arrays|
coll-reduce||reduce to one, doubles, roots in turns|<= 450 ns|8
coll-reduce||reduce to one, doubles, roots in turns|<= 6500 ns|32768
coll-reduce||reduce to one, doubles, roots in turns|<= 30000 ns|262144
coll-allreduce|coll-allreduce|reduce to all, doubles|<= 350 ns|8
coll-allreduce|coll-allreduce|reduce to all, doubles|<= 500 ns|512
coll-allreduce|coll-allreduce|reduce to all, doubles|<= 8000 ns|32768
coll-allreduce|coll-allreduce|reduce to all, doubles|<= 45000 ns|262144
coll-allreduce|coll-allreduce|reduce to all, doubles|<= 130000 ns|1048576
coll-allreduce-own|coll-allreduce|reduce to all, doubles within segments|
coll-allreduce-heap|coll-allreduce|reduce to all, double[]|
coll-compose||the same by reduce to one and broadcast|
coll-allgather||all-gather, bytes of each rank|<= 1000 ns|2048
coll-allgather||all-gather, bytes of each rank||16384
coll-exchange||exchange, bytes of each rank for each|<= 1000 ns|2048
coll-scan||scan, doubles|
coll-allreduce-nb||reduce to all, one double, non-blocking, 4 at once|
malloc-free||malloc and free, rank 0 alone|
malloc-free-both||malloc and free, 2 ranks at once|<= 66 ns (15 M pairs/s per rank)|48
malloc-free-both||malloc and free, 2 ranks at once||10000
malloc-free-window-both||free the oldest of 1,024 blocks of 16 to 271 B, malloc one, 2 ranks at once|
coll-bcast4|coll-bcast4|broadcast 8 B, 4 ranks on 2 cores, roots in turns|
coll-allreduce4|coll-allreduce4|reduce to all of a double, 4 ranks on 2 cores|
wake-p50|wake-p50|wake from block, median|<= 200 us
wake-p99|wake-p99|wake from block, 99 %|
END

# The rows of the table of dialects: row | label | goal
cat >"$work/dialect-rows" <<'END'
dialects-armci-put8|ARMCI: put 8 B, fence|<= 5 ns more than below
dialects-armci-get8|ARMCI: get 8 B|<= 1.0x of ARMCI, <= 5 ns more than below
dialects-armci-rmw|ARMCI: fetch-and-add of a long to local memory|<= 1.0x of ARMCI
dialects-armci-fetchadd|ARMCI: fetch-and-add of a long|<= 1.0x of ARMCI
dialects-armci-lock|ARMCI: lock and unlock, nobody else there|<= 1.0x of ARMCI
dialects-armci-puts|ARMCI: put 256 rows of 1 KiB, 2 KiB apart, fence|<= 1.0x of ARMCI
dialects-armci-gets|ARMCI: get 256 rows of 1 KiB, 2 KiB apart|
dialects-armci-accs|ARMCI: accumulate 256 rows of 1 KiB of doubles, 2 KiB apart, fence|<= 1.0x of ARMCI
dialects-armci-nbput64|ARMCI: 64 non-blocking puts of 8 B, waits, fence, each|
dialects-armci-barrier|ARMCI: barrier, 2 ranks|
dialects-armci-put|ARMCI: put, fence|<= 1.05x below
dialects-mppa-put8|MPPA: put 8 B|<= 5 ns more than below
dialects-mppa-get8|MPPA: get 8 B|<= 5 ns more than below
dialects-mppa-poke|MPPA: poke|<= 5 ns more than below
dialects-mppa-postadd|MPPA: post-add|<= 5 ns more than below
dialects-mppa-fetchadd|MPPA: fetch-add|<= 5 ns more than below
dialects-mppa-sputblock2d|MPPA: put a block of 256 rows of 1 KiB, 2 KiB apart|
dialects-upc-memput|UPC: memput|<= 5 ns more than below
dialects-upc-memget|UPC: memget|<= 5 ns more than below
dialects-upc-memcpy|UPC: memcpy to the other thread|
dialects-upc-memget-vlist|UPC: memget_vlist, 256 regions of 64 B of two threads|
dialects-upc-memput-strided|UPC: memput_strided, 256 rows of 1 KiB, 2 KiB apart|
END

# The rows of the table of messages: row of pgas | bytes | row of C and of Agrona's ManyToOneRingBuffer | row of its
# OneToOneRingBuffer | label | goal
cat >"$work/message-rows" <<'END'
am-short|4|ring-short|ring-oto-short|short request and reply|<= 1.2x ManyToOne, about 400 ns
am-medium|512|ring-medium|ring-oto-medium|medium request and reply|<= 700 ns
am-medium|4096|ring-medium|ring-oto-medium|medium request and reply|
am-medium|65416|ring-medium|ring-oto-medium|medium request and reply, the largest|<= 9 us
am-long|65536|||long request and reply|<= 14 us
am-flood|4|ring-flood|ring-oto-flood|short requests, one way|<= 40 ns (25 M/s)
am-poll|0|||poll, nothing there|<= 4 ns
am-loopback|4|||short request to itself|<= 15 ns
am-short4|4|ring-short4|ring-oto-short4|short request and reply, 4 ranks on 2 cores|<= 3 us
rpc|16|||remote call with a record of two numbers|<= 1 us
rpc-short|16|||the same, in the handler|
rpc-lambda|16|||the same, by a method reference|
rpc-flood|16|||remote calls, 32 under way|
rpc-cast|16|||casts, one way|
END

# The rows of the table of windows: row of pgas and of the MPI program | label | goal
cat >"$work/window-rows" <<'END'
mpi-fence|fence|<= 300 ns
mpi-pscw|post, start, complete, await, one neighbour|<= 450 ns
mpi-lock|lock exclusively, unlock|<= 25 ns
mpi-lock-put8|lock exclusively, put 8 B, unlock|<= 32 ns
mpi-put8|put 8 B in an epoch|<= 8 ns
mpi-get8|get 8 B in an epoch|<= 8 ns
mpi-put8-flush|put 8 B, flush|
mpi-get8-flush|get 8 B, flush|
mpi-flush|flush|
mpi-fetch-and-op|fetch-and-op of a long, flush|
mpi-compare-and-swap|compare-and-swap of a long, flush|
mpi-accumulate|accumulate doubles, flush|
mpi-contiguous|put INTs without gaps, flush|
mpi-vector|put vectors of INTs, flush|<= 1.3x of INTs without gaps
mpi-struct|put structs of INTs, flush|<= 1.3x of INTs without gaps
mpi-put-fence|exchange with a neighbour, put, fence|<= 1.0x
mpi-get-fence|exchange with a neighbour, get, fence|<= 1.0x
mpi-put-pscw|exchange with a neighbour, put, post to await|<= 1.0x
mpi-get-pscw|exchange with a neighbour, get, post to await|<= 1.0x
mpi-put-lock|exchange with a neighbour, put, lock to unlock|<= 1.0x
mpi-get-lock|exchange with a neighbour, get, lock to unlock|<= 1.0x
mpi-put-fence4|exchange, 3 neighbours, put, fence, 4 ranks on 2 cores|<= 0.67x
mpi-local-fence|local window: fence|
mpi-local-pscw|local window: post, start, complete, await, one neighbour|
mpi-local-lock|local window: lock exclusively, unlock|
mpi-local-lock-put8|local window: lock exclusively, put 8 B, unlock|
mpi-local-put8|local window: put 8 B in an epoch|
mpi-local-get8|local window: get 8 B in an epoch|
mpi-local-put8-flush|local window: put 8 B, flush|
mpi-local-get8-flush|local window: get 8 B, flush|
mpi-local-flush|local window: flush|
mpi-local-fetch-and-op|local window: fetch-and-op of a long, flush|
mpi-local-compare-and-swap|local window: compare-and-swap of a long, flush|
mpi-local-accumulate|local window: accumulate doubles, flush|
mpi-local-contiguous|local window: put INTs without gaps, flush|
mpi-local-vector|local window: put vectors of INTs, flush|
mpi-local-struct|local window: put structs of INTs, flush|
mpi-local-put-fence|local window: exchange with a neighbour, put, fence|<= 1.0x
mpi-local-get-fence|local window: exchange with a neighbour, get, fence|<= 1.0x
mpi-local-put-pscw|local window: exchange with a neighbour, put, post to await|<= 1.0x
mpi-local-get-pscw|local window: exchange with a neighbour, get, post to await|<= 1.0x
mpi-local-put-lock|local window: exchange with a neighbour, put, lock to unlock|<= 1.0x
mpi-local-get-lock|local window: exchange with a neighbour, get, lock to unlock|<= 1.0x
mpi-local-put-fence4|local window: exchange, 3 neighbours, put, fence, 4 ranks on 2 cores|
END

awk -F, -v rows="$work/rows" -v message_rows="$work/message-rows" -v window_rows="$work/window-rows" -v dialect_rows="$work/dialect-rows" -v rounds="$rounds" '
    function sorted(values, count,    i, j, v) {
        for (i = 2; i <= count; i++) {
            v = values[i]
            for (j = i - 1; j >= 1 && values[j] > v; j--) values[j + 1] = values[j]
            values[j + 1] = v
        }
    }
    # gathers what the rounds say of one library, row and size into found[1..]
    function gather(library, row, size,    round, count, key) {
        split("", found)
        for (round = 1; round <= rounds; round++) {
            key = round "," library "," row "," size
            if (key in time) found[++count] = time[key]
        }
        sorted(found, count)
        return count + 0
    }
    function middle(count) { return count % 2 ? found[(count + 1) / 2] : (found[count / 2] + found[count / 2 + 1]) / 2 }
    function show(ns) { return sprintf(ns < 10 ? "%.2f" : ns < 100 ? "%.1f" : "%.0f", ns) }
    # the cells of one library, row and size; empty without measurements
    function median(library, row, size,    count) {
        count = gather(library, row, size)
        return count ? show(middle(count)) : ""
    }
    function spread(library, row, size,    count) {
        count = gather(library, row, size)
        if (!count) return ""
        return sprintf("%.0f %%", middle(count) > 0 ? 100 * (found[count] - found[1]) / middle(count) : 0)
    }
    # ours by theirs
    function ratio(row, library, their_row, size,    round, count, a, b) {
        split("", found)
        for (round = 1; round <= rounds; round++) {
            a = round ",pgas," row "," size
            b = round "," library "," their_row "," size
            if (a in time && b in time && time[b] > 0) found[++count] = time[a] / time[b]
        }
        sorted(found, count)
        return count ? sprintf("%.2f", middle(count)) : ""
    }
    # the median of what ours takes more than theirs, in nanoseconds
    function more(row, library, size,    round, count, a, b) {
        split("", found)
        for (round = 1; round <= rounds; round++) {
            a = round ",pgas," row "," size
            b = round "," library "," row "," size
            if (a in time && b in time) found[++count] = time[a] - time[b]
        }
        sorted(found, count)
        return count ? sprintf("%.1f", middle(count)) : ""
    }
    function human(bytes) {
        return bytes == 0 ? "" : bytes < 1024 || bytes % 1024 ? bytes " B" : \
            bytes < 1048576 ? bytes / 1024 " KiB" : bytes / 1048576 " MiB"
    }
    # a table begins with its first row
    function print_row(title, head, rule, row) {
        if (!(title in begun)) printf "%s%s\n%s\n", title, head, rule
        begun[title]
        print row
    }
    {
        time[$1 "," $2 "," $3 "," $4] = $5
        if ($2 != "ring" && !(($2, $3, $4) in seen)) { seen[$2, $3, $4]; sizes[$2, $3] = sizes[$2, $3] " " $4 }
    }
    END {
        while ((getline line < rows) > 0) {
            split(line, part, "|")
            # a row that C alone has is shown too, under its own name
            many = split(("pgas", part[1]) in sizes || part[1] != part[2] ? sizes["pgas", part[1]] : sizes["c", part[2]], each, " ")
            for (s = 1; s <= many; s++) {
                size = each[s]
                if (part[5] != "" && part[5] != size) continue
                print_row("", "| row | bytes | C | pgas | pgas / C | spread C | spread pgas | goal |",
                    "|---|--:|--:|--:|--:|--:|--:|---|",
                    sprintf("| %s | %s | %s | %s | %s | %s | %s | %s |", part[3], human(size),
                        median("c", part[2], size), median("pgas", part[1], size), ratio(part[1], "c", part[2], size),
                        spread("c", part[2], size), spread("pgas", part[1], size), part[4]))
            }
        }
        while ((getline line < message_rows) > 0) {
            split(line, part, "|")
            size = part[2]
            ours = median("pgas", part[1], size)
            if (ours == "") continue
            print_row("\nActive Messages\n\n",
                "| row | bytes | C ring | Agrona ManyToOne | Agrona OneToOne | pgas | pgas / ManyToOne | pgas / C | spread pgas | goal |",
                "|---|--:|--:|--:|--:|--:|--:|--:|--:|---|",
                sprintf("| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |", part[5], human(size),
                    median("c", part[3], size), median("ring", part[3], size), median("ring", part[4], size), ours,
                    ratio(part[1], "ring", part[3], size), ratio(part[1], "c", part[3], size),
                    spread("pgas", part[1], size), part[6]))
        }
        while ((getline line < window_rows) > 0) {
            split(line, part, "|")
            many = split(("pgas", part[1]) in sizes ? sizes["pgas", part[1]] : sizes["mpi", part[1]], each, " ")
            for (s = 1; s <= many; s++) {
                size = each[s]
                print_row("\nWindows\n\n",
                    "| row | bytes | Open MPI | pgas | pgas / Open MPI | spread Open MPI | spread pgas | goal |",
                    "|---|--:|--:|--:|--:|--:|--:|---|",
                    sprintf("| %s | %s | %s | %s | %s | %s | %s | %s |", part[2], human(size),
                        median("mpi", part[1], size), median("pgas", part[1], size), ratio(part[1], "mpi", part[1], size),
                        spread("mpi", part[1], size), spread("pgas", part[1], size), part[3]))
            }
        }
        while ((getline line < dialect_rows) > 0) {
            split(line, part, "|")
            many = split(sizes["pgas", part[1]], each, " ")
            for (s = 1; s <= many; s++) {
                size = each[s]
                print_row("\nDialects\n\n",
                    "| row | bytes | ARMCI | ARMCI-MPI | call below | pgas | pgas - below | pgas / ARMCI | spread ARMCI | spread pgas | goal |",
                    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|",
                    sprintf("| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |", part[2], human(size),
                        median("armci", part[1], size), median("armci-mpi", part[1], size), median("below", part[1], size),
                        median("pgas", part[1], size), more(part[1], "below", size), ratio(part[1], "armci", part[1], size),
                        spread("armci", part[1], size), spread("pgas", part[1], size), part[3]))
            }
        }
    }' "$lines"
