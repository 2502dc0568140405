package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.PgasException;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.inside.StoredObjects;

/**
 * MPI_Comm: ranks, in an order, and messages among them that no other communicator's receives meet. Made by
 * {@link Mpi#world}, {@link Mpi#self}, {@link #dup}, {@link #split} and their siblings. Intracommunicators only.
 *
 * <p><b>Data</b> is {@code count} elements of {@code type} in {@code memory}, from {@code offset} bytes on: an array
 * ({@code MemorySegment.ofArray}) or native memory. With no elements the memory may be null. Memory in the segment that
 * a rank has attached to the job ({@code job.attach}) is copied once by the other side, if that is a neighbour; other
 * memory goes through messages. Memory of a confined arena is touched by its thread alone.
 *
 * <p><b>Ranks and tags.</b> Ranks are those of this communicator, 0..{@link #size}-1. {@link Mpi#PROC_NULL} is legal
 * everywhere, and is complete at once. Tags are 0..{@link Mpi#MAX_TAG}. A receive or probe also takes
 * {@link Mpi#ANY_SOURCE} and {@link Mpi#ANY_TAG}.
 *
 * <p><b>Order.</b> A message meets the receive that was posted first of those that it fits, and a receive the message
 * that was sent first of those that fit it, of each sender: messages of one rank to another do not overtake. Signatures
 * are not compared: sender and receiver give the same kinds in the same order. A message may be shorter than its
 * receive.
 *
 * <p><b>Small and large.</b> Messages of up to 8 KiB travel with their data, and a receiver that does not receive keeps
 * it, up to 1 MiB of each sender, less with more than 64 ranks. What is larger or more stays with the sender until a
 * receive has met it.
 *
 * <p>{@code status} is filled where it is given, and null ignores it.
 *
 * <p><b>Errors</b> of all calls, before anything is done: the communicator was freed; a restricted context (see
 * {@link org.pgas.Job}); after the close. Of messages: ranks and tags that are not legal; a type that is null, freed or
 * not committed; a negative count; data outside of the memory; of receives memory that is read-only, and types in which
 * a byte is in two elements. The end of a receive that a longer message has met. A rank that is needed has left the
 * job ({@link org.pgas.PeerLostException}).
 *
 * <p>Source: MPI-4.1 chapters 3 "Point-to-Point Communication" and 7 "Groups, Contexts, Communicators, and Caching".
 */
public final class Comm {
    // field         writer       reader       order
    // errorHandler  the program  all threads  volatile
    // name          the program  all threads  volatile
    // isFreed       a free       all threads  volatile

    private final Mpi mpi;
    private final Engine engine;
    private final CommId id;
    private final int rank;
    private final Group group;
    private final Channel channel;
    private final Channel collective;
    private final Channel making;
    private final Channel makingOfGroups;
    private final CommCollectives collectives;
    private final StoredObjects<Keyval<?>> attributes = new StoredObjects<>(
            (keyval, value) -> keyval.deleted(this, value));
    private volatile ErrorHandler errorHandler = ErrorHandler.THROW;
    private volatile String name;
    private volatile boolean isFreed;

    /** @param members by rank the job rank; null if these are the same */
    Comm(Mpi mpi, CommId id, int[] members, int rank, String name) {
        this.mpi = mpi;
        this.engine = mpi.engine();
        this.id = id;
        this.rank = rank;
        this.name = name;
        int[] ranks = members;
        if (ranks == null) {
            ranks = new int[engine.job.size()];
            Arrays.setAll(ranks, each -> each);
        }
        this.group = Group.of(ranks);
        this.channel = new Channel(this, id, members, rank, Channel.PROGRAM);
        this.collective = new Channel(this, id, members, rank, Channel.COLLECTIVE);
        this.making = new Channel(this, id, members, rank, Channel.MAKING);
        this.makingOfGroups = new Channel(this, id, members, rank, Channel.MAKING_OF_GROUPS);
        // the world alone has a team of its own
        this.collectives = new CommCollectives(new CommLink(this, collective, members == null ? mpi.team() : null));
    }

