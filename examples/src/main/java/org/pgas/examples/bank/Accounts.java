package org.pgas.examples.bank;

/**
 * Which accounts a branch has: {@code count} numbers from {@code first}.
 */
public record Accounts(int first, int count) {
    public boolean contains(int account) {
        return account >= first && account - first < count;
    }
}
