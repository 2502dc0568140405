package org.pgas.examples.bank;

import java.util.Arrays;

/**
 * A rank's accounts, with numbers that follow each other. The other ranks call its methods; they run one at a time.
 */
public final class Branch {
    private final Accounts accounts;
    private final long[] balances;
    private long deposits;

    public Branch(Accounts accounts, long balance) {
        this.accounts = accounts;
        balances = new long[accounts.count()];
        Arrays.fill(balances, balance);
    }

    private int index(int account) {
        if (!accounts.contains(account)) {
            throw new IllegalArgumentException("account " + account + " is not here");
        }
        return account - accounts.first();
    }

    /** What is left. */
    public long withdraw(Amount amount) {
        int index = index(amount.account());
        if (balances[index] < amount.sum()) {
            throw new IllegalStateException(
                    "account " + amount.account() + " has " + balances[index] + ", not " + amount.sum());
        }
        balances[index] -= amount.sum();
        return balances[index];
    }

    public void deposit(Amount amount) {
        balances[index(amount.account())] += amount.sum();
        deposits++;
    }

    public long balance(int account) {
        return balances[index(account)];
    }

    /** In all its accounts. */
    public long total() {
        return Arrays.stream(balances).sum();
    }

    public long deposits() {
        return deposits;
    }

    /** Runs where it is sent: any rank may ask another to do it. */
    public static String statement(Accounts accounts, long total) {
        return "accounts " + accounts.first() + ".." + (accounts.first() + accounts.count() - 1) + ": " + total;
    }
}