    Engine engine() {
        return engine;
    }

    StoredObjects<Keyval<?>> attributes() {
        return attributes;
    }

    /** Messages of collective calls, which no receive of the program meets. Their arguments were checked. */
    Channel collective() {
        return collective;
    }

    PgasException bad(String what) {
        return channel.bad(what);
    }

    /** Refuses a call on a communicator that was freed, in a restricted context, and after the close. */
    void enter(String call) {
        if (isFreed || mpi.isFinished()) {
            throw channel.bad(this + (isFreed ? " was freed" : " is of an Mpi that is finished")
                    + ": it is of no use any more");
        }
        engine.world.begin(call);
    }

    public Mpi mpi() {
        return mpi;
    }

    /** The collective calls of this communicator. Source: MPI-4.1 chapter 6. */
    public CommCollectives collectives() {
        return collectives;
    }

    /** MPI_Comm_rank. */
    public int rank() {
        return rank;
    }

    /** MPI_Comm_size. */
    public int size() {
        return group.size();
    }

    /** MPI_Comm_group: the members' ranks in the job, in the order of their ranks here. */
    public Group group() {
        return group;
    }

    /** MPI_Comm_compare. Local. */
    public Comparison compare(Comm other) {
        if (id.equals(other.id) && mpi == other.mpi) {
            return Comparison.IDENTICAL;
        }
        if (group.equals(other.group)) {
            return Comparison.CONGRUENT;
        }
        return group.size() == other.group.size() && group.difference(other.group).size() == 0 ? Comparison.SIMILAR
                : Comparison.UNEQUAL;
    }

    /**
     * MPI_Comm_dup: a communicator of the same ranks, with the attributes that their keys copy, and this one's error
     * handler. Collective.
     */
    public Comm dup() {
        enter("Comm.dup");
        Comm copy = new CommCreation(this, making).dup();
        attributes.forEach((keyval, value) -> {
            Object copied = keyval.copied(this, value);
            if (copied != null) {
                copy.attributes.put(keyval, copied);
            }
        });
        copy.errorHandler = errorHandler;
        return copy;
    }

    /**
     * MPI_Comm_split: a communicator of all members that give the same colour, in the order of their keys, ties in the
     * order of their ranks here; null for those that give {@link Mpi#UNDEFINED}. Collective. Error, on all members: a
     * colour that is negative and not that.
     */
    public Comm split(int colour, int key) {
        enter("Comm.split");
        PgasException problem = colour >= 0 || colour == Mpi.UNDEFINED ? null
                : engine.refusals.illegal("Comm.split", "colour", colour, "0 and more, and Mpi.UNDEFINED");
        return inherit(new CommCreation(this, making).split(colour, key, problem));
    }

    /**
     * MPI_Comm_split_type with MPI_COMM_TYPE_SHARED: a communicator of the members that map each other's memory, in the
     * order of their keys. Collective.
     */
    public Comm splitShared(int key) {
        enter("Comm.splitShared");
        return inherit(new CommCreation(this, making).split(engine.job.neighbourhood().jobRank(0), key, null));
    }

    /**
     * MPI_Comm_create: a communicator of these ranks of the job, which are members here, in the order of the group;
     * null for members that are not in it, or give an empty one. Collective over all members; several groups that have
     * no rank in common may be made by one call. Errors, on all members: a rank that is no member; members of a group
     * give different ones; this rank gives a group that it is not in, unless it is empty.
     */
    public Comm create(Group newGroup) {
        enter("Comm.create");
        return inherit(new CommCreation(this, making).create(newGroup, refusal("Comm.create", newGroup)));
    }

