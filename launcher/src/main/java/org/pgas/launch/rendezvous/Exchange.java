package org.pgas.launch.rendezvous;

import java.io.IOException;

import org.pgas.Settings;
import org.pgas.pshm.InheritedStream;

/** Where a scheduler keeps values that the processes which it has started together tell each other. */
interface Exchange {
    /** By which host 0 has its value kept. */
    String KEY = "pgas-rendezvous";

    /**
     * Every process calls this once. Returns when all have.
     *
     * @param own what all are to know, at host 0: printable letters without blanks, 1,000 at most; null elsewhere
     * @return what host 0 has told
     * @throws IOException for people, when it cannot be told or found
     */
    String share(String own) throws IOException;

    /** What is there for the processes of a start; null where there is nothing. */
    static Exchange of(HostPlace place, Settings settings) {
        if (place.starter() == null) {
            return null;
        }
        String descriptor = settings.environmentVariable("PMI_FD");
        if (place.starter().family().equals("pmi") && descriptor != null && descriptor.matches("[0-9]{1,9}")) {
            InheritedStream open = new InheritedStream(Integer.parseInt(descriptor));
            return new Pmi(open.in(), open.out());
        }
        return settings.environmentVariable("PMIX_NAMESPACE") != null ? new Pmix() : null;
    }
}
