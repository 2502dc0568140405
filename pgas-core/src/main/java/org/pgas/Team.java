package org.pgas;

import java.util.List;

import org.pgas.place.EndpointCore;
import org.pgas.rank.Cores;
import org.pgas.rank.Face;
import org.pgas.rank.TeamMembers;
import org.pgas.team.EndpointId;
import org.pgas.team.Publication;
import org.pgas.team.SymmetricBlocks;
import org.pgas.team.TeamCore;
import org.pgas.team.TeamCreation;
import org.pgas.team.TeamDestruction;

/**
 * An ordered set of endpoints, and one member of it: this rank, or with several local members one of them. Collective
 * calls name a team; one-sided calls name a peer by its rank in a team.
 *
 * <p>Made by {@link #split}, {@link #create} and {@link #dup} of another team, {@link Job#world} at first; a
 * {@linkplain Endpoint#pair TM-pair} names endpoints without being one. Every team has synchronisation words of its own
 * in shared memory: a barrier or collective of any team costs what it costs on the world.
 *
 * <p><b>Callers.</b> Any thread may make queries and one-sided calls. Collective calls are made by one thread of each
 * member at a time, in the same order on all members. A collective call fails for the caller alone: on a TM-pair; on a
 * destroyed team; in a restricted context; on the world between notify and wait of the {@link NamedBarrier}.
 *
 * <p><b>Making teams and publishing</b> fails on all members, and changes nothing, when one member makes another call,
 * or finds no shared memory for what it tells the others ({@link ErrorCode#RESOURCE}). Making a team fails on its
 * members when there is no shared memory for its words ({@link ErrorCode#RESOURCE}): destroy teams that are no longer
 * needed.
 *
 * <p>Source: GASNet-EX gex_TM_t; Memory Kinds 5.
 */
@SuppressWarnings("exports") // what does its work is not for programs
public final class Team extends Face<TeamCore> {
    // field       writer       reader       order
    // clientData  the program  the program  volatile

    /** Not a rank: the answer for job ranks that are not members. */
    public static final int INVALID_RANK = TeamMembers.NOT_A_RANK;

    private final Job job;
    private final TeamCore core;
    private final Endpoint endpoint;
    private final Rma rma;
    private final ActiveMessages messages;
    private final SymmetricMemory symmetric;

    /** What was offered and is not used, or null. */
    private final TeamScratch scratch;

    private volatile Object clientData;

    Team(Job job, TeamCore core, TeamScratch scratch) {
        super(core);
        this.job = job;
        this.core = core;
        this.scratch = scratch;
        endpoint = Endpoint.of(core.endpoint());
        rma = new Rma(job, core, job.self().counted(core.addresses(Capabilities.RMA), () -> {}));
        messages = new ActiveMessages(job.rooms(), core);
        symmetric = new SymmetricMemory(new SymmetricBlocks(core));
    }

    /** What does its work. */
    TeamCore core() {
        return core;
    }

    /** This rank's membership in the job. */
    public Job job() {
        return job;
    }

    /** The endpoint through which this rank is a member; of a TM-pair the local one. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** This member's rank in the team, 0-based. Error: a TM-pair. */
    public int rank() {
        core.refusePair("Team.rank");
        return core.memberRank();
    }

    /** Error: a TM-pair. */
    public int size() {
        core.refusePair("Team.size");
        return core.members().size();
    }

    /** The {@link TeamFlags} given when the team was created. Error: a TM-pair. */
    public int flags() {
        core.refusePair("Team.flags");
        return core.flags();
    }

    /** One-sided transfers that name peers by their rank in this team. */
    public Rma rma() {
        return rma;
    }

    /** Active Messages that name peers by their rank in this team. */
    public ActiveMessages am() {
        return messages;
    }

    /** Allocates in the members' segments, at the same offset on all of them. */
    public SymmetricMemory symmetric() {
        return symmetric;
    }

    /** The job rank of a member. Errors: {@code rank} outside 0..size-1; a TM-pair. */
    public int toJobRank(int rank) {
        core.refusePair("Team.toJobRank");
        core.checkRank("Team.toJobRank", rank);
        return core.members().jobRank(rank);
    }

    /**
     * The team rank of a job rank (the lowest, if it has several), or {@link #INVALID_RANK} when it is not a member.
     * Errors: no rank of the job; a TM-pair.
     */
    public int fromJobRank(int jobRank) {
        core.refusePair("Team.fromJobRank");
        if (jobRank < 0 || jobRank >= job.size()) {
            throw job.self().refusals().outside("Team.fromJobRank", "job rank", jobRank, job.size());
        }
        return core.members().firstOf(jobRank);
    }

