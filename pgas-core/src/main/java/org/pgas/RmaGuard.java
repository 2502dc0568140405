package org.pgas;

import org.pgas.memory.AddressMap;

/**
 * Checked mode: looks at every remote access, so that one in a restricted context is refused. The accesses themselves are the same
 * code as outside checked mode: they find no address in the fast map and come here.
 */
final class RmaGuard implements AddressMap.SlowPath {
    private final RestrictedContext context;
    private final AddressMap guarded;

    RmaGuard(RestrictedContext context, AddressMap guarded) {
        this.context = context;
        this.guarded = guarded;
    }

    @Override
    public long resolve(int rank, long offset, long bytes) {
        context.checkCaller();
        return guarded.addressIfMapped(rank, offset, bytes);
    }

    @Override
    public long notMapped(int rank, long offset, long bytes) {
        return guarded.address(rank, offset, bytes);
    }

    @Override
    public long misaligned(int rank, long offset, int width) {
        context.checkCaller();
        return guarded.atomicAddress(rank, offset, width);
    }
}
