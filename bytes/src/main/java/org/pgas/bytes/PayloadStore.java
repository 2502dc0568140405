package org.pgas.bytes;

import org.pgas.Payload;
import org.pgas.message.PayloadCore;

/** The payload of one message at a time. Ends with the payload, which says so. */
final class PayloadStore extends AddressStore {
    private Payload payload;
    private long message;
    private long size;

    /** Takes the payload of the message that is handled, or prepared, now. */
    void bind(Payload newPayload) {
        message = PayloadCore.of(newPayload).message();
        size = newPayload.bytes();
        payload = newPayload;
    }

    @Override
    long size() {
        return size;
    }

    @Override
    BoundedStore again() {
        PayloadStore same = new PayloadStore();
        same.payload = payload;
        same.message = message;
        same.size = size;
        return same;
    }

    @Override
    long address(long offset, long length) {
        return PayloadCore.of(payload).address(message, offset, length);
    }
}
