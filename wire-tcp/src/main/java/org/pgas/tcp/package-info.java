/**
 * The wire "tcp": between processes of any hosts, over TCP, with mutual TLS 1.3. For jobs with ranks on several hosts,
 * and wherever it is asked for ({@code pgas.wire}). All but its sockets and lines is as of any wire over streams
 * ({@link org.pgas.hosts.stream}).
 *
 * <p><b>Place.</b> A rank listens at one address of its host, which {@code pgas.wire.host} names, at a port that the
 * system chooses; never at all addresses. Where it listens is told to the job's other ranks by what also gives them the
 * job's secret.
 *
 * <p><b>Lines.</b> Each rank has a key on the curve P-256, and a certificate that it has signed itself; both are made
 * when the wire is opened, with what the JDK has, and are in no file ({@code org.pgas.secure}). Each connection is TLS
 * 1.3 with both certificates; no session is taken up again. TLS accepts any certificate.
 *
 * <p><b>What binds a certificate to the job</b> is the proof at the end of the greeting: HMAC-SHA256, by the job's
 * secret, over the ranks, the nonces of both sides, and the fingerprints of both certificates as each side sees them.
 * Somebody between two ranks has to show certificates of its own, since it has no key of theirs; so the two mean
 * different fingerprints, and no proof is right. The other way was to tell the fingerprints with the addresses, and to
 * accept no other certificate. This one was taken because it asks nothing of what carries addresses: these may be old,
 * or false, and the worst that comes of it is that a peer is not reached. And all wires greet alike, this one encrypted
 * or not.
 *
 * <p><b>Strangers.</b> Before TLS begins, a caller says hello in the clear, with a proof that it knows the secret. For
 * a stranger that has heard nothing of that, the rank does nothing of TLS: it makes no key, and reads no certificate. A
 * stranger that overhears a hello, and is at its target before the caller, gets as far as TLS, once for each hello. See
 * {@code org.pgas.hosts.stream} for what comes of it, and for strangers that connect and say nothing.
 *
 * <p><b>Plain.</b> With {@code pgas.wire.plain} there is no TLS. Ranks prove which ranks they are all the same, but
 * nothing binds the proof to the connection: a process that can change what goes over the network can let two ranks
 * greet each other, and write to both. It is for networks on which nobody else is.
 *
 * <p><b>Cost.</b> Plain lines allocate nothing for a frame. Of TLS the JDK's engine makes a few objects for each
 * record, of up to 16 KiB, and each byte is copied twice more on each side. A connection has 150 KiB more memory.
 *
 * <p><b>Invariant:</b> a process between two ranks is found out ({@code TlsWireTest.whoIsBetweenTwoRanksIsFoundOut}).
 *
 * <p><b>Invariant:</b> a line is TLS 1.3, and both ends show a certificate and mean the same two
 * ({@code TlsWireTest.aLineIsTls13AndBothEndsMeanTheSameCertificates}).
 *
 * <p><b>Invariant:</b> a rank listens at one address ({@code TcpWireTest.allAddressesAreRefused},
 * {@code TcpWireTest.anAddressOfAnotherHostIsRefusedWithWhatHelps}).
 *
 * <p><b>Invariant:</b> a rank that encrypts and one that does not never talk
 * ({@code TlsWireTest.aRankThatDoesNotEncryptIsRefused}).
 *
 * <p>Not part of the API: exported to nobody.
 */
package org.pgas.tcp;