    /**
     * MPI_Comm_create_group: as {@link #create}, called by the members of the group alone. Errors, for this rank alone:
     * those of create; an empty group; a tag that is not legal.
     *
     * @param tag tells calls apart that several threads make at once
     */
    public Comm createGroup(Group newGroup, int tag) {
        enter("Comm.createGroup");
        PgasException problem = newGroup != null && newGroup.size() == 0
                ? engine.refusals.bad("Comm.createGroup", "the group is empty: its members alone make this call")
                : refusal("Comm.createGroup", newGroup);
        if (problem != null) {
            throw channel.raised(problem);
        }
        checkTag(tag);
        return inherit(new CommCreation(this, makingOfGroups).createGroup(newGroup, tag));
    }

    private PgasException refusal(String call, Group wanted) {
        if (wanted == null) {
            return engine.refusals.bad(call, "the group is null: give Group.EMPTY to be in none");
        }
        int outside = wanted.difference(group).size();
        if (outside > 0) {
            return engine.refusals.bad(call, wanted + " has " + outside + " ranks of the job that are no members of "
                    + this + ": legal are " + group);
        }
        return wanted.size() == 0 || wanted.contains(engine.rank) ? null
                : engine.refusals.bad(call, "rank " + engine.rank + " of the job is not in the " + wanted
                        + " that it gives: give Group.EMPTY to be in none");
    }

    /** As MPI has it, the error handler goes on, attributes do not. */
    private Comm inherit(Comm made) {
        if (made != null) {
            made.errorHandler = errorHandler;
        }
        return made;
    }

    /**
     * MPI_Comm_free: waits for all members, deletes the attributes, and ends the communicator. What is under way on it
     * goes on. Collective. Errors: the world, or a rank alone.
     */
    public void free() {
        enter("Comm.free");
        if (this == mpi.world() || this == mpi.self()) {
            throw channel.bad(this + " is not freed: Mpi.finish ends it");
        }
        RuntimeException failure = attributes.endAll();
        // the others wait for this rank whatever its attributes throw
        new CommCreation(this, making).synchronise();
        isFreed = true;
        channel.free();
        collective.free();
        makingOfGroups.free();
        if (failure != null) {
            throw failure;
        }
    }

    /** MPI_Comm_get_name; "" if there is none. */
    public String name() {
        return name;
    }

    /** MPI_Comm_set_name: for messages, on this rank. */
    public void name(String newName) {
        if (newName == null) {
            throw engine.refusals.bad("Comm.name", "the name is null: give \"\" for none");
        }
        name = newName;
    }

    /** MPI_Comm_get_errhandler. At first {@link ErrorHandler#THROW}, or that of the communicator it was made from. */
    public ErrorHandler errorHandler() {
        return errorHandler;
    }

    /** MPI_Comm_set_errhandler. On this rank. */
    public void errorHandler(ErrorHandler handler) {
        if (handler == null) {
            throw engine.refusals.bad("Comm.errorHandler", "the handler is null: give ErrorHandler.THROW for none");
        }
        errorHandler = handler;
    }

    /** MPI_Comm_get_attr: what was stored under the key on this rank; null if nothing was. */
    @SuppressWarnings("unchecked") // the other form has stored it with this type
    public <T> T attribute(Keyval<T> keyval) {
        checkKey("Comm.attribute", keyval);
        return (T) attributes.get(keyval);
    }

    /** MPI_Comm_set_attr: stores an object, not null, in place of an earlier one, which is deleted. */
    public <T> void attribute(Keyval<T> keyval, T value) {
        checkKey("Comm.attribute", keyval);
        if (value == null) {
            throw engine.refusals.bad("Comm.attribute", "the object is null: delete the attribute for none");
        }
        attributes.put(keyval, value);
    }

    /** MPI_Comm_delete_attr. Nothing happens if nothing is stored. */
    public void deleteAttribute(Keyval<?> keyval) {
        checkKey("Comm.deleteAttribute", keyval);
        attributes.remove(keyval);
    }

    private void checkKey(String call, Keyval<?> keyval) {
        if (keyval == null) {
            throw engine.refusals.bad(call, "the key is null: make one with Keyval.create");
        }
    }

    private void checkTag(int tag) {
        if (tag < 0) {
            throw channel.bad("tag " + tag + " is outside 0.." + Mpi.MAX_TAG);
        }
    }

