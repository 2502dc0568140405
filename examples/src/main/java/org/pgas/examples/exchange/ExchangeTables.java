package org.pgas.examples.exchange;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.pgas.AttachException;
import org.pgas.Job;
import org.pgas.Team;
import org.pgas.mpi.comm.Mpi;

/**
 * The four tables of the paper, measured here. Each exchange is checked after it was measured. Collective. A rank
 * that throws leaves windows and memory as they are, since to free them takes all ranks: then the job has to end.
 *
 * <p>Supplied blocks lie in memory of the process, and received ones where the window is. What messages bring lies in
 * memory of the process too, but in the rows of shared windows in the segment that the rank has attached: peers reach
 * it there, so that a long message is copied once. Source: MPI-2 "Performance", Tables 1 to 4.
 */
public final class ExchangeTables {
    private static final int STEP = 4;
    private static final int LARGEST_WITH_GAPS = 256 << 10;
    private static final int[] RANKS = {2, 4, 6, 8};
    private static final String MESSAGES = "Sendrecv";

    private final Job job;
    private final Team world;
    private final EpochTimer timer;
    private final ExchangeCheck check;
    private final Mpi mpi;
    private final Report report;
    private final int mostBytes;

    /** What {@link #attach} has attached. */
    private MemorySegment attached;

    /**
     * @param epochs of which the fastest and the median are told
     * @param warmUp epochs before them
     * @param mostBytes largest block
     */
    public ExchangeTables(Job job, Report report, int epochs, int warmUp, int mostBytes) {
        this.job = job;
        this.world = job.world();
        this.report = report;
        this.mostBytes = mostBytes;
        this.timer = new EpochTimer(world, epochs, warmUp);
        this.check = new ExchangeCheck(world);
        this.mpi = Mpi.of(job);
    }

    /**
     * Table 1: synchronisation alone, with 2, 4, 6 and 8 ranks, as far as there are so many, and one and all
     * neighbours.
     */
    public void synchronisation() {
        report.begin("Table 1: synchronisation alone; us, fastest epoch (median)", List.of("window", "p"),
                List.of("Fence-1", "Fence-p", "Ded-1", "Ded-p", "Lock-1", "Lock-p"));
        for (WindowPlace place : WindowPlace.values()) {
            for (int ranks : RANKS) {
                if (ranks <= job.size()) {
                    synchronisation(place, ranks);
                }
            }
        }
    }

    private void synchronisation(WindowPlace place, int ranks) {
        if (job.rank() >= ranks) {
            world.splitNone();
        } else {
            Team team = world.split(0, job.rank());
            WindowPlace.Made made = place.make(team, Layout.DATA_BYTES, true);
            List<Measurement> row = new ArrayList<>();
            for (Synchronisation synchronisation : Synchronisation.values()) {
                for (int neighbours : new int[]{1, ranks}) {
                    Exchange exchange = new WindowExchange(synchronisation, Transfer.NONE,
                            new Neighbourhood(job.rank(), ranks, neighbours), made.window(), null, null);
                    EpochTimes times = timer.of(team).measure(exchange);
                    row.add(new Measurement(1, place, ranks, neighbours, Layout.CONTIGUOUS, true,
                            synchronisation.title(), 0, times));
                }
            }
            report.row(List.of(place.title(), Integer.toString(ranks)), row);
            made.free();
            team.destroy();
        }
        // who was not in the team waits here
        world.barrier();
    }

    /**
     * Attaches the memory in which messages arrive in the rows of shared windows. Once, before the tables of blocks.
     * Throws {@link NoRoomException}.
     *
     * @param mostNeighbours of any of these tables
     */
    public void attach(int mostNeighbours) {
        long contiguous = mostNeighbours * new Block(Layout.CONTIGUOUS, mostBytes, null).stride();
        // gaps take less than the data between them
        long withGaps = 2L * Math.min(mostBytes, LARGEST_WITH_GAPS);
        long pages = Math.ceilDiv(Math.max(contiguous, withGaps), job.pageBytes());
        try {
            attached = job.attach(pages * job.pageBytes()).local();
        } catch (AttachException e) {
            throw new NoRoomException(e);
        }
    }

    /** Table 2, without locks table 3: contiguous blocks. */
    public void contiguous(int table, int neighbours, boolean locks) {
        List<String> columns = new ArrayList<>();
        for (Synchronisation synchronisation : synchronisations(locks)) {
            columns.add(Transfer.PUT.title() + "-" + synchronisation.title());
            columns.add(Transfer.GET.title() + "-" + synchronisation.title());
        }
        columns.add(MESSAGES);
        report.begin(title(table, neighbours, "contiguous INTs"), List.of("window", "bytes"), columns);
        for (WindowPlace place : WindowPlace.values()) {
            for (int bytes = Layout.DATA_BYTES; bytes <= mostBytes; bytes *= STEP) {
                report.row(List.of(place.title(), Integer.toString(bytes)),
                        contiguous(new Cells(table, place, new Neighbourhood(job.rank(), job.size(), neighbours),
                                Layout.CONTIGUOUS, bytes), locks));
            }
        }
        tellChecked(table);
    }

