#include "tests/support/orcaflex_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"
#include "tests/support/nemoh_text.hpp"

namespace raftup::testing {

namespace {

using Eigen::Index;
using hydro::Database;

/// SI units in a unit of the file.
struct FileUnits {
  double length = 1.0, mass = 1000.0, force = 1000.0;
};

FileUnits units_of(const OrcaflexWriting& writing) {
  constexpr double kKip = 453.59237;  // kg
  return writing.us_units ? FileUnits{0.3048, kKip, kKip * 9.80665} : FileUnits{};
}

std::string point_text(const Vector3& point, double length) {
  return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", point.x() / length, point.y() / length,
                     point.z() / length);
}

double filed_wave(double omega, const std::string& waves) {
  if (waves == "period (s)") return 2.0 * std::numbers::pi / omega;
  return waves == "frequency (Hz)" ? omega / (2.0 * std::numbers::pi) : omega;
}

/// Rows of a matrix whose unit is `unit`, times a length for each rotation.
std::string matrix_rows_of(const MatrixXd& matrix, double unit, double length, Index first) {
  std::string text;
  for (Index i = 0; i < matrix.rows(); ++i) {
    text += "              - [";
    for (Index j = 0; j < matrix.cols(); ++j) {
      const double rotations = (i + first >= 3 ? 1.0 : 0.0) + (j + first >= 3 ? 1.0 : 0.0);
      text += fmt::format("{}{:.17g}", j > 0 ? ", " : "",
                          matrix(i, j) / (unit * std::pow(length, rotations)));
    }
    text += "]\n";
  }
  return text;
}

double lead_of_zero(const std::string& zero) {
  if (zero == "trough") return 180.0;
  if (zero == "zero up-crossing") return 90.0;
  return zero == "zero down-crossing" ? -90.0 : 0.0;
}

std::string force_rows_of(const Database& database, const OrcaflexWriting& writing, Index h) {
  const FileUnits units = units_of(writing);
  const Vector3 phase_origin = writing.phase_origin.value_or(writing.rao_origin);
  const double b = database.wave_directions[h];
  std::string text;
  for (Index k = database.omega.size() - 1; k >= 0; --k) {
    const double omega = database.omega[k];
    const double along = hydro::wavenumber(omega, database.water_depth, database.gravity) *
                         (phase_origin.x() * std::cos(b) + phase_origin.y() * std::sin(b));
    text += fmt::format("                - [{:.17g}", filed_wave(omega, writing.waves));
    for (Index dof = 0; dof < kDofs; ++dof) {
      Complex force = database.excitation.values[static_cast<std::size_t>(h)](dof, k);
      if (dof == 1 && writing.sway_positive == "starboard") force = -force;
      const double lead =
          (std::arg(force) + along) / kRadiansPerDegree - lead_of_zero(writing.zero);
      const double unit = units.force / units.length * (dof >= 3 ? units.length : 1.0) *
                          (writing.wave_unit == "amplitude" ? 1.0 : 2.0);
      text += fmt::format(", {:.17g}, {:.17g}", std::abs(force) / unit,
                          writing.phases == "leads" ? lead : -lead);
    }
    text += "]\n";
  }
  return text;
}

std::string head_of(const Database& database, const OrcaflexWriting& writing) {
  const FileUnits units = units_of(writing);
  const bool deep = std::isinf(database.water_depth);
  return fmt::format(
      "\xef\xbb\xbf%YAML 1.1\n# Type: Model\n---\nGeneral:\n  UnitsSystem: {}\nEnvironment:\n"
      "  Density: {:.17g}\n  WaterDepth: {}\nLineTypes:\n  - Name: \"a: b\"  # not read\n"
      "VesselTypes:\n  - Name: Hull\n    WavesReferredToBy: {}\n    RAOPhaseConvention: {}\n"
      "    RAOPhaseUnitsConvention: degrees\n    RAOPhaseRelativeToConvention: {}\n"
      "    RAOWaveUnit: {}\n    SwayPositive: {}\n    Symmetry: {}\n    Draughts:\n"
      "      - Name: Full\n",
      writing.us_units ? "US" : "SI",
      database.water_density * std::pow(units.length, 3) / units.mass,
      deep ? "Infinity" : fmt::format("{:.17g}", database.water_depth / units.length),
      writing.waves, writing.phases, writing.zero, writing.wave_unit, writing.sway_positive,
      writing.symmetry);
}

std::string matrices_text(const Database& database, const OrcaflexWriting& writing) {
  const FileUnits units = units_of(writing);
  const auto block = [&](const std::string& wave, const MatrixXd& mass) {
    return fmt::format(
               "          - AMDPeriodOrFrequency: {}\n            AddedMassMatrixX, "
               "AddedMassMatrixY, AddedMassMatrixZ, AddedMassMatrixRx, AddedMassMatrixRy, "
               "AddedMassMatrixRz:\n",
               wave) +
           matrix_rows_of(mass, units.mass, units.length, 0);
  };
  std::string text = "        FrequencyDependentAddedMassAndDamping:\n";
  text += block(writing.waves == "period (s)" ? "0" : "Infinity", *database.added_mass_infinite);
  for (Index k = database.omega.size() - 1; k >= 0; --k) {
    const auto place = static_cast<std::size_t>(k);
    text += block(fmt::format("{:.17g}", filed_wave(database.omega[k], writing.waves)),
                  database.added_mass[place]);
    text += "            DampingX, DampingY, DampingZ, DampingRx, DampingRy, DampingRz:\n" +
            matrix_rows_of(database.radiation_damping[place], units.force / units.length,
                           units.length, 0);
  }
  return text;
}

}  // namespace

std::string orcaflex_text(const Database& database, const OrcaflexWriting& writing) {
  const FileUnits units = units_of(writing);
  const hydro::DatabaseBody& body = database.bodies.front();
  const Database turned = about_points(database, {writing.reference_origin});
  const Database of_forces = about_points(database, {writing.rao_origin});
  std::string text = head_of(database, writing);
  text += "        CentreOfMass: " + point_text(body.center_of_gravity, units.length) + "\n";
  text +=
      "        LoadRAOs:\n          RAOOrigin: " + point_text(writing.rao_origin, units.length) +
      "\n          PhaseOrigin: ";
  text += writing.phase_origin ? point_text(*writing.phase_origin, units.length) : "~";
  text += "\n          RAOs:\n";
  for (Index h = 0; h < database.wave_directions.size(); ++h) {
    text += fmt::format("            - RAODirection: {:.17g}\n              RAOPeriodOrFrequency",
                        database.wave_directions[h] / kRadiansPerDegree);
    for (const char* dof : {"Surge", "Sway", "Heave", "Roll", "Pitch", "Yaw"}) {
      text += fmt::format(", RAO{0}Amp, RAO{0}Phase", dof);
    }
    text += ":\n" + force_rows_of(of_forces, writing, h);
  }
  text += "        AMDMethod: Frequency dependent\n        ReferenceOrigin: " +
          point_text(writing.reference_origin, units.length);
  text += fmt::format("\n        DisplacedVolume: {:.17g}\n        CentreOfBuoyancy: {}\n",
                      body.displaced_volume / std::pow(units.length, 3),
                      point_text(body.center_of_buoyancy, units.length));
  text += "        HydrostaticStiffnessz, HydrostaticStiffnessRx, HydrostaticStiffnessRy:\n" +
          matrix_rows_of(turned.bodies.front().hydrostatic_stiffness.block<3, 3>(2, 2),
                         units.force / units.length, units.length, 2);
  return text + matrices_text(turned, writing);
}

}  // namespace raftup::testing
