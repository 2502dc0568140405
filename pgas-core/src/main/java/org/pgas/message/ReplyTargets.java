package org.pgas.message;

import org.pgas.memory.AddressMap;

/** Where the data of a long reply goes, which rooms above this one know. */
@FunctionalInterface
public interface ReplyTargets {
    /** The memory of the endpoint that has sent the request, by job rank. */
    AddressMap of(Delivery request);
}
