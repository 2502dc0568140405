/**
 * How the processes that a scheduler has started, one on each host, find each other, and make connections that no
 * other process hears or changes: {@code pgas run --one-per-host}.
 *
 * <p><b>What lives here</b> is all that comes before the first frame: which host this is ({@link
 * org.pgas.launch.rendezvous.HostPlace}), where host 0 is and what the secret is ({@link
 * org.pgas.launch.rendezvous.Rendezvous}), and how callers are let in ({@link org.pgas.launch.rendezvous.HostDoor}).
 * <b>What may not:</b> jobs, ranks, programs. The launcher gets connections ({@link
 * org.pgas.launch.rendezvous.AgentConnection}), over which the frames of {@code org.pgas.launch.agents} go as they go
 * over the standard input and output of an agent that ssh has started.
 *
 * <h2>Launcher and agents</h2>
 *
 * <p>A scheduler (Open MPI's or MPICH's {@code mpirun}, {@code srun}, Kubernetes) starts one process on each host, all
 * by the same command. That with index 0 is the launcher, and starts the agent of its own host as a process of its own;
 * each of the others is the agent of its host, and calls host 0. So the launcher starts no agents there, and needs no
 * way to the hosts. Index and number of hosts are in variables of the scheduler, or in settings.
 *
 * <p><b>Where is host 0?</b> With {@code pgas.rendezvous} and {@code pgas.rendezvous.secret} all are told: a name and
 * port, and a file with a secret. Without, host 0 chooses a port, makes a secret, and puts both where the scheduler
 * keeps values for its processes: by PMI-1, a protocol of text over a descriptor that was open at the start ({@code
 * Pmi}; source: Flux RFC 13), or by PMIx, a library ({@code Pmix}; source: PMIx standard 4). A secret that goes so is
 * as secret as the scheduler keeps it; with a file it does not go there.
 *
 * <h2>The call</h2>
 *
 * <p>A caller says hello in the clear: 88 bytes in network order.
 *
 * <pre>
 *     0     8  "PGASCALL"
 *     8     4  version
 *    12     4  index of the caller's host
 *    16     4  number of hosts
 *    20     4  0
 *    24    32  nonce, random, used once
 *    56    32  proof
 * </pre>
 *
 * <p>If that is right, both begin TLS 1.3, each with a certificate that it has made for itself ({@code
 * org.pgas.secure}). The caller then says a proof over the hello and both certificates, and host 0 answers with another
 * one. All proofs are by the secret. What follows are frames: host 0 begins, and with START or DONE.
 *
 * <p><b>What a process that does not know the secret can do.</b> The proof in the hello keeps it from TLS, and from
 * everything else that takes time: it is turned away without a word. A process that has overheard a hello gets no
 * further with its copy, unless it is faster than the caller; then it gets as far as TLS, and the caller calls again. A
 * process between the two has to show certificates of its own, and then no proof is right. Connections that say nothing
 * take one of 64 seats, or as many as there are hosts; the oldest has to go when another one comes, and a host that was
 * driven away calls again, until the time to wait for each other is over ({@code pgas.rendezvous.timeout}). When all
 * hosts are there, no process is let in any more.
 *
 * <p><b>Invariant:</b> a process that does not prove that it knows the secret, now and on this connection, gets and
 * tells nothing ({@code HostDoorTest.whoKnowsAnotherSecretIsTurnedAway}, {@code
 * HostDoorTest.aHelloThatWasHeardBeforeIsTurnedAway}, {@code HostDoorTest.aProcessBetweenTheTwoIsFoundOut}, {@code
 * HostDoorTest.garbageIsTurnedAwayWithoutAWord}).
 *
 * <p><b>Invariant:</b> connections that say nothing take a bounded number of seats and keep no host out ({@code
 * HostDoorTest.silentConnectionsAreBoundedAndKeepNobodyOut}).
 *
 * <p><b>Invariant:</b> a host is let in once ({@code HostDoorTest.aSecondCallerOfAHostIsRefusedInASentence}).
 *
 * <p><b>Invariant:</b> a host that waits for others that never come names them at the end of its time ({@code
 * HostDoorTest.hostsThatDoNotCallAreNamed}, {@code RendezvousTest.aCallerSaysWhatKeptItOut}).
 *
 * <p><b>Invariant:</b> a secret in a file is its user's alone ({@code
 * SecretFileTest.whatOthersMayUseIsRefusedWithItsMode}).
 *
 * <p>Not part of the API: exported to nobody.
 */
package org.pgas.launch.rendezvous;
