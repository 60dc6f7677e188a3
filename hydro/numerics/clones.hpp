/// @file Functions that are compiled once for each width of vector registers and picked at load
/// time. With -ffp-contract=off and sums in fixed lanes all give the same bits. Sanitisers cannot
/// resolve functions at load time.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// Compiles a function with all it inlines for each width; the compiler splits wider vectors.
#define RAFTUP_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
/// Defines a function whose body is `call`, with kWidth the number of doubles in a register. For
/// loops with more sums than the compiler keeps in registers once it has to split them.
#define RAFTUP_CLONES_BY_WIDTH(declaration, call)         \
  __attribute__((target("arch=x86-64-v4"))) declaration { \
    constexpr std::size_t kWidth = 8;                     \
    call;                                                 \
  }                                                       \
  __attribute__((target("arch=x86-64-v3"))) declaration { \
    constexpr std::size_t kWidth = 4;                     \
    call;                                                 \
  }                                                       \
  __attribute__((target("default"))) declaration {        \
    constexpr std::size_t kWidth = 2;                     \
    call;                                                 \
  }
#else
#define RAFTUP_CLONES
#define RAFTUP_CLONES_BY_WIDTH(declaration, call) \
  declaration {                                   \
    constexpr std::size_t kWidth = 2;             \
    call;                                         \
  }
#endif