    /** Process and endpoint index of a member. Errors: {@code rank} outside 0..size-1; a TM-pair. */
    public Endpoint.Location location(int rank) {
        core.refusePair("Team.location");
        core.checkRank("Team.location", rank);
        return new Endpoint.Location(core.members().jobRank(rank), core.members().endpoint(rank));
    }

    /**
     * Blocks until every member has called it. Collective.
     *
     * <p>Calling it is a release, returning from it an acquire: what any member did before is seen by every member
     * after, one-sided transfers that were synchronised included. Errors: on the world, between notify and wait of the
     * {@link NamedBarrier}; a TM-pair; a team that is destroyed or has a member without {@link Capabilities#COLL}; a
     * member has left.
     */
    public void barrier() {
        core.beginCollective("Team.barrier");
        core.barrierWords().await();
    }

    /**
     * Starts a barrier and returns at once; the event completes when every member has started it too. Collective. Any
     * number may be under way; they may be synchronised in any order. Initiating is a release, synchronising an
     * acquire. Errors as for {@link #barrier}.
     *
     * <p>Source: GASNet-EX gex_Coll_BarrierNB.
     */
    public Event barrierNb() {
        core.beginCollective("Team.barrierNb");
        return core.barrierWords().begin();
    }

    /**
     * Makes a team of all members that call this with the same colour, in the order of their keys, ties in the order of
     * their ranks here. Collective over this team: all members call this, or {@link #splitNone}.
     *
     * <p>Errors: those of making teams; a negative colour, which is an error on all members, and no team is made.
     * Source: GASNet-EX gex_TM_Split.
     *
     * @param colour 0 or more
     * @return the new team; the endpoint of this one is a member of it
     */
    public Team split(int colour, int key) {
        return split(colour, key, null);
    }

    /**
     * As {@link #split(int, int)}, offering scratch space, which the library leaves alone and hands back in
     * {@link #destroy}. Errors: a range that is empty or not in the segment bound to {@link #endpoint}, on all members;
     * sizes that differ within a new team, on its members.
     */
    public Team split(int colour, int key, TeamScratch scratch) {
        return new Team(job, creation().split(colour, key, scratch), scratch);
    }

    /** Takes part in a {@link #split} without becoming a member of a new team. Errors as there. */
    public void splitNone() {
        job.self().checkUnrestricted("Team.splitNone");
        creation().splitNone();
    }

    /**
     * The recommended size of scratch space for a {@link #split} with these arguments, in bytes: 0, this library needs
     * none. Collective. Errors: a negative colour, in checked mode on all members; otherwise as for {@link #split}.
     * Source: GASNet-EX GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED.
     */
    public long splitScratchSize(int colour, int key) {
        String call = "Team.splitScratchSize";
        String problem = colour < 0 ? "colour " + colour + " is negative: legal are 0 and more" : "";
        // not single-valued, but what is wrong on one member all are to find out
        scratchSize(call, problem);
        if (colour < 0) {
            throw job.self().refusals().bad(call, problem);
        }
        return 0;
    }

    /**
     * Makes teams of endpoints that are named one by one, also of several of one process, and of such that are in no
     * team yet: each member of this team names the one team that it wants made, or none ({@link #createNone}).
     * Collective over this team, which must have a member in each process that is named.
     *
     * <p>Two members' lists are equal, or have no endpoint in common. Every process that a list names has a member here
     * that gives it. Errors: those of all that makes teams; on all members, with no team made, lists that break these
     * rules, are null or empty, or name null, an endpoint twice, one that does not exist, or a rank or index that is
     * outside the legal range, and flags that are not defined or, over a new team, differ.
     *
     * <p>Source: GASNet-EX gex_TM_Create; Memory Kinds 5.3.
     *
     * @param members the endpoints in the order of their ranks in the new team
     * @param flags {@link TeamFlags#RANK_IS_JOBRANK}; {@link TeamFlags#NO_SCRATCH} changes nothing
     * @return this process's members of the new team in the order of their ranks; none if this team's own endpoint is
     *     not the first of its process here to give that list
     */
    public List<Team> create(List<Endpoint.Location> members, int flags) {
        return create(members, flags, List.of());
    }

    /**
     * As {@link #create(List, int)}, offering scratch spaces, as many as the flag for scratch demands.
     *
     * <p>Errors beyond those, on all members: a list that is null, holds null, or has another number of entries than
     * the flag says; more than one flag for scratch; a space that is empty or begins below 0; sizes that differ, in one
     * list or over a new team; the space of a local member that is not in the segment bound to its endpoint.
     */
    public List<Team> create(List<Endpoint.Location> members, int flags, List<TeamScratch> scratch) {
        List<EndpointId> ids = members == null ? null
                : members.stream()
                        .map(each -> each == null ? null : new EndpointId(each.jobRank(), each.endpointIndex()))
                        .toList();
        return creation().create(ids, flags, scratch).stream()
                .map(each -> new Team(job, each.core(), each.scratch())).toList();
    }