    /** Says whether there is such a rank: false of nobody. */
    private boolean isRank(int other, int tag) {
        checkTag(tag);
        if (other >= 0 && other < group.size()) {
            return true;
        }
        if (other == Mpi.PROC_NULL) {
            return false;
        }
        throw channel.bad("rank " + other + " is outside 0.." + (group.size() - 1) + " of " + this
                + ", and is not Mpi.PROC_NULL");
    }

    /** As {@link #isRank}, of a receive. */
    private boolean isSource(int source, int tag) {
        if (tag < 0 && tag != Mpi.ANY_TAG) {
            throw channel.bad("tag " + tag + " is outside 0.." + Mpi.MAX_TAG + ", and is not Mpi.ANY_TAG");
        }
        if (source >= 0 && source < group.size() || source == Mpi.ANY_SOURCE) {
            return true;
        }
        if (source == Mpi.PROC_NULL) {
            return false;
        }
        throw channel.bad("rank " + source + " is outside 0.." + (group.size() - 1) + " of " + this
                + ", and is neither Mpi.ANY_SOURCE nor Mpi.PROC_NULL");
    }

    /** The same elements, of a type that the program cannot free before the next start. */
    private static Datatype kept(Datatype type) {
        return type.isPredefined() ? type : Datatype.dup(type);
    }

    /** MPI_Send: returns when {@code memory} may be changed: its data is on its way, or received. */
    public void send(MemorySegment memory, long offset, long count, Datatype type, int dest, int tag) {
        enter("Comm.send");
        channel.checkSource(memory, offset, count, type);
        if (isRank(dest, tag)) {
            channel.send(SendMode.STANDARD, memory, offset, count, type, dest, tag);
        } else {
            engine.poll();
        }
    }

    /** MPI_Isend: complete when {@code memory} may be changed. */
    public MessageRequest isend(MemorySegment memory, long offset, long count, Datatype type, int dest, int tag) {
        enter("Comm.isend");
        channel.checkSource(memory, offset, count, type);
        if (isRank(dest, tag)) {
            return channel.isend(SendMode.STANDARD, memory, offset, count, type, dest, tag);
        }
        engine.poll();
        return engine.sent;
    }

    /** MPI_Send_init: each start is an {@link #isend}. Errors as there, when it is made. */
    public PersistentRequest sendInit(MemorySegment memory, long offset, long count, Datatype type, int dest, int tag) {
        enter("Comm.sendInit");
        channel.checkSource(memory, offset, count, type);
        isRank(dest, tag);
        Datatype kept = kept(type);
        return new PersistentRequest(this, "Comm.sendInit", () -> isend(memory, offset, count, kept, dest, tag));
    }

    /** MPI_Ssend: and returns when a receive has met the message too. */
    public void ssend(MemorySegment memory, long offset, long count, Datatype type, int dest, int tag) {
        enter("Comm.ssend");
        channel.checkSource(memory, offset, count, type);
        if (isRank(dest, tag)) {
            channel.send(SendMode.SYNCHRONOUS, memory, offset, count, type, dest, tag);
        } else {
            engine.poll();
        }
    }

    /** MPI_Issend: complete when a receive has met the message too. */
    public MessageRequest issend(MemorySegment memory, long offset, long count, Datatype type, int dest, int tag) {
        enter("Comm.issend");
        channel.checkSource(memory, offset, count, type);
        if (isRank(dest, tag)) {
            return channel.isend(SendMode.SYNCHRONOUS, memory, offset, count, type, dest, tag);
        }
        engine.poll();
        return engine.sent;
    }

    /** MPI_Ssend_init: each start is an {@link #issend}. Errors as there, when it is made. */
    public PersistentRequest ssendInit(MemorySegment memory, long offset, long count, Datatype type, int dest,
            int tag) {
        enter("Comm.ssendInit");
        channel.checkSource(memory, offset, count, type);
        isRank(dest, tag);
        Datatype kept = kept(type);
        return new PersistentRequest(this, "Comm.ssendInit", () -> issend(memory, offset, count, kept, dest, tag));
    }

