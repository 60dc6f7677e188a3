#include <fmt/format.h>

#include <array>
#include <cmath>
#include <complex>
#include <string>

#include "hydro/numerics/elementary.hpp"
#include "solver/model/bodies/rao_table.hpp"
#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::solver {

namespace {

using Complex = std::complex<double>;

/// Period above which a vessel is expected to follow the surface of the waves [s].
constexpr double kLongPeriod = 20.0;
constexpr double kHalfTurn = 0.5 * kTwoPi;
/// Phase error that is told [rad], 30 deg.
constexpr double kLargestError = 0.52359877559829882;
/// The phase of a motion counts where its limit in long waves is at least this share of the largest.
constexpr double kCounts = 0.5;

/// A convention by which a table may have been meant.
struct Convention {
  const char* change;  ///< what would be changed in the description
  bool other_phase;    ///< the phases have the other sign
  bool other_side;     ///< the directions are those that waves come from, not go to, or conversely
};
constexpr std::array<Convention, 4> kConventions{{
    {"", false, false},
    {"the other `phase`", true, false},
    {"the other `directions`", false, true},
    {"the other `phase` and the other `directions`", true, true},
}};

/// The motions of a vessel that follows long waves [m/m, and slopes per wavenumber]: surge and sway
/// as a particle of the surface, heave with the elevation, roll and pitch with its slope.
std::array<Complex, 6> in_long_waves(double direction) {
  const double along = std::cos(direction), across = std::sin(direction);
  return {Complex(0, -along),  Complex(0, -across), 1.0,
          Complex(0, -across), Complex(0, along),   0.0};
}

/// Root mean square of the phase errors of the long waves of a table against in_long_waves() [rad];
/// 0 if the table has no such wave.
double phase_error(const DisplacementRao& rao, const Convention& convention) {
  const RaoTable table(rao);
  double sum = 0.0;
  int count = 0;
  for (const double omega : rao.omega) {
    if (omega >= kTwoPi / kLongPeriod) continue;
    for (const double degrees : rao.direction_deg) {
      const double turned = rao.directions == RaoDirections::kFrom ? kHalfTurn : 0.0;
      const double direction = kRadiansPerDegree * degrees + turned;
      const auto expected = in_long_waves(direction + (convention.other_side ? kHalfTurn : 0.0));
      const RaoTable::Motions motions = table.at(omega, direction);
      for (std::size_t dof = 0; dof < 6; ++dof) {
        if (std::abs(expected[dof]) < kCounts || motions[dof] == Complex(0.0)) continue;
        const Complex R = convention.other_phase ? std::conj(motions[dof]) : motions[dof];
        sum += std::pow(std::arg(R * std::conj(expected[dof])), 2);
        ++count;
      }
    }
  }
  return count == 0 ? 0.0 : std::sqrt(sum / count);
}

void add_of(const RigidBody& body, const DisplacementRao& rao, Findings& findings) {
  const double error = phase_error(rao, kConventions[0]);
  if (error <= kLargestError) return;
  std::string fits = "no other convention fits either";
  for (const Convention& convention : kConventions) {
    if (phase_error(rao, convention) > kLargestError) continue;
    fits = fmt::format("{} would fit", convention.change);
    break;
  }
  findings.push_back(
      {"rao_convention", Severity::kWarning,
       fmt::format("bodies: the displacement_rao of '{}' should follow waves above {:g} s, its "
                   "phases there are off by {:.0f} deg in the mean; {}",
                   body.name, kLongPeriod, error / kRadiansPerDegree, fits),
       error / kRadiansPerDegree});
}

}  // namespace

void add_rao_findings(const Model& model, Findings& findings) {
  for (const RigidBody& body : model.bodies) {
    if (!body.prescribed) continue;
    const auto* rao = std::get_if<DisplacementRao>(&body.prescribed->kind);
    if (rao != nullptr && !rao->database) add_of(body, *rao, findings);
  }
}

}  // namespace raftup::solver
