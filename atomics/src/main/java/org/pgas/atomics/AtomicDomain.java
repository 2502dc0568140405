package org.pgas.atomics;

import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

import org.pgas.Capabilities;
import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * A type and a set of operations, by which numbers in the segments of a team's members are updated atomically. The
 * typed classes have the operations.
 *
 * <p><b>Callers.</b> Creation and {@link #destroy} are collective. Operations are one-sided: any thread of any member
 * may call them, also on its own memory. Where the owner's memory is mapped here, the owner takes no part. Where it is
 * client memory ({@link org.pgas.Job#attach(MemorySegment)}), the owner carries operations out when it polls or waits.
 * None of these calls is legal in a restricted context (see {@link org.pgas.Job}).
 *
 * <p><b>Legal.</b> Places are (team rank, byte offset in the segment), the offset a multiple of the type's size. Until
 * all ranks have synchronised what they began and met in a barrier, a place is used through one domain only, and by no
 * plain put or get, load or store. On mapped memory, domains of one width are atomic towards each other all the same,
 * and ordered puts and gets do not tear.
 *
 * <p><b>Forms.</b> The named operations block and need no more than an instruction where the processor has one.
 * {@code apply} takes the opcode as a value and {@link AtomicFlags}. {@code applyNb} has an explicit event and
 * {@code applyNbi} an implicit one of category {@link Opcode#category}; they write the value before to {@code result}
 * if the operation fetches, and ignore it, null included, if not. The result is undefined until the operation is
 * synchronised.
 *
 * <p><b>Order.</b> Named operations that read and write are acquire and release, {@code get} is an acquire and
 * {@code set} a release. With flags, those that read and write are acquire and release in any case; GET and SET have
 * the orderings that {@link AtomicFlags#ACQ} and {@link AtomicFlags#REL} ask for and no others: without, they are not
 * torn, and not ordered with accesses of other places. REL on GET and ACQ on SET cost a full fence.
 *
 * <p><b>Errors.</b> {@link PgasException}, before anything was changed: operation outside the domain's set, domain
 * destroyed, rank outside the team, place outside the segment or misaligned, unknown flags, job closed; of a fetching
 * operation, a result that is null, too small, read-only or closed to this thread; in checked mode, untrue MY_RANK and
 * MY_NBRHD, a result that overlaps the target, and a target in mapped memory of which another domain has used a byte
 * since the last barrier, on whatever rank that maps it.
 *
 * <p>Source: GASNet-EX "Remote Atomic Operations".
 */
public abstract sealed class AtomicDomain
        permits IntAtomicDomain, LongAtomicDomain, FloatAtomicDomain, DoubleAtomicDomain {
    // field       writer              reader                order
    // clientData  the program         the program           volatile
    // legal       creation, destroy   threads that operate  plain / plain: an operation that races destroy is undefined
    // its words   see BitUpdates

    private static final int BOTH_ORDERS = AtomicFlags.REL | AtomicFlags.ACQ;

    /** The number of what is of a TM-pair. */
    private static final int OF_A_PAIR = -1;

    final Team team;
    final TeamCore members;
    final AddressMap addresses;

    /** Of {@link #addresses}: after an atomic operation a compiler loads everything anew, so each object counts. */
    private final MappedRange[] ranges;

    private final Refusals refusals;

    private final DataType type;
    private final Set<Opcode> operations;
    private final int flags;
    private final int number;

    /** Of the class, for messages. */
    private final String name = getClass().getSimpleName();

    /** Legal operations, as {@link OpcodeBits}; none after destroy. Read plainly: a late operation is undefined. */
    private int legal;

    private volatile Object clientData;

    /** Collective: {@code accepted} are the types of the class. */
    AtomicDomain(Team team, Set<DataType> accepted, DataType type, Set<Opcode> operations, int flags) {
        this.team = team;
        this.refusals = Refusals.of(team.job().rank());
        this.members = TeamCore.of(team);
        this.addresses = TeamCore.of(team.job().world()).countedAtomics(members.addresses());
        this.ranges = addresses.ranges();
        this.type = type;
        this.flags = flags;
        this.legal = OpcodeBits.of(operations);
        String call = name + ".create";
        members.checkUnrestricted(call);
        members.checkSingleValued(call, type + ", operations 0x" + Integer.toHexString(legal) + ", flags 0x"
                + Integer.toHexString(flags));
        if (!accepted.contains(type)) {
            throw refusals.bad(call, "type " + type + ": legal here are " + new TreeSet<>(accepted));
        }
        if (operations.isEmpty()) {
            throw refusals.bad(call, "the set of operations is empty: legal are " + Opcode.legalFor(type));
        }
        if (!Opcode.legalFor(type).containsAll(operations)) {
            EnumSet<Opcode> illegal = EnumSet.copyOf(operations);
            illegal.removeAll(Opcode.legalFor(type));
            throw refusals.bad(call, illegal + " of " + type + ": legal are " + Opcode.legalFor(type));
        }
        AtomicChecks.creationFlags(team, call, flags);
        members.checkCapability(call, Capabilities.AD);
        this.operations = Collections.unmodifiableSet(EnumSet.copyOf(operations));
        this.number = members.domains().number();
    }

    /** For a TM-pair. Its ends agree on nothing: not collective, never destroyed, not told apart in checked mode. */
    AtomicDomain(Team pair, DataType type, Set<Opcode> operations) {
        this.team = pair;
        this.refusals = Refusals.of(pair.job().rank());
        this.members = TeamCore.of(pair);
        this.addresses = TeamCore.of(pair.job().world()).countedAtomics(TeamCore.of(pair).addresses());
        this.ranges = addresses.ranges();
        this.type = type;
        this.flags = AtomicFlags.NONE;
        this.legal = OpcodeBits.of(operations);
        this.operations = Collections.unmodifiableSet(EnumSet.copyOf(operations));
        this.number = OF_A_PAIR;
    }

    /** The team: the operations reach the memory of its members. */
    public final Team team() {
        return team;
    }

    /** What the numbers are. */
    public final DataType type() {
        return type;
    }

    /** The operations given at creation; unmodifiable. */
    public final Set<Opcode> operations() {
        return operations;
    }

    /** The {@link AtomicFlags} given at creation. */
    public final int flags() {
        return flags;
    }

    /** What {@link #clientData(Object)} stored last; null at first. */
    public final Object clientData() {
        return clientData;
    }

    /** Stores one object of the program's own with this domain. Source: GASNet-EX "Client-Data". */
    public final void clientData(Object data) {
        clientData = data;
    }

    /**
     * Ends the domain: operations afterwards are errors, queries stay legal. Collective, but no barrier; before, all
     * ranks have synchronised what they began, and met in a barrier.
     *
     * <p>Source: GASNet-EX gex_AD_Destroy.
     */
    public final void destroy() {
        String call = "AtomicDomain.destroy";
        members.checkUnrestricted(call);
        if (legal == 0) {
            throw refusals.bad(call, this + " has been destroyed already");
        }
        members.checkSingleValued(call, toString());
        legal = 0;
        members.domains().destroyed();
    }

    /** Where a typed operation of this bit takes place, if it is allowed and mapped; null asks for {@link #perform}. */
    final MappedRange mapped(int bit, int rank, long offset, int width) {
        if ((legal & bit) == 0) {
            throw refused(OpcodeBits.opcode(bit));
        }
        if ((offset & (width - 1)) != 0) {
            // refuses it
            return addresses.mappedWord(rank, offset, width);
        }
        return AddressMap.mapped(ranges, rank, offset, width);
    }

    private PgasException refused(Opcode opcode) {
        return refusals.bad(name, opcode
                + (legal == 0
                        ? " after AtomicDomain.destroy"
                        : ": legal in this domain are " + operations + ": create one that has it too"));
    }

    private void require(Opcode opcode) {
        if ((legal & OpcodeBits.of(opcode)) == 0) {
            throw refused(opcode);
        }
    }

    /** A typed operation that has found no mapped range, by its bits; the value before. */
    final long perform(int rank, long offset, Opcode opcode, long operand1, long operand2) {
        int order = switch (opcode) {
            case GET -> AtomicFlags.ACQ;
            case SET -> AtomicFlags.REL;
            default -> BOTH_ORDERS;
        };
        return update(rank, offset, opcode, operand1, operand2, order);
    }

    /** Any operation by its bits; the value before if it fetches, else 0. */
    final long performBlocking(int rank, long offset, Opcode opcode, long operand1, long operand2, int flags) {
        require(opcode);
        if (AtomicFlags.isImmediate(flags)) {
            throw refusals.bad(name + ".apply",
                    "IMMEDIATE: a blocking operation waits: legal with applyNb and applyNbi");
        }
        int target = target("apply", rank, flags);
        long before = update(target, offset, opcode, operand1, operand2, flags);
        return opcode.isFetching() ? before : 0;
    }

    private long update(int rank, long offset, Opcode opcode, long operand1, long operand2, int flags) {
        long address = address(rank, offset);
        if (address != AddressMap.NOT_MAPPED) {
            return updateMapped(address, rank, offset, opcode, operand1, operand2, flags);
        }
        fence(flags, AtomicFlags.REL);
        long before = members.updates().atomic(rank, offset, type, opcode, operand1, operand2);
        fence(flags, AtomicFlags.ACQ);
        return before;
    }

    final Event performNb(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode, long operand1,
            long operand2, int flags) {
        int target = begin("applyNb", result, resultOffset, rank, opcode, flags);
        long address = address(target, offset);
        if (address != AddressMap.NOT_MAPPED) {
            fetch("applyNb", result, resultOffset, address, target, offset, opcode, operand1, operand2, flags);
            return Event.DONE;
        }
        beginFar("applyNb", result, resultOffset, target, offset, opcode, flags);
        Event event = members.updates().atomicNb(result, resultOffset, target, offset, type, opcode, operand1,
                operand2,
                AtomicFlags.isImmediate(flags));
        fence(flags, AtomicFlags.ACQ);
        return event;
    }

    final boolean performNbi(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode,
            long operand1, long operand2, int flags) {
        int target = begin("applyNbi", result, resultOffset, rank, opcode, flags);
        long address = address(target, offset);
        if (address != AddressMap.NOT_MAPPED) {
            fetch("applyNbi", result, resultOffset, address, target, offset, opcode, operand1, operand2, flags);
            return true;
        }
        beginFar("applyNbi", result, resultOffset, target, offset, opcode, flags);
        boolean sent = members.updates().atomicNbi(result, resultOffset, target, offset, type, opcode,
                operand1, operand2,
                AtomicFlags.isImmediate(flags));
        fence(flags, AtomicFlags.ACQ);
        return sent;
    }

    /** Checks what needs no address; the team rank of the target. */
    private int begin(String form, MemorySegment result, long resultOffset, int rank, Opcode opcode, int flags) {
        require(opcode);
        if (opcode.isFetching()) {
            AtomicChecks.result(team, name, form, result, resultOffset, type.bytes());
        }
        return target(form, rank, flags);
    }

    private int target(String form, int rank, int flags) {
        return (flags & ~AtomicFlags.PLAIN) == 0 ? rank : AtomicChecks.target(team, name, form, rank, flags);
    }

    private long address(int rank, long offset) {
        int width = type.bytes();
        MappedRange mapped = addresses.mappedWord(rank, offset, width);
        return mapped != null ? mapped.at(offset) : addresses.addressIfMapped(rank, offset, width);
    }

    private void fetch(String form, MemorySegment result, long resultOffset, long address, int rank, long offset,
            Opcode opcode, long operand1, long operand2, int flags) {
        if (!opcode.isFetching()) {
            updateMapped(address, rank, offset, opcode, operand1, operand2, flags);
            return;
        }
        AtomicChecks.overlap(team, name, form, result, resultOffset, address, type.bytes());
        long before = updateMapped(address, rank, offset, opcode, operand1, operand2, flags);
        if (type.bytes() == Integer.BYTES) {
            result.set(AtomicChecks.INT, resultOffset, (int) before);
        } else {
            result.set(AtomicChecks.LONG, resultOffset, before);
        }
    }

    /** Nothing is refused after the note in checked mode: it is of a use that took place. */
    private long updateMapped(long address, int rank, long offset, Opcode opcode, long operand1, long operand2,
            int flags) {
        if (team.job().isChecked() && number != OF_A_PAIR) {
            DomainWatch.note(name, team, number, rank, offset, type.bytes());
        }
        // SYNC: atomic operation; the orderings are in the table of BitUpdates
        long before = BitUpdates.update(address, type, opcode, operand1, operand2, flags);
        if (opcode != Opcode.GET) {
            members.ring(rank);
        }
        return before;
    }

    private void beginFar(String form, MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode,
            int flags) {
        if (opcode.isFetching()) {
            AtomicChecks.overlapOfOwn(team, name, form, result, resultOffset, rank, offset, type.bytes());
        }
        fence(flags, AtomicFlags.REL);
    }

    /**
     * Around an operation on memory that is not mapped. A message is a release and its completion an acquire; but this
     * rank's own memory is reached at once.
     */
    private static void fence(int flags, int order) {
        if ((flags & order) != 0) {
            SharedMemory.fullFence();
        }
    }

    @Override
    public final String toString() {
        return name + " " + (number == OF_A_PAIR ? team : number) + " of " + type + " with " + operations;
    }
}