    /**
     * MPI_Bsend: what the receiver does not take at once goes to the attached buffer, so this waits for no receive.
     * Error: no room there ({@link Mpi#attachBuffer}).
     */
    public void bsend(MemorySegment memory, long offset, long count, Datatype type, int dest, int tag) {
        enter("Comm.bsend");
        channel.checkSource(memory, offset, count, type);
        if (isRank(dest, tag)) {
            channel.send(SendMode.BUFFERED, memory, offset, count, type, dest, tag);
        } else {
            engine.poll();
        }
    }

    /** MPI_Ibsend: complete when it returns. Error: as of {@link #bsend}. */
    public MessageRequest ibsend(MemorySegment memory, long offset, long count, Datatype type, int dest, int tag) {
        enter("Comm.ibsend");
        channel.checkSource(memory, offset, count, type);
        if (isRank(dest, tag)) {
            return channel.isend(SendMode.BUFFERED, memory, offset, count, type, dest, tag);
        }
        engine.poll();
        return engine.sent;
    }

    /** MPI_Bsend_init: each start is an {@link #ibsend}. Errors as there, when it is made. */
    public PersistentRequest bsendInit(MemorySegment memory, long offset, long count, Datatype type, int dest,
            int tag) {
        enter("Comm.bsendInit");
        channel.checkSource(memory, offset, count, type);
        isRank(dest, tag);
        Datatype kept = kept(type);
        return new PersistentRequest(this, "Comm.bsendInit", () -> ibsend(memory, offset, count, kept, dest, tag));
    }

    /** MPI_Rsend: the receive is there already, or what happens is undefined; here it is a send. */
    public void rsend(MemorySegment memory, long offset, long count, Datatype type, int dest, int tag) {
        enter("Comm.rsend");
        channel.checkSource(memory, offset, count, type);
        if (isRank(dest, tag)) {
            channel.send(SendMode.STANDARD, memory, offset, count, type, dest, tag);
        } else {
            engine.poll();
        }
    }

    /** MPI_Irsend: as {@link #isend}, and the receive is there already. */
    public MessageRequest irsend(MemorySegment memory, long offset, long count, Datatype type, int dest, int tag) {
        enter("Comm.irsend");
        channel.checkSource(memory, offset, count, type);
        if (isRank(dest, tag)) {
            return channel.isend(SendMode.STANDARD, memory, offset, count, type, dest, tag);
        }
        engine.poll();
        return engine.sent;
    }

    /** MPI_Rsend_init: each start is an {@link #irsend}. Errors as there, when it is made. */
    public PersistentRequest rsendInit(MemorySegment memory, long offset, long count, Datatype type, int dest,
            int tag) {
        enter("Comm.rsendInit");
        channel.checkSource(memory, offset, count, type);
        isRank(dest, tag);
        Datatype kept = kept(type);
        return new PersistentRequest(this, "Comm.rsendInit", () -> irsend(memory, offset, count, kept, dest, tag));
    }

    /** MPI_Recv, with MPI_STATUS_IGNORE. */
    public void recv(MemorySegment memory, long offset, long count, Datatype type, int source, int tag) {
        recv(memory, offset, count, type, source, tag, null);
    }

    /** MPI_Recv: returns when a message has met it and its data is in {@code memory}. */
    public void recv(MemorySegment memory, long offset, long count, Datatype type, int source, int tag,
            Status status) {
        enter("Comm.recv");
        channel.checkTarget(memory, offset, count, type);
        if (isSource(source, tag)) {
            channel.recv(memory, offset, count, type, source, tag, status);
        } else {
            engine.ofNobody.await(status);
        }
    }

    /** MPI_Irecv: complete when a message has met it and its data is in {@code memory}. */
    public MessageRequest irecv(MemorySegment memory, long offset, long count, Datatype type, int source, int tag) {
        enter("Comm.irecv");
        channel.checkTarget(memory, offset, count, type);
        if (isSource(source, tag)) {
            return channel.irecv(memory, offset, count, type, source, tag);
        }
        engine.poll();
        return engine.ofNobody;
    }