    /** Takes part in a {@link #create} without naming a team. Errors as there. */
    public void createNone() {
        job.self().checkUnrestricted("Team.createNone");
        creation().createNone();
    }

    /** As {@link #splitScratchSize}, for a {@link #create}. */
    public long createScratchSize() {
        return scratchSize("Team.createScratchSize");
    }

    /**
     * Makes a team of the same members, with synchronisation words and an order of collective calls of its own.
     * Collective.
     *
     * <p>Errors as for {@link #split(int, int)}, but for colours. Source: GASNet-EX Memory Kinds 5.2.
     */
    public Team dup() {
        return dup(null);
    }

    /** As {@link #dup()}, offering scratch space; see {@link #split(int, int, TeamScratch)}. */
    public Team dup(TeamScratch scratch) {
        return new Team(job, creation().dup(scratch), scratch);
    }

    /** As {@link #splitScratchSize}, for a {@link #dup}. */
    public long dupScratchSize() {
        return scratchSize("Team.dupScratchSize");
    }

    private long scratchSize(String call) {
        return scratchSize(call, "");
    }

    private long scratchSize(String call, String arguments) {
        job.self().checkUnrestricted(call);
        core.checkSingleValued(call, arguments);
        return 0;
    }

    /** {@link #destroy(int)} without flags. */
    public TeamScratch destroy() {
        return destroy(0);
    }

    /**
     * Ends the team; its members' endpoints stay, and what it has {@linkplain #symmetric allocated} is freed.
     * Collective, by a thread for each of several local members; waits for all members.
     *
     * <p>Errors, on all members, with the team as before: on any of them, collectives of the team that are not
     * synchronised, atomic domains that are not destroyed, flags that are not defined; flags that differ. For the
     * caller alone: the world team, a TM-pair, a team that is destroyed; a restricted context; after the close.
     * Transfers and messages that were begun with the team are not concerned.
     *
     * <p>Afterwards the team only answers what it was: {@link #rank}, {@link #size}, {@link #flags}, {@link #job},
     * {@link #endpoint}, {@link #location}, the translation of ranks, and client data. Any other call on it is an
     * error.
     *
     * <p>Source: GASNet-EX gex_TM_Destroy.
     *
     * @param flags 0 or {@link TeamFlags#GLOBALLY_QUIESCED}, an assertion that saves nothing here; single-valued
     * @return the scratch space that was offered when the team was made, or null
     */
    public TeamScratch destroy(int flags) {
        new TeamDestruction(core).run(flags);
        Cores.of(symmetric).end();
        return scratch;
    }

    /**
     * Publishes what is bound to endpoints of this process: on return, every process of the team may reach the segment
     * of any endpoint that any member has named, through any team and any TM-pair, also when this team is destroyed. It
     * is mapped at the first access. Collective; each member names what it wants, and none is legal.
     *
     * <p>Endpoints without a bound segment are legal, too. What is named replaces what was published of it before.
     * Nothing may be under way on an endpoint that is named, or be done to it meanwhile. Errors: those of all that
     * publishes; on all members, with nothing changed, an endpoint that is null, destroyed, or of another membership,
     * or is named twice, by whatever member.
     *
     * <p>What was published ends when it is unpublished, unbound or destroyed. Source: GASNet-EX
     * gex_EP_PublishBoundSegment.
     */
    public void publish(Endpoint... endpoints) {
        new Publication(core).publish(cores(endpoints));
    }

    /**
     * Takes back what was published of endpoints of this process: on return, no process of the team reaches their
     * segments any more, but this one its own. Collective, with the rules and errors of {@link #publish}; what was not
     * published is ignored. Transfers must be complete, on all members. Beyond the documents.
     */
    public void unpublish(Endpoint... endpoints) {
        new Publication(core).unpublish(cores(endpoints));
    }

    /** What {@link #clientData(Object)} stored last; null at first. Error: a TM-pair. */
    public Object clientData() {
        core.refusePair("Team.clientData");
        return clientData;
    }

    /** Stores one object of the program's own with this team. Source: GASNet-EX "Client-Data". */
    public void clientData(Object data) {
        core.refusePair("Team.clientData");
        clientData = data;
    }

    /** "team of 4, rank 1", or what a TM-pair joins. */
    @Override
    public String toString() {
        return core.toString();
    }

    private TeamCreation creation() {
        return new TeamCreation(core);
    }

    private static EndpointCore[] cores(Endpoint... endpoints) {
        if (endpoints == null) {
            return null;
        }
        EndpointCore[] cores = new EndpointCore[endpoints.length];
        for (int i = 0; i < cores.length; i++) {
            cores[i] = endpoints[i] == null ? null : Cores.of(endpoints[i]);
        }
        return cores;
    }
}
