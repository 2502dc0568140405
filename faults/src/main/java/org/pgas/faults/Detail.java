package org.pgas.faults;

/**
 * What was done or looked at within the job of a trial, such as one blow of many, or one operation of a hundred. It is
 * no trial. If it goes wrong, the trial that it belongs to has failed.
 *
 * @param faultClass the {@link FaultClass#name()}
 * @param words for a line of the table: those of the same words are counted together
 * @param wrong what is not as it has to be; empty if all is
 * @param took what is measured, in the {@link FaultClass#unit()}; -1 where nothing is
 */
public record Detail(String faultClass, String words, String wrong, long took) {
    /** Whether all was as it has to be. */
    public boolean good() {
        return wrong.isEmpty();
    }
}