    /** MPI_Recv_init: each start is an {@link #irecv}. Errors as there, when it is made. */
    public PersistentRequest recvInit(MemorySegment memory, long offset, long count, Datatype type, int source,
            int tag) {
        enter("Comm.recvInit");
        channel.checkTarget(memory, offset, count, type);
        isSource(source, tag);
        Datatype kept = kept(type);
        return new PersistentRequest(this, "Comm.recvInit", () -> irecv(memory, offset, count, kept, source, tag));
    }

    /** MPI_Sendrecv: sends and receives at once, so that ranks which all do so do not wait for each other. */
    public void sendRecv(MemorySegment sent, long sentOffset, long sentCount, Datatype sentType, int dest, int sentTag,
            MemorySegment received, long receivedOffset, long receivedCount, Datatype receivedType, int source,
            int receivedTag, Status status) {
        enter("Comm.sendRecv");
        channel.checkSource(sent, sentOffset, sentCount, sentType);
        channel.checkTarget(received, receivedOffset, receivedCount, receivedType);
        isSource(source, receivedTag);
        MessageRequest sending = isRank(dest, sentTag)
                ? channel.isend(SendMode.STANDARD, sent, sentOffset, sentCount, sentType, dest, sentTag)
                : engine.sent;
        recv(received, receivedOffset, receivedCount, receivedType, source, receivedTag, status);
        sending.await(null);
    }

    /** MPI_Sendrecv_replace: as {@link #sendRecv}, where what is received takes the place of what is sent. */
    public void sendRecvReplace(MemorySegment memory, long offset, long count, Datatype type, int dest, int sentTag,
            int source, int receivedTag, Status status) {
        enter("Comm.sendRecvReplace");
        channel.checkTarget(memory, offset, count, type);
        isSource(source, receivedTag);
        if (!isRank(dest, sentTag)) {
            recv(memory, offset, count, type, source, receivedTag, status);
            return;
        }
        MemorySegment copy = channel.packed(memory, offset, count, type);
        MessageRequest sending = channel.isend(SendMode.STANDARD, copy, 0, copy.byteSize(), Datatype.BYTE, dest,
                sentTag);
        recv(memory, offset, count, type, source, receivedTag, status);
        sending.await(null);
    }

    /** MPI_Probe: waits until there is a message that such a receive would meet, which stays where it is. */
    public void probe(int source, int tag, Status status) {
        enter("Comm.probe");
        if (isSource(source, tag)) {
            channel.probe(source, tag, status);
        } else {
            engine.ofNobody.await(status);
        }
    }

    /** MPI_Iprobe: whether there is such a message now. {@code status} is filled if there is. */
    public boolean iprobe(int source, int tag, Status status) {
        enter("Comm.iprobe");
        if (isSource(source, tag)) {
            return channel.iprobe(source, tag, status);
        }
        engine.ofNobody.await(status);
        return true;
    }

    /** MPI_Mprobe: as {@link #probe}, and takes the message out, so that no other receive meets it. */
    public Message mprobe(int source, int tag, Status status) {
        enter("Comm.mprobe");
        if (isSource(source, tag)) {
            return new Message(channel, channel.mprobe(source, tag, status));
        }
        engine.ofNobody.await(status);
        return new Message(channel, null);
    }

    /** MPI_Improbe: as {@link #mprobe}, without waiting; null if there is no such message now. */
    public Message improbe(int source, int tag, Status status) {
        enter("Comm.improbe");
        if (isSource(source, tag)) {
            Early early = channel.improbe(source, tag, status);
            return early == null ? null : new Message(channel, early);
        }
        engine.ofNobody.await(status);
        return new Message(channel, null);
    }

    /** Its name, or how many ranks it has. */
    @Override
    public String toString() {
        return "communicator " + (name.isEmpty() ? "" : "'" + name + "' ") + "of " + group.size() + " ranks";
    }
}