    private static List<Synchronisation> synchronisations(boolean locks) {
        return locks ? List.of(Synchronisation.values()) : List.of(Synchronisation.FENCE, Synchronisation.DEDICATED);
    }

    private String title(int table, int neighbours, String what) {
        return "Table " + table + ": " + what + ", " + job.size() + (job.size() == 1 ? " rank, " : " ranks, ")
                + neighbours
                + (neighbours == 1 ? " neighbour" : " neighbours") + "; us, fastest epoch (median)";
    }

    private void tellChecked(int table) {
        report.say("table " + table + ": " + check.takeChecked() + " blocks verified, errors=0");
    }

    private List<Measurement> contiguous(Cells cells, boolean locks) {
        List<Measurement> row = new ArrayList<>();
        cells.withWindow(true, with -> {
            for (Synchronisation synchronisation : synchronisations(locks)) {
                row.add(cells.window(with, synchronisation, Transfer.PUT, true));
                row.add(cells.window(with, synchronisation, Transfer.GET, true));
            }
        });
        row.add(cells.messages());
        return row;
    }

    /**
     * Table 4: blocks with gaps, dedicated synchronisation, one neighbour; beside the paper's also shared windows, and
     * contiguous blocks to compare with.
     */
    public void withGaps() {
        List<String> columns = new ArrayList<>();
        for (String variant : List.of("Put", "NoCache", MESSAGES)) {
            for (String layout : List.of("contig.", "vector", "struct")) {
                columns.add(variant + " " + layout);
            }
        }
        report.begin(title(4, 1, "blocks with gaps, dedicated synchronisation"), List.of("window", "bytes"), columns);
        for (WindowPlace place : List.of(WindowPlace.LOCAL, WindowPlace.SHARED)) {
            for (int bytes = Layout.DATA_BYTES; bytes <= Math.min(mostBytes, LARGEST_WITH_GAPS); bytes *= STEP) {
                report.row(List.of(place.title(), Integer.toString(bytes)), withGaps(place, bytes));
            }
        }
        tellChecked(4);
    }

    private List<Measurement> withGaps(WindowPlace place, int bytes) {
        List<Measurement> row = new ArrayList<>();
        for (boolean typeCache : new boolean[]{true, false}) {
            for (Layout layout : Layout.values()) {
                Cells cells = new Cells(4, place, new Neighbourhood(job.rank(), job.size(), 1), layout, bytes);
                // where memory is mapped, no type travels
                boolean matters = place == WindowPlace.LOCAL || typeCache;
                row.add(!matters ? null : cells.put(typeCache));
            }
        }
        for (Layout layout : Layout.values()) {
            row.add(new Cells(4, place, new Neighbourhood(job.rank(), job.size(), 1), layout, bytes).messages());
        }
        return row;
    }

    /** Ends the messages. Collective. */
    public void finish() {
        mpi.finish();
    }

    /** Measurements of blocks of one layout and size; memory is made for them, and given back. */
    private final class Cells {
        private final int table;
        private final WindowPlace place;
        private final Neighbourhood neighbourhood;
        private final Layout layout;
        private final int bytes;

        Cells(int table, WindowPlace place, Neighbourhood neighbourhood, Layout layout, int bytes) {
            this.table = table;
            this.place = place;
            this.neighbourhood = neighbourhood;
            this.layout = layout;
            this.bytes = bytes;
        }

        /** A block, this rank's own memory for one of each neighbour, and a window with as much. */
        private record Place(WindowPlace.Made made, Block block, MemorySegment mine) {}

        private void withWindow(boolean typeCache, Consumer<Place> work) {
            try (Block block = Block.of(layout, bytes); Arena arena = Arena.ofShared()) {
                long all = neighbourhood.count() * block.stride();
                MemorySegment mine = arena.allocate(all, 64);
                WindowPlace.Made made = place.make(world, all, typeCache);
                work.accept(new Place(made, block, mine));
                made.free();
            }
        }

        private Measurement window(Place with, Synchronisation synchronisation, Transfer transfer, boolean typeCache) {
            return measure(new WindowExchange(synchronisation, transfer, neighbourhood, with.made.window(), with.block,
                    with.mine), with.block, typeCache);
        }

        Measurement put(boolean typeCache) {
            List<Measurement> one = new ArrayList<>();
            withWindow(typeCache, with -> one.add(window(with, Synchronisation.DEDICATED, Transfer.PUT, typeCache)));
            return one.getFirst();
        }

        Measurement messages() {
            try (Block block = Block.of(layout, bytes); Arena arena = Arena.ofShared()) {
                long all = neighbourhood.count() * block.stride();
                MemorySegment received = place == WindowPlace.SHARED ? attached.asSlice(0, all)
                        : arena.allocate(all, 64);
                return measure(new MessageExchange(mpi.world(), neighbourhood, block, arena.allocate(all, 64),
                        received), block, true);
            }
        }

        private Measurement measure(Exchange exchange, Block block, boolean typeCache) {
            Block.clear(exchange.supplied());
            EpochTimes times = timer.measure(exchange);
            check.run(exchange, neighbourhood, block);
            return new Measurement(table, place, neighbourhood.size(), neighbourhood.count(), layout, typeCache,
                    exchange.toString(), bytes, times);
        }
    }
}
