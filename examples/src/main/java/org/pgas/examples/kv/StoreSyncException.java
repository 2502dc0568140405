package org.pgas.examples.kv;

/**
 * The device has refused a sync: what was put since the last sync that succeeded is in the store, and may not survive
 * a loss of power. What that one has brought to the device does.
 */
public final class StoreSyncException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreSyncException(String message, RuntimeException cause) {
        super(message, cause);
    }
}
