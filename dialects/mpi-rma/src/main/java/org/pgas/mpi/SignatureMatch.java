package org.pgas.mpi;

/**
 * Two signatures that agree, each taken again and again.
 *
 * @param received the one that is received
 * @param elements in so many elements, at least
 */
record SignatureMatch(Signature received, long elements) {}
