#pragma once

#include <cstdint>

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// Elevation at the world origin [m], streamed by a client; excites every hydrodynamic group.
struct WaveElevationInput {
  static constexpr std::string_view kKind = "wave_elevation";

  double direction = 0.0;  ///< rad, where the waves go

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("direction_deg", self.direction, "deg");
  }

  static Variable variable(const std::string& name, const Model& model);
  static Interpolation interpolation() { return Interpolation::kLinear; }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// Harmonic waves streamed by a client. A sample has four values for each of the n components:
/// omega [rad/s, > 0], amplitude [m, >= 0], phase [rad, at the world origin at t = 0] and the
/// direction in which the wave travels [rad]. The waves are added to the sea of the model. A sample
/// is held until the next one; before the first one there are no such waves.
struct StreamedComponents {
  static constexpr std::string_view kKind = "wave_components";

  int component_count = 0;     ///< n
  double ramp_duration = 0.0;  ///< s, that of the sea

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("component_count", self.component_count);
    field.beside(self.ramp_duration);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
  void check_sample(const Model& model, std::span<const double> values) const;
};

/// A spectrum streamed by a client: [n] densities [m2 s/rad, >= 0] at fixed frequencies, linear in
/// between. It joins the sea of the model; frequencies, directions and phases of the components
/// stay, the variance of each follows the samples.
struct StreamedSpectrum {
  static constexpr std::string_view kKind = "wave_spectrum";

  std::vector<double> omega;       ///< rad/s, > 0, strictly ascending
  std::vector<double> directions;  ///< rad, where the waves go: equal shares of the energy
  std::uint64_t seed = 0;          ///< of the phases [rad]
  int component_count = 512;       ///< per direction
  double ramp_duration = 0.0;      ///< s, that of the sea

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
