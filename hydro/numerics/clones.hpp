#pragma once

/// Compiles a function of plain loops twice, for machines with and without 256-bit vectors, and
/// picks at load time. With -ffp-contract=off both give the same bits. Sanitisers cannot resolve
/// functions at load time.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define RAFTUP_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define RAFTUP_CLONES
#endif
