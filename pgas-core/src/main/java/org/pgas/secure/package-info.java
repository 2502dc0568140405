/**
 * What two processes need to talk so that others neither hear nor change it, with what the JDK has: TLS 1.3 between
 * ends that have made their own certificates ({@link org.pgas.secure.Tls}), and proofs that each knows a secret
 * ({@link org.pgas.secure.Proof}).
 *
 * <p>A certificate is worth nothing by itself. What makes a connection one between two processes that know the secret
 * are proofs over the fingerprints of both certificates, as each side sees them: a process between the two has to show
 * certificates of its own, since it has no key of theirs, and so the two mean different fingerprints. Which proofs are
 * said, in which order, is the protocol of the two that talk: wires ({@code org.pgas.hosts.stream}), and the launcher's
 * agents ({@code org.pgas.launch.rendezvous}). This package opens no connection: it has no sockets, files or threads.
 *
 * <p><b>Invariant:</b> an identity is a certificate of TLS that says nothing but its name, and no two are the same
 * ({@code IdentityTest.eachProcessHasAKeyOfItsOwnAndHasSignedItsCertificate}).
 *
 * <p>Not part of the API: exported to the library's own modules.
 */
package org.pgas.secure;
