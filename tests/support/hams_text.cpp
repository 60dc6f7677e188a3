#include "tests/support/hams_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/nemoh_text.hpp"

namespace raftup::testing {

namespace {

using Eigen::Index;
using hydro::Database;

std::string control_text(const Database& database, const Vector3& point) {
  const VectorXd& omega = database.omega;
  const VectorXd headings = database.wave_directions / kRadiansPerDegree;
  std::string text = fmt::format(
      "   ----HAMS Control file----\n   Waterdepth {:.17g}\n"
      "   #Start Definition of Wave Frequencies\n"
      "    0_inf_frequency_limits 1   # 0: not to include; 1: to include\n"
      "    Input_frequency_type 3\n    Output_frequency_type 3\n"
      "    Number_of_frequencies {}\n",
      std::isinf(database.water_depth) ? -1.0 : database.water_depth, omega.size());
  for (const double value : omega) text += fmt::format(" {:.17g}", value);
  text += fmt::format(
      "\n    Number_of_headings {}\n    Minimum_heading {:.17g}\n    Heading_step {:.17g}\n",
      -headings.size(), headings[0], headings.size() > 1 ? headings[1] - headings[0] : 1.0);
  return text + fmt::format("    Reference_body_center {:.17g} {:.17g} {:.17g}\n", point.x(),
                            point.y(), point.z());
}

std::string titled_matrix(const std::string& title, const Matrix6& matrix) {
  std::string text = " " + title + ":\n";
  for (Index i = 0; i < kDofs; ++i) {
    for (Index j = 0; j < kDofs; ++j) text += fmt::format(" {:.17e}", matrix(i, j));
    text += "\n";
  }
  return text;
}

std::string hydrostatic_text(const Database& database, const Vector3& center) {
  const hydro::DatabaseBody& body = database.bodies.front();
  const Matrix6 mass = database.water_density * body.displaced_volume * Matrix6::Identity();
  return fmt::format(" Center of Gravity:\n {:.17e} {:.17e} {:.17e}\n", center.x(), center.y(),
                     center.z()) +
         titled_matrix("Body Mass Matrix", mass) +
         titled_matrix("External Linear Damping Matrix", Matrix6::Zero()) +
         titled_matrix("Hydrostatic Restoring Matrix", body.hydrostatic_stiffness) +
         titled_matrix("External Restoring Matrix", Matrix6::Zero());
}

/// Rows of a table, omega = 0 and infinity first.
std::string table(const Database& database, Index dof, const std::vector<MatrixXd>& matrices,
                  const MatrixXd& infinite) {
  const auto row = [dof](double omega, const MatrixXd& matrix) {
    std::string text = fmt::format("  {:.3f}  {:.3f} ", omega * omega, omega);
    for (Index j = 0; j < kDofs; ++j) text += fmt::format(" {:.17e}", matrix(dof, j));
    return text + "\n";
  };
  std::string text = row(0.0, matrices.front()) + row(-1.0, infinite);
  for (Index k = 0; k < database.omega.size(); ++k) {
    text += row(database.omega[k], matrices[static_cast<std::size_t>(k)]);
  }
  return text;
}

std::string force_table(const Database& database, Index dof) {
  std::string text;
  for (Index k = -2; k < database.omega.size(); ++k) {
    const double omega = k == -2 ? 0.0 : k == -1 ? -1.0 : database.omega[k];
    for (const MatrixXcd& forces : database.excitation.values) {
      // X = (i F)', so F = -i X'
      const Complex force = k < 0 ? Complex() : Complex(0.0, -1.0) * std::conj(forces(dof, k));
      text += fmt::format("  {:.3f}  {:.3f}  {:.17e}  {:.17e}\n", omega * omega, omega,
                          force.real(), force.imag());
    }
  }
  return text;
}

}  // namespace

Database in_water_of_hams(Database database) {
  constexpr double kDensity = 1025.0, kGravity = 9.80665;
  database.water_density = kDensity;
  database.gravity = kGravity;
  database.froude_krylov = database.diffraction = {};
  return database;
}

std::vector<hydro::SourceFile> hams_files(const Database& database, const Vector3& point) {
  const Vector3 center = database.bodies.front().center_of_gravity;
  const Database turned = about_points(database, {point});
  const std::vector<MatrixXd> none(turned.radiation_damping.size(), MatrixXd::Zero(kDofs, kDofs));
  std::vector<hydro::SourceFile> files{
      text_source("ControlFile.in", control_text(turned, point)),
      text_source("Hydrostatic.in", hydrostatic_text(turned, center))};
  for (Index i = 0; i < kDofs; ++i) {
    files.push_back(text_source(fmt::format("OAMASS{}.txt", i + 1),
                                table(turned, i, turned.added_mass, *turned.added_mass_infinite)));
    files.push_back(text_source(fmt::format("ODAMPING{}.txt", i + 1),
                                table(turned, i, turned.radiation_damping, none.front())));
    files.push_back(text_source(fmt::format("OEXFOR{}.txt", i + 1), force_table(turned, i)));
  }
  return files;
}

}  // namespace raftup::testing
