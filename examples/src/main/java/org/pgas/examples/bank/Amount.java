package org.pgas.examples.bank;

/** So much, of or for one account. */
public record Amount(int account, long sum) {}
