/// @file Selection of functions that are compiled once for each width of vector registers. With
///         -ffp-contract=off and sums in fixed lanes (lanes.hpp), all versions give bit for bit the
///         same results.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

namespace raftup {

/// Registers of 2, 4 and 8 doubles.
enum class VectorWidth : std::uint8_t { kSse2, kAvx2, kAvx512 };

/// Returns the widths that this processor and this build support, from narrow to wide.
std::vector<VectorWidth> vector_widths();

/// Returns the name of a width as used in the environment variable RAFTUP_VECTOR: sse2, avx2,
/// avx512.
std::string_view vector_width_name(VectorWidth width);

/// Returns the width of a given name.
/// @param name name of a width; null means the widest that is supported
/// @throws Error(kInvalidArgument) for an unknown name and for a width that is not supported here
VectorWidth chosen_vector_width(const char* name);

/// Returns the width that the environment variable RAFTUP_VECTOR selects.
/// @throws Error(kInvalidArgument) as chosen_vector_width()
VectorWidth vector_width_of_environment();

/// Returns the width with which this process computes: that of vector_width_of_environment(), which
/// is read once. It has no influence on results, only on speed. A process calls this function when
/// it starts, so that an invalid selection is reported at that time.
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

/// Calls a function that is always inlined in the version that was compiled for vector_width().
/// Functions whose loops have more sums than fit into the registers of a narrower width are
/// templates of the width, and one body is given for each width. For a member function, the first
/// argument is the object.
/// @tparam kEight,kFour,kTwo bodies for registers of 8, 4 and 2 doubles
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
