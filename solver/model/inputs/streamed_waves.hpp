#pragma once

#include <cstdint>

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// An input with the wave elevation at the world origin over time [m]. The waves excite every
/// hydrodynamic group.
struct WaveElevationInput {
  static constexpr std::string_view kKind = "wave_elevation";

  double direction = 0.0;  ///< direction that the waves go to [rad, from the world's x axis]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("direction_deg", self.direction, "deg");
  }

  static Variable variable(const std::string& name, const Model& model);
  static Interpolation interpolation() { return Interpolation::kLinear; }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// An input with harmonic waves, which are added to the sea of the model. A sample has four values
/// for each of the n components: omega [rad/s, > 0], amplitude [m, >= 0], phase [rad, at the world
/// origin at t = 0] and the direction that the wave goes to [rad]. A sample applies until the next
/// one. Before the first sample there are no such waves.
struct StreamedComponents {
  static constexpr std::string_view kKind = "wave_components";

  int component_count = 0;     ///< number n of wave components
  double ramp_duration = 0.0;  ///< s, duration of the ramp at the start, as in the sea

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("component_count", self.component_count);
    field.beside(self.ramp_duration);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
  void check_sample(const Model& model, std::span<const double> values) const;
};

/// An input with the spectrum of waves that are added to the sea of the model. A sample has [n]
/// spectral densities [m2 s/rad, >= 0] at fixed frequencies and is linear in between. Frequencies,
/// directions and phases of the wave components are constant; their variances follow the samples.
struct StreamedSpectrum {
  static constexpr std::string_view kKind = "wave_spectrum";

  /// frequencies of the spectral densities [rad/s], > 0, strictly ascending
  std::vector<double> omega;
  /// Directions that the waves go to [rad]. Each direction has an equal share of the energy.
  std::vector<double> directions;
  std::uint64_t seed = 0;      ///< seed of the random phases [rad]
  int component_count = 512;   ///< number of wave components per direction
  double ramp_duration = 0.0;  ///< s, duration of the ramp at the start, as in the sea

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("omega", self.omega, "rad/s");
    field.beside(self.directions);  // the message has a mean direction and a spreading
    field("seed", self.seed);
    field("component_count", self.component_count);
    field.beside(self.ramp_duration);
  }

  Variable variable(const std::string& name, const Model& model) const;
  static Interpolation interpolation() { return Interpolation::kLinear; }
  void check(const Model& model, const std::string& path, Violations& violations) const;
  static void check_sample(const Model& model, std::span<const double> values);
};

}  // namespace raftup::solver
