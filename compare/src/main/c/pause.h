/* What a thread does between two looks at a word or a connection. */
#ifndef PAUSE_H
#define PAUSE_H

#if defined(__x86_64__)
#define PAUSE() __builtin_ia32_pause()
#elif defined(__aarch64__)
#define PAUSE() __asm__ volatile("isb" ::: "memory")
#else
#define PAUSE() ((void)0)
#endif

#endif
