#pragma once

/// Compiles a function, with all it inlines, once for each width of vector registers, and picks at
/// load time. With -ffp-contract=off and sums in fixed lanes all give the same bits. Sanitisers
/// cannot resolve functions at load time.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define RAFTUP_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define RAFTUP_CLONES
#endif
