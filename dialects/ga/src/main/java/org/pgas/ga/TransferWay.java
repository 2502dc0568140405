package org.pgas.ga;

/** What a transfer does to the elements of an array. */
enum TransferWay {
    PUT, GET, ACCUMULATE
}
