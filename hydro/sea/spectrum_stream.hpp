#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// Components of a spectrum that changes as it likes: given again and again by its density at the
/// same frequencies, linear in between. They have equal steps of omega, each at a random place of
/// its step; frequencies, directions and phases stay, and each carries the energy of its step, so
/// that all of them carry m0 exactly. A spectrum that stays gives the components that
/// irregular_waves() makes of it with equal steps.
class SpectrumStream {
 public:
  /// @param omega           rad/s, > 0, strictly ascending, at least two
  /// @param directions      rad, where the waves go, at least one: equal shares of the energy
  /// @param seed            of phases and places
  /// @param component_count per direction, >= 1
  /// @throws Error(kInvalidArgument) naming the parameter
  SpectrumStream(std::vector<double> omega, const std::vector<double>& directions,
                 std::uint64_t seed, int component_count);

  const std::vector<WaveComponent>& components() const { return components_; }  ///< amplitude 1 m

  /// Amplitudes [m] of the components; what is below zero counts as zero.
  /// @param density m2 s/rad, one per omega
  void amplitudes(std::span<const double> density, AmplitudeFactors& factors) const;

 private:
  /// The edge between two steps: where it lies among the frequencies.
  struct Edge {
    std::size_t after;  ///< index of the frequency at or below it
    double distance;    ///< rad/s from there
    double fraction;    ///< of the interval
  };

  std::vector<double> omega_;
  std::size_t direction_count_;
  std::vector<Edge> edges_;
  std::vector<WaveComponent> components_;
};

}  // namespace raftup::hydro
