/**
 * Counts the k-mers of a FASTA or FASTQ file with many ranks: how the file is read, how its windows are shared among
 * ranks without a word between them, how a k-mer becomes a long, and how results are shown.
 *
 * <p>{@link org.pgas.examples.kmers.KmerScan} is the entry: it reads one rank's share of a file and hands over every
 * canonical k-mer of that share.
 */
package org.pgas.examples.kmers;
