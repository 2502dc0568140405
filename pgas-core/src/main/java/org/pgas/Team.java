package org.pgas;

import java.util.List;

/**
 * An ordered set of endpoints, and one member of it: this rank, or with several local members one of them. Collective calls name a
 * team; one-sided calls name a peer by its rank in a team.
 *
 * <p>Made by {@link #split}, {@link #create} and {@link #dup} of another team, {@link Job#world} at first; a
 * {@linkplain Endpoint#pair TM-pair} names endpoints without being one. Every team has synchronisation words of its own in shared
 * memory: a barrier or collective of any team costs what it costs on the world.
 *
 * <p>Source: GASNet-EX gex_TM_t; Memory Kinds 5. Queries and one-sided calls may be made by any thread; collective calls by one thread
 * of each member at a time, in the same order on all members.
 */
public final class Team extends TeamInternals {
    /** Not a rank: the answer for job ranks that are not members. */
    public static final int INVALID_RANK = Integer.MAX_VALUE;

    private final int flags;
    private final Rma rma;
    private final ActiveMessages messages;

    /** What was offered and is not used, or null. */
    private final TeamScratch scratch;

    private volatile Object clientData;

    /** {@code words} null makes a TM-pair. */
    Team(Job job, Endpoint endpoint, TeamMembers members, int rank, TeamWords words, boolean collective, int flags,
            TeamScratch scratch) {
        super(job, endpoint, members, rank, words, collective);
        this.flags = flags;
        this.scratch = scratch;
        if (words != null) {
            endpoint.joined();
        }
        this.rma = new Rma(job, this, addresses(Capabilities.RMA));
        this.messages = new ActiveMessages(job, this, job.messenger());
    }

    @Override
    RmaChecks checks() {
        return rma.checks();
    }

    /** The team of all ranks' primordial endpoints. */
    static Team world(Job job, TeamWords words) {
        return new Team(job, job.endpoint(), TeamMembers.everybody(job.size(), 0), job.rank(), words, true, 0, null);
    }

    static Team pair(Endpoint local, int remoteIndex) {
        Job job = local.job();
        return new Team(job, local, TeamMembers.everybody(job.size(), remoteIndex), job.rank(), null, false, 0, null);
    }

    /** This member's rank in the team, 0-based. Error: a TM-pair. */
    public int rank() {
        refusePair("Team.rank");
        return memberRank();
    }

    /** Error: a TM-pair. */
    public int size() {
        refusePair("Team.size");
        return members().size();
    }

    /** The {@link TeamFlags} given when the team was created. Error: a TM-pair. */
    public int flags() {
        refusePair("Team.flags");
        return flags;
    }

    /** One-sided transfers that name peers by their rank in this team. */
    public Rma rma() {
        return rma;
    }

    /** Active Messages that name peers by their rank in this team. */
    public ActiveMessages am() {
        return messages;
    }

    /** The job rank of a member. Errors: {@code rank} outside 0..size-1; a TM-pair. */
    public int toJobRank(int rank) {
        refusePair("Team.toJobRank");
        checkRank("Team.toJobRank", rank);
        return members().jobRank(rank);
    }

