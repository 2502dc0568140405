/** JUnit 5 extension that runs ranks as threads or as JVMs. */
package org.pgas.testkit;
