package org.pgas.compare.scaling;

/**
 * What the model charges.
 *
 * @param transfer nanoseconds until a line that another core has is here, or until the others have given it up
 * @param occupancy nanoseconds for which such a transfer keeps others of the same line waiting
 * @param local nanoseconds of an access to a line that is here
 */
record CacheCosts(double transfer, double occupancy, double local) {}
