package org.pgas.examples;

import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;

import org.pgas.Job;
import org.pgas.bytes.TypeRegistry;
import org.pgas.examples.bank.Accounts;
import org.pgas.examples.bank.Amount;
import org.pgas.examples.bank.Branch;
import org.pgas.rpc.DistributedObject;
import org.pgas.rpc.RemoteCallException;
import org.pgas.rpc.RemoteFunction;
import org.pgas.rpc.Rpc;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A bank with a branch on each rank: remote calls move money, a remote exception tells which account has none, a
 * distributed object tells which accounts are where.
 *
 * <pre>
 * $ ./pgas run -n 3 bank
 * [0] 33 accounts at 3 branches, 1000 transfers from each
 * [0] rank 2 says: accounts 21..32: 1200
 * [0] rank 2 refused: java.lang.IllegalStateException: account 32 has 100, not 1000
 * [0] 2614 transfers made, 386 refused
 * [0] 3300 in all accounts, errors=0
 * </pre>
 *
 * <p>How many are refused depends on which transfer comes first to an account; the sum does not.
 */
@Command(name = E20Bank.NAME, description = "Moves money between accounts on all ranks by remote calls, and counts "
        + "it in the end.")
public final class E20Bank {
    static final String NAME = "bank";

    private static final int FEWEST_ACCOUNTS = 10;
    private static final long BALANCE = 100;
    private static final int LARGEST_SUM = 60;
    private static final TypeRegistry TYPES = TypeRegistry.builder().record(Amount.class).record(Accounts.class)
            .build();

    @Option(names = "--transfers", description = "Transfers that each rank makes (default: ${DEFAULT-VALUE})")
    private int transfers = 1000;

    @Option(names = "--seed", description = "Seed of the transfers (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private Job job;
    private Rpc rpc;
    private RemoteFunction<Amount, Long> withdraw;
    private RemoteFunction<Amount, Void> deposit;
    private RemoteFunction<Integer, Long> balance;
    private RemoteFunction<Void, Long> total;
    private RemoteFunction<Void, Long> deposits;

    private E20Bank() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E20Bank(), arguments, E20Bank::run);
    }

    private void run(Job joined) {
        job = joined;
        if (transfers < 0) {
            throw CommandLineOfJob.refuse(job, NAME, "--transfers " + transfers + ": legal are 0 and more");
        }
        rpc = Rpc.of(job.world(), TYPES);
        Accounts own = own();
        Branch branch = new Branch(own, BALANCE);
        withdraw = rpc.register("withdraw", branch::withdraw);
        deposit = rpc.registerAction("deposit", branch::deposit);
        balance = rpc.register("balance", branch::balance);
        total = rpc.register("total", _ -> branch.total());
        deposits = rpc.register("deposits", _ -> branch.deposits());
        rpc.allow(Branch.class);
        job.world().barrier();

        Accounts[] directory = directory(own);
        int accounts = directory[job.size() - 1].first() + directory[job.size() - 1].count();
        if (job.rank() == 0) {
            System.out.println(
                    accounts + " accounts at " + job.size() + " branches, " + transfers + " transfers from each");
            show(directory, accounts - 1);
        }
        job.world().barrier();

        long made = transferAll(directory, accounts);
        long[] madeByAll = new long[job.size()];
        DistributedObject<Long> result = rpc.distribute("made", made);
        for (int rank = 0; rank < job.size(); rank++) {
            // the answer follows this rank's deposits there, which it sent before
            deposits.call(rank).join();
            madeByAll[rank] = result.fetch(rank).join();
        }
        job.world().barrier();
        if (job.rank() == 0) {
            count(madeByAll, accounts);
        }
        job.world().barrier();
    }

    /** Branches differ in size: rank r has r accounts more than rank 0. */
    private Accounts own() {
        int rank = job.rank();
        return new Accounts(FEWEST_ACCOUNTS * rank + rank * (rank - 1) / 2, FEWEST_ACCOUNTS + rank);
    }

    /** Every rank tells its accounts under one name, and asks the others for theirs. */
    private Accounts[] directory(Accounts own) {
        DistributedObject<Accounts> accounts = rpc.distribute("accounts", own);
        Accounts[] directory = new Accounts[job.size()];
        for (int rank = 0; rank < directory.length; rank++) {
            directory[rank] = accounts.fetch(rank).join();
        }
        return directory;
    }

    private static int branch(Accounts[] directory, int account) {
        int rank = 0;
        while (!directory[rank].contains(account)) {
            rank++;
        }
        return rank;
    }

    private void show(Accounts[] directory, int account) {
        int rank = branch(directory, account);
        // a method of an allowed class, without a registration of its own
        System.out.println("rank " + rank + " says: "
                + rpc.call(rank, Branch::statement, directory[rank], total.call(rank).join()).join());
        try {
            withdraw.call(rank, new Amount(account, 10 * balance.call(rank, account).join())).join();
        } catch (CompletionException e) {
            RemoteCallException refused = (RemoteCallException) e.getCause();
            System.out.println("rank " + refused.rank() + " refused: " + refused.getCause());
        }
    }

    private long transferAll(Accounts[] directory, int accounts) {
        SplittableRandom random = new SplittableRandom(seed * job.size() + job.rank());
        long made = 0;
        for (int i = 0; i < transfers; i++) {
            int from = random.nextInt(accounts);
            int to = random.nextInt(accounts);
            long sum = 1 + random.nextInt(LARGEST_SUM);
            try {
                withdraw.call(branch(directory, from), new Amount(from, sum)).join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof RemoteCallException) {
                    // no money there: the bank goes on
                    continue;
                }
                throw e;
            }
            // nobody waits for its end
            deposit.cast(branch(directory, to), new Amount(to, sum));
            made++;
        }
        return made;
    }

    private void count(long[] madeByAll, int accounts) {
        long made = 0;
        long deposited = 0;
        long money = 0;
        for (int rank = 0; rank < job.size(); rank++) {
            made += madeByAll[rank];
            deposited += deposits.call(rank).join();
            money += total.call(rank).join();
        }
        int errors = (money == BALANCE * accounts ? 0 : 1) + (deposited == made ? 0 : 1);
        System.out.println(made + " transfers made, " + ((long) transfers * job.size() - made) + " refused");
        System.out.println(money + " in all accounts, errors=" + errors);
        if (errors > 0) {
            throw job.exit(1);
        }
    }
}
