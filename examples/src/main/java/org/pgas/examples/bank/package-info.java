/** The bank of E20: branches, and what they tell each other. */
package org.pgas.examples.bank;
