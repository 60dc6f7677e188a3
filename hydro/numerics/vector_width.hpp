/// @file Functions that are compiled once for each width of vector registers, and which of them
/// this process calls. With -ffp-contract=off and sums in fixed lanes (lanes.hpp) all give the same
/// bits.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

namespace raftup {

enum class VectorWidth : std::uint8_t { kSse2, kAvx2, kAvx512 };  ///< 2, 4 and 8 doubles

/// Those that this processor and this build have, narrow to wide.
std::vector<VectorWidth> vector_widths();

/// The name that RAFTUP_VECTOR has for it: sse2, avx2, avx512.
std::string_view vector_width_name(VectorWidth width);

/// @param name of a width; null: the widest there is
/// @throws Error(kInvalidArgument) for another name and for a width that is not here
VectorWidth chosen_vector_width(const char* name);

/// The choice of the environment's RAFTUP_VECTOR.
/// @throws Error(kInvalidArgument) as chosen_vector_width()
VectorWidth vector_width_of_environment();

/// What this process computes with: vector_width_of_environment(), read once. Results do not depend
/// on it, times do. A process calls it when it starts, so that a wrong choice is an error there.
inline VectorWidth vector_width() {
  static const VectorWidth kChosen = vector_width_of_environment();
  return kChosen;
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define RAFTUP_TARGET(architecture) [[gnu::target("arch=" architecture), gnu::noinline]]
#else
#define RAFTUP_TARGET(architecture)
#endif

namespace detail {

template <typename R, typename... P>
struct Clones {
  template <auto kBody>
  RAFTUP_TARGET("x86-64-v4")
  static R wide(P... arguments) {
    return call<kBody>(arguments...);
  }
  template <auto kBody>
  RAFTUP_TARGET("x86-64-v3")
  static R middle(P... arguments) {
    return call<kBody>(arguments...);
  }
  template <auto kBody>
  [[gnu::noinline]] static R narrow(P... arguments) {
    return call<kBody>(arguments...);
  }

 private:
  template <auto kBody, typename First, typename... Rest>
  [[gnu::always_inline]] static R call(First&& first, Rest&&... rest) {
    if constexpr (std::is_member_function_pointer_v<decltype(kBody)>) {
      return (first.*kBody)(static_cast<Rest&&>(rest)...);
    } else {
      return kBody(static_cast<First&&>(first), static_cast<Rest&&>(rest)...);
    }
  }
};

template <typename Body>
struct ClonesOf;
template <typename R, typename... P>
struct ClonesOf<R (*)(P...)> : Clones<R, P...> {};
template <typename R, typename T, typename... P>
struct ClonesOf<R (T::*)(P...)> : Clones<R, T&, P...> {};
template <typename R, typename T, typename... P>
struct ClonesOf<R (T::*)(P...) const> : Clones<R, const T&, P...> {};

}  // namespace detail

/// Calls a function that is always inlined, compiled with all that it inlines for vector_width().
/// Loops with more sums than the compiler keeps in registers, once it has to split the lanes, are
/// templates of the width: one body for each then. A member function has its object first.
template <auto kEight, auto kFour = kEight, auto kTwo = kFour, typename... Arguments>
[[gnu::always_inline]] inline decltype(auto) at_full_width(Arguments&&... arguments) {
  using Clones = detail::ClonesOf<decltype(kEight)>;
  switch (vector_width()) {
    case VectorWidth::kAvx512:
      return Clones::template wide<kEight>(static_cast<Arguments&&>(arguments)...);
    case VectorWidth::kAvx2:
      return Clones::template middle<kFour>(static_cast<Arguments&&>(arguments)...);
    default:
      return Clones::template narrow<kTwo>(static_cast<Arguments&&>(arguments)...);
  }
}

}  // namespace raftup

#undef RAFTUP_TARGET