    /**
     * The team rank of a job rank (the lowest, if it has several), or {@link #INVALID_RANK} when it is not a member. Errors: no rank of
     * the job; a TM-pair.
     */
    public int fromJobRank(int jobRank) {
        refusePair("Team.fromJobRank");
        if (jobRank < 0 || jobRank >= job().size()) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "rank " + job().rank() + ": Team.fromJobRank: job rank " + jobRank + " is outside 0.."
                            + (job().size() - 1));
        }
        return members().firstOf(jobRank);
    }

    /** Process and endpoint index of a member. Errors: {@code rank} outside 0..size-1; a TM-pair. */
    public Endpoint.Location location(int rank) {
        refusePair("Team.location");
        checkRank("Team.location", rank);
        return members().location(rank);
    }

    /**
     * Blocks until every member has called it. Collective.
     *
     * <p>Calling it is a release, returning from it an acquire: what any member did before is seen by every member after, one-sided
     * transfers that were synchronised included. Errors: on the world, between notify and wait of the {@link NamedBarrier}; a TM-pair;
     * a team that is destroyed or has a member without {@link Capabilities#COLL}; a member has left.
     */
    public void barrier() {
        beginCollective("Team.barrier");
        barrierWords().await();
    }

    /**
     * Starts a barrier and returns at once; the event completes when every member has started it too. Collective. Any number may be
     * under way; they may be synchronised in any order. Initiating is a release, synchronising an acquire. Errors as for
     * {@link #barrier}.
     *
     * <p>Source: GASNet-EX gex_Coll_BarrierNB.
     */
    public Event barrierNb() {
        beginCollective("Team.barrierNb");
        return barrierWords().begin();
    }

    /**
     * Makes a team of all members that call this with the same colour, in the order of their keys, ties in the order of their ranks here.
     * Collective over this team: all members call this, or {@link #splitNone}.
     *
     * <p>Errors, on all members: a negative colour. Source: GASNet-EX gex_TM_Split.
     *
     * @param colour 0 or more
     * @return the new team, of which the endpoint of this one is a member
     */
    public Team split(int colour, int key) {
        return split(colour, key, null);
    }

    /**
     * As {@link #split(int, int)}, offering scratch space, which the library leaves alone and hands back in {@link #destroy}. Errors: a
     * range that is empty or not in the segment bound to {@link #endpoint}; sizes that differ within a new team.
     */
    public Team split(int colour, int key, TeamScratch scratch) {
        return new TeamCreation(this).split(colour, key, scratch);
    }

    /** Takes part in a {@link #split} without becoming a member of a new team. */
    public void splitNone() {
        job().checkUnrestricted("Team.splitNone");
        new TeamCreation(this).splitNone();
    }

    /**
     * The recommended size of scratch space for a {@link #split} with these arguments, in bytes: 0, this library needs none. Collective.
     * Source: GASNet-EX GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED.
     */
    public long splitScratchSize(int colour, int key) {
        new TeamCreation(this).checkColour("Team.splitScratchSize", colour);
        return scratchSize("Team.splitScratchSize");
    }

    /**
     * Makes teams of endpoints that are named one by one, also of several of one process, and of such that are in no team yet: each
     * member of this team names the one team that it wants made, or none ({@link #createNone}). Collective over this team, which must
     * have a member in each process that is named.
     *
     * <p>Two members' lists are equal, or have no endpoint in common. Every process that a list names has a member here that gives it.
     * Errors, on all members: lists that break these rules, are empty or name an endpoint twice, or one that does not exist; flags that
     * are not defined or, over a new team, differ.
     *
     * <p>Source: GASNet-EX gex_TM_Create; Memory Kinds 5.3.
     *
     * @param members the endpoints in the order of their ranks in the new team
     * @param flags {@link TeamFlags#RANK_IS_JOBRANK}; {@link TeamFlags#NO_SCRATCH} changes nothing
     * @return this process's members of the new team in the order of their ranks; none if this team's own endpoint is not the first of
     *     its process here to give that list
     */
    public List<Team> create(List<Endpoint.Location> members, int flags) {
        return new TeamCreation(this).create(members, flags, List.of());
    }

    /** As {@link #create(List, int)}, offering scratch spaces, as many as the flag for scratch demands. */
    public List<Team> create(List<Endpoint.Location> members, int flags, List<TeamScratch> scratch) {
        return new TeamCreation(this).create(members, flags, scratch);
    }

    /** Takes part in a {@link #create} without naming a team. */
    public void createNone() {
        job().checkUnrestricted("Team.createNone");
        new TeamCreation(this).createNone();
    }

    /** As {@link #splitScratchSize}, for a {@link #create}. */
    public long createScratchSize() {
        return scratchSize("Team.createScratchSize");
    }

    /**
     * Makes a team of the same members, with synchronisation words and an order of collective calls of its own. Collective. Source:
     * GASNet-EX Memory Kinds 5.2.
     */
    public Team dup() {
        return dup(null);
    }

    /** As {@link #dup()}, offering scratch space; see {@link #split(int, int, TeamScratch)}. */
    public Team dup(TeamScratch scratch) {
        return new TeamCreation(this).dup(scratch);
    }

    /** As {@link #splitScratchSize}, for a {@link #dup}. */
    public long dupScratchSize() {
        return scratchSize("Team.dupScratchSize");
    }

    private long scratchSize(String call) {
        job().checkUnrestricted(call);
        checkSingleValued(call, "");
        return 0;
    }

    /** {@link #destroy(int)} without flags. */
    public TeamScratch destroy() {
        return destroy(0);
    }

    /**
     * Ends the team; its members' endpoints stay. Collective, so by a thread for each of several local members; waits for all members unless {@link TeamFlags#GLOBALLY_QUIESCED} is given.
     *
     * <p>Errors, before anything happens: the world team; collectives of the team that are not synchronised, or atomic domains that are
     * not destroyed; a second destruction. Transfers and messages that were begun with the team are not concerned. Afterwards the
     * team is of no use: calls on it are errors.
     *
     * <p>Source: GASNet-EX gex_TM_Destroy.
     *
     * @param flags 0 or {@link TeamFlags#GLOBALLY_QUIESCED}; single-valued
     * @return the scratch space that was offered when the team was made, or null
     */
    public TeamScratch destroy(int flags) {
        job().checkOpen();
        job().checkUnrestricted("Team.destroy");
        checkTeam("Team.destroy");
        if ((flags & ~(TeamFlags.GLOBALLY_QUIESCED | TeamFlags.SCRATCH_SEG_OFFSET)) != 0) {
            throw undestroyable(
                    "flags 0x" + Integer.toHexString(flags) + " are not defined here: legal is GLOBALLY_QUIESCED");
        }
        if (isWorld()) {
            throw undestroyable("the world team lasts as long as the job");
        }
        if (barrierWords().hasPending()) {
            throw undestroyable("a barrier of the team is not synchronised: await its event first");
        }
        String outstanding = outstanding();
        if (outstanding != null) {
            throw undestroyable(outstanding + " of the team is not synchronised: await its event first");
        }
        if (liveDomains() > 0) {
            throw undestroyable(liveDomains() + " atomic domains of the team are not destroyed");
        }
        if (job().isChecked()) {
            singleValued().check("Team.destroy", "flags 0x" + Integer.toHexString(flags & TeamFlags.GLOBALLY_QUIESCED));
        }
        if ((flags & TeamFlags.GLOBALLY_QUIESCED) == 0) {
            exchange().step("Team.destroy");
        }
        // nobody touches the words after having arrived here; only member 0, whose process has the memory, waits for that
        exchange().lastStep("Team.destroy", memberRank() == 0);
        end();
        return scratch;
    }

    /**
     * Publishes what is bound to endpoints of this process: on return, every process of the team may reach the segment of any endpoint
     * that any member has named, through any team and any TM-pair, also when this team is destroyed. It is mapped at the first access.
     * Collective; each member names what it wants, and none is legal.
     *
     * <p>Endpoints without a bound segment are legal, too. What is named replaces what was published of it before. Nothing may be under
     * way on an endpoint that is named, or be done to it meanwhile. Errors, on all members, with nothing changed: an endpoint that is
     * null, destroyed, or of another membership, or is named twice, by whatever member.
     *
     * <p>What was published ends when it is unpublished, unbound or destroyed. Source: GASNet-EX gex_EP_PublishBoundSegment.
     */
    public void publish(Endpoint... endpoints) {
        new Publication(this).publish(endpoints);
    }

    /**
     * Takes back what was published of endpoints of this process: on return, no process of the team reaches their segments any more, but
     * this one its own. Collective, with the rules and errors of {@link #publish}; what was not published is ignored. Transfers must be
     * complete, on all members. Beyond the documents.
     */
    public void unpublish(Endpoint... endpoints) {
        new Publication(this).unpublish(endpoints);
    }

    private PgasException undestroyable(String why) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job().rank() + ": Team.destroy: " + why);
    }

    /** What {@link #clientData(Object)} stored last; null at first. Error: a TM-pair. */
    public Object clientData() {
        refusePair("Team.clientData");
        return clientData;
    }

    /** Stores one object of the program's own with this team. Source: GASNet-EX "Client-Data". */
    public void clientData(Object data) {
        refusePair("Team.clientData");
        clientData = data;
    }

    /** "team of 4, rank 1", or what a TM-pair joins. */
    @Override
    public String toString() {
        return words() == null
                ? "pair(endpoint " + endpoint().index() + " here, endpoint " + members().endpoint(0) + " of any rank)"
                : isWorld() ? "world team, rank " + memberRank() + " of " + members().size()
                        : "team of " + members().size() + ", rank " + memberRank();
    }
}
