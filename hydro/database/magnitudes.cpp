#include "hydro/database/magnitudes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/database/coefficients.hpp"

namespace raftup::hydro {

namespace {

constexpr double kLargest = 1e20, kLeast = 1e-20;  ///< of a coefficient, SI
// The ranges below were chosen, not swept: each is far beyond any vessel or model basin, but narrow
// enough that products and quotients of several such numbers stay finite.
constexpr double kLowestOmega = 1e-6, kHighestOmega = 1e6;     ///< [rad/s]
constexpr double kLongestDelay = 1e8;                          ///< [s]
constexpr double kFarthest = 1e7;                              ///< [m], of coordinates
constexpr double kLeastGravity = 1e-2, kLargestGravity = 1e3;  ///< [m/s2]
constexpr double kShallowest = 1e-3;                           ///< [m], of water
constexpr double kLeastVolume = 1e-12, kLargestVolume = 1e12;  ///< [m3], displaced

void require_range(const std::string& name, const char* units, double value, double least,
                   double largest) {
  require(value >= least && value <= largest,
          fmt::format("{} must be {:g} to {:g} {}, got {:g}: is it in another unit, or damaged?",
                      name, least, largest, units, value));
}

/// Finds the largest magnitude of the values that are added, each of which must be plausible.
class Largest {
 public:
  explicit Largest(const Coefficient& about) : about_(about) {}

  template <typename Matrix>
  void add(const Matrix& matrix) {
    if (matrix.size() > 0) largest_ = std::max(largest_, matrix.cwiseAbs().maxCoeff());
  }

  void check() const {
    require(largest_ <= kLargest && (largest_ == 0.0 || largest_ >= kLeast),
            fmt::format("{} [{}] must be 0, or its largest entry {:g} to {:g} in magnitude, got "
                        "{:g}: is it in another unit, or damaged?",
                        about_.name, about_.units, kLeast, kLargest, largest_));
  }

 private:
  const Coefficient& about_;
  double largest_ = 0.0;
};

// NOLINTBEGIN(readability-convert-member-functions-to-static): what visits has members
struct MagnitudeCheck : CoefficientVisitor {
  void matrices(const Coefficient& about, const Axis& /*over*/,
                const std::vector<MatrixXd>& values) const {
    check(about, values);
  }

  void matrix(const Coefficient& about, const std::optional<MatrixXd>& value) const {
    if (value) check(about, std::vector{*value});
  }

  template <typename Matrix>
  void forces(const Coefficient& about, const std::vector<Matrix>& values) const {
    check(about, values);
  }

  void at_speed(const Coefficient& about, const SpeedExcitation& at_speed) const {
    for (const TransferFunction& force : at_speed.forces) forces(about, force.values);
  }

  static void qtf(const Coefficient& about, const QuadraticTransferFunction& qtf) {
    Largest largest(about);
    for (const auto& entry : qtf.entries) largest.add(entry.values);
    largest.check();
  }

  static void field(const Coefficient& about, const WaveField& field) {
    check(about, field.diffraction);
    check(about, field.radiation);
    for (const WaveField::Point& point : field.points) {
      require_range("field.points", "m", point.position.cwiseAbs().maxCoeff(), 0.0, kFarthest);
    }
  }

  static void sections(const Coefficient& about, const std::vector<SectionRows>& sections) {
    for (const SectionRows& rows : sections) {
      check(about, rows.added_mass);
      check(about, rows.radiation_damping);
      check(about, rows.excitation);
      check(about, std::vector<MatrixXd>{rows.hydrostatic_stiffness, rows.still_water_force,
                                         rows.mode_stiffness});
      require_range("section.x", "m", std::abs(rows.x), 0.0, kFarthest);
    }
  }

  static void modes(const Coefficient& about, const GeneralisedModes& modes) {
    check(about, std::vector{modes.mass, modes.rigid_mass});
    check(about, std::vector{modes.stiffness, modes.restoring, modes.rigid_restoring});
    for (const GeneralisedMode& mode : modes.modes) {
      if (!is_beam(mode)) continue;
      require_range("modes.x", "m", mode.x.cwiseAbs().maxCoeff(), 0.0, kFarthest);
    }
    for (const ModePoint& point : modes.points) {
      require_range("modes.points", "m", point.position.cwiseAbs().maxCoeff(), 0.0, kFarthest);
    }
  }

 private:
  template <typename Matrix>
  static void check(const Coefficient& about, const std::vector<Matrix>& values) {
    Largest largest(about);
    for (const Matrix& value : values) largest.add(value);
    largest.check();
  }
};
// NOLINTEND(readability-convert-member-functions-to-static)

void check_body(const std::string& path, const DatabaseBody& body) {
  require_range(path + ".center_of_gravity", "m", body.center_of_gravity.cwiseAbs().maxCoeff(), 0.0,
                kFarthest);
  require_range(path + ".center_of_buoyancy", "m", body.center_of_buoyancy.cwiseAbs().maxCoeff(),
                0.0, kFarthest);
  if (body.displaced_volume != 0.0) {
    require_range(path + ".displaced_volume", "m3", body.displaced_volume, kLeastVolume,
                  kLargestVolume);
  }
  const std::string name = path + ".hydrostatic_stiffness";
  const Coefficient about{name.c_str(), "N/m, N/rad, N m/rad", ""};
  Largest largest(about);
  largest.add(body.hydrostatic_stiffness);
  largest.check();
}

}  // namespace

void require_plausible_magnitudes(const Database& database) {
  require_range("gravity", "m/s2", database.gravity, kLeastGravity, kLargestGravity);
  require(database.water_depth >= kShallowest,
          fmt::format("water_depth must be at least {:g} m, got {:g}", kShallowest,
                      database.water_depth));
  for (const double omega : database.omega) {
    require_range("omega", "rad/s", omega, kLowestOmega, kHighestOmega);
  }
  const VectorXd& delays = database.retardation_kernel.grid;
  if (delays.size() > 0) {
    require_range("retardation_time", "s", delays[delays.size() - 1], 0.0, kLongestDelay);
  }
  for (std::size_t i = 0; i < database.bodies.size(); ++i) {
    check_body(fmt::format("bodies[{}]", i), database.bodies[i]);
  }
  visit_coefficients(database, MagnitudeCheck());
}

}  // namespace raftup::hydro
