package org.pgas.compare;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** Those that are compared, in the order of columns. */
enum Library {
    C("c", "C", Role.FLOOR),
    PGAS("pgas", "pgas", Role.OURS),
    PGAS_MIXED("pgas-mixed", "pgas mixed", Role.OURS),
    LOOP(RowEntry.LOOP, "best loop", Role.FLOOR),
    RING_MTO("ring-mto", "Agrona ManyToOne", Role.FLOOR),
    RING_OTO("ring-oto", "Agrona OneToOne", Role.FLOOR),
    BELOW("below", "call below", Role.FLOOR),
    OPENMPI("openmpi", "Open MPI", Role.PEER),
    OPENMPI_RDMA("openmpi-rdma", "Open MPI, osc rdma", Role.PEER),
    MPICH("mpich", "MPICH", Role.PEER),
    GASNET("gasnet", "GASNet-EX", Role.PEER),
    AERON("aeron", "Aeron IPC", Role.PEER),
    QUEUE("queue", "Chronicle Queue", Role.PEER),
    PCJ("pcj", "PCJ", Role.PEER),
    ARMCI("armci", "ARMCI", Role.PEER),
    ARMCI_MPI("armci-mpi", "ARMCI-MPI", Role.PEER),
    TCP("tcp", "TCP in C", Role.FLOOR),
    TCP_JAVA("tcp-java", "TCP in Java", Role.FLOOR),
    PGAS_TLS("pgas-tls", "pgas, TLS", Role.OURS),
    PGAS_UCX("pgas-ucx", "pgas, UCX", Role.OURS),
    PGAS_ONE_HOST("pgas-one-host", "pgas, one host", Role.FLOOR);

    /** Those that the command line may name; the loop is rows of ours. */
    static Stream<Library> measured() {
        return Arrays.stream(values()).filter(library -> library != LOOP);
    }

    /** What a library is to the comparison. */
    enum Role {
        OURS,
        /** A peer to be won against. */
        PEER,
        /** What is below a library: without its checks, its handlers, its sleepers. */
        FLOOR
    }

    private final String word;
    private final String title;
    private final Role role;

    Library(String word, String title, Role role) {
        this.word = word;
        this.title = title;
        this.role = role;
    }

    static Optional<Library> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
    }

    String word() {
        return word;
    }

    String title() {
        return title;
    }

    Role role() {
        return role;
    }
}
