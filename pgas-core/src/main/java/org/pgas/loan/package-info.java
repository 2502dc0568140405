/**
 * Large medium messages whose data stays in the sender's memory until the handler reads it, by one copy between
 * processes.
 *
 * <p>Protocol: ranks find out once whether one can read the other's memory; a request then carries where the
 * data lies, and its end is told when the handler has returned: until then it is the sender's local completion.
 * Tests: {@code LoansTest}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.loan;
