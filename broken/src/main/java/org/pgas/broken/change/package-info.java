/**
 * What a break is and how it comes into a class: the operators, the place, and the agent that changes the class when a
 * JVM loads it. The agent runs in every JVM of a test, so this package uses the JDK alone and knows no test.
 */
package org.pgas.broken.change;
