#include "tests/support/hydrostar_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/nemoh_text.hpp"

namespace raftup::testing {

namespace {

using Eigen::Index;
using hydro::Database;

std::string rao_head(const Database& database, const RaoWriting& writing, const std::string& type,
                     const std::string& component) {
  const VectorXd headings = database.wave_directions / kRadiansPerDegree;
  std::string text = fmt::format(
      "# Project :\n#\n# Constants used in computations :\n#     Reference length     :  1.0000\n"
      "#     Water density (rho)  :  {:.17g}\n#     Gravity acceleration :  {:.17g}\n",
      database.water_density, database.gravity);
  text += std::isinf(database.water_depth)
              ? std::string("#     Waterdepth           :  Inf. \n")
              : fmt::format("#     Waterdepth           :  {:.17g}\n", database.water_depth);
  text += fmt::format(
      "#     Ref.pt incident wave : ( {:.17g} {:.17g})\n#     Forward speed :   0.0000  m/s \n#\n"
      "# Reference point of body 1: ( {:.17g} {:.17g} {:.17g})\n# MEANVALUE :   0.0000E+0\n"
      "#   AMP/PHASE\n#-----\n#RAOTYPE    :  {}\n#COMPONENT  :  {}\n#UNIT       :  kg\n"
      "#NBHEADING     {}\n#HEADING ",
      writing.wave_origin.x(), writing.wave_origin.y(), writing.point.x(), writing.point.y(),
      writing.point.z(), type, component, headings.size());
  for (const double heading : headings) text += fmt::format(" {:.17g}", heading);
  return text + "\n#---w(r/s)---\n";
}

std::string row(double omega, const VectorXd& values, const VectorXd& phases) {
  std::string text = fmt::format(" {:.17e}", omega);
  for (const double value : values) text += fmt::format(" {:.17e}", value);
  for (const double phase : phases) text += fmt::format(" {:.17e}", phase);
  return text + "\n";
}

std::string matrix_rows(const Database& database, const RaoWriting& writing,
                        const std::vector<MatrixXd>& matrices, double infinite, Index i, Index j) {
  const Index headings = database.wave_directions.size();
  const VectorXd zeros = VectorXd::Zero(writing.values_alone ? 0 : headings);
  std::string text = row(0.0, VectorXd::Constant(headings, std::nan("")), zeros) +
                     row(-1.0, VectorXd::Constant(headings, infinite), zeros);
  for (Index k = 0; k < database.omega.size(); ++k) {
    const double value = matrices[static_cast<std::size_t>(k)](i, j);
    text += row(database.omega[k], VectorXd::Constant(headings, value), zeros);
  }
  return text + "#ENDFILE\n";
}

std::string force_rows(const Database& database, const RaoWriting& writing, Index dof) {
  const Index headings = database.wave_directions.size();
  const VectorXd none = VectorXd::Zero(headings);
  std::string text = row(0.0, none, none) + row(-1.0, none, none);
  for (Index k = 0; k < database.omega.size(); ++k) {
    VectorXd values(headings), phases(headings);
    const double wave =
        hydro::wavenumber(database.omega[k], database.water_depth, database.gravity);
    for (Index h = 0; h < headings; ++h) {
      const double b = database.wave_directions[h];
      const double along =
          wave * (writing.wave_origin.x() * std::cos(b) + writing.wave_origin.y() * std::sin(b));
      const Complex force = database.excitation.values[static_cast<std::size_t>(h)](dof, k);
      values[h] = std::abs(force);
      phases[h] = (writing.phases_lag ? -1.0 : 1.0) * (std::arg(force) + along) / kRadiansPerDegree;
    }
    text += row(database.omega[k], values, phases);
  }
  return text + "#ENDFILE\n";
}

std::string stiffness_rows(const Database& database) {
  const double unit = database.water_density * database.gravity;
  std::string text;
  for (Index i = 0; i < kDofs; ++i) {
    for (Index j = 0; j < kDofs; ++j) {
      const double value = database.bodies.front().hydrostatic_stiffness(i, j) / unit;
      text += fmt::format(" {} {} {:.17e}\n", i + 1, j + 1, value);
    }
  }
  return text;
}

}  // namespace

std::vector<hydro::SourceFile> rao_files(const Database& database, const RaoWriting& writing) {
  const Database turned = about_points(database, {writing.point});
  std::vector<hydro::SourceFile> files;
  const auto add = [&](const std::string& type, const std::string& component,
                       const std::string& rows) {
    files.push_back(text_source(fmt::format("{}_{}.rao", type, component),
                                rao_head(turned, writing, type, component) + rows));
  };
  for (Index i = 0; i < kDofs; ++i) {
    for (Index j = 0; j < kDofs; ++j) {
      const std::string component = fmt::format("{}{}", i + 1, j + 1);
      const double infinite = (*turned.added_mass_infinite)(i, j);
      add("AddedMass", component, matrix_rows(turned, writing, turned.added_mass, infinite, i, j));
      add("WaveDamping", component,
          matrix_rows(turned, writing, turned.radiation_damping, 0.0, i, j));
    }
    add("Excitation", fmt::format("{}{}", i + 1, i + 1), force_rows(turned, writing, i));
  }
  files.push_back(text_source("hull.hst", stiffness_rows(turned)));
  return files;
}

}  // namespace raftup::testing
