#include "tests/support/aqwa_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::testing {

namespace {

using Eigen::Index;
using hydro::Database;

template <typename Values>
std::string row_of(const Values& values) {
  std::string text;
  for (Index i = 0; i < values.size(); ++i) text += fmt::format(" {:.17e}", values(i));
  return text + "\n";
}

std::string matrix_rows(const MatrixXd& matrix) {
  std::string text;
  for (Index i = 0; i < matrix.rows(); ++i) text += row_of(matrix.row(i));
  return text;
}

/// Six numbers in a row, as AQWA wraps its grids.
std::string wrapped(const VectorXd& values) {
  std::string text;
  for (Index i = 0; i < values.size(); ++i) {
    text += fmt::format(" {:.17g}{}", values[i], i % 6 == 5 ? "\n" : "");
  }
  return text + "\n";
}

std::string blocks(const std::string& section, const std::vector<MatrixXd>& matrices,
                   bool by_frequency) {
  std::string text = section + "\n";
  const Index bodies = matrices.front().rows() / kDofs;
  for (Index i = 0; i < bodies; ++i) {
    for (Index j = 0; j < bodies; ++j) {
      for (std::size_t f = 0; f < matrices.size(); ++f) {
        text += fmt::format(" {} {}", i + 1, j + 1);
        if (by_frequency) text += fmt::format(" {}", f + 1);
        text += matrix_rows(matrices[f].block(kDofs * i, kDofs * j, kDofs, kDofs));
      }
    }
  }
  return text;
}

/// Magnitudes and phases [deg] of a force at the center of gravity of a body.
struct Polar {
  Vector6 magnitudes, phases;
};

Polar polar(const Database& database, const hydro::TransferFunction& force, Index body, Index h,
            Index f) {
  const Vector3& center = database.bodies[static_cast<std::size_t>(body)].center_of_gravity;
  const double b = database.wave_directions[h];
  const double k = hydro::wavenumber(database.omega[f], database.water_depth, database.gravity);
  const double along = k * (center.x() * std::cos(b) + center.y() * std::sin(b));
  Polar found;
  for (Index dof = 0; dof < kDofs; ++dof) {
    const Complex value = force.values[static_cast<std::size_t>(h)](kDofs * body + dof, f);
    found.magnitudes[dof] = std::abs(value);
    found.phases[dof] = (-std::arg(value) - along) / kRadiansPerDegree;
  }
  return found;
}

template <typename Write>
std::string for_all_forces(const Database& database, const Write& write) {
  std::string text;
  for (Index body = 0; body < database.body_count(); ++body) {
    for (Index h = 0; h < database.wave_directions.size(); ++h) {
      for (Index f = 0; f < database.omega.size(); ++f) text += write(body, h, f);
    }
  }
  return text;
}

std::string head(const Database& database) {
  std::string text = "* FILE VERSION NO 5  CREATED BY AQWA-LINE VERSION 2020 R1.\n";
  for (Index i = 0; i < database.body_count(); ++i) {
    text += fmt::format(" {} {} {}", i + 1, database.wave_directions.size(), database.omega.size());
    text += wrapped(database.wave_directions / kRadiansPerDegree) + wrapped(database.omega);
  }
  return text;
}

std::string bodies(const Database& database) {
  std::string general = "GENERAL\n", gravity = "COG\n", draft = "DRAFT\n", buoyancy = "COB\n";
  std::string volume = "DISPLACEMENT\n", stiffness = "HYDSTIFFNESS\n", mass = "MASS\n";
  for (std::size_t i = 0; i < database.bodies.size(); ++i) {
    const hydro::DatabaseBody& body = database.bodies[i];
    general += fmt::format(" {} {:.17g} {:.17g} {:.17g} 0 0\n", i + 1, database.water_depth,
                           database.water_density, database.gravity);
    gravity += fmt::format(" {}", i + 1) + row_of(body.center_of_gravity);
    draft += fmt::format(" {} 1.0\n", i + 1);
    buoyancy += fmt::format(" {}", i + 1) + row_of(body.center_of_buoyancy);
    volume += fmt::format(" {} {:.17g}\n", i + 1, body.displaced_volume);
    mass += fmt::format(" {}", i + 1) + matrix_rows(Matrix6::Identity());
    stiffness += fmt::format(" {}", i + 1) + matrix_rows(body.hydrostatic_stiffness);
  }
  return general + gravity + draft + buoyancy + volume + mass + stiffness;
}

std::string listed_table(const Database& database, const std::string& title,
                         const hydro::TransferFunction& force) {
  return for_all_forces(database, [&](Index body, Index h, Index f) {
    std::string text;
    if (f == 0) {
      text = fmt::format("1\n P A R A M E T E R S   F O R   S T R U C T U R E   {} * *\n {}\n",
                         body + 1, title + " FORCES-VARIATION WITH WAVE PERIOD/FREQUENCY") +
             " (SECS)  (RAD/S) (DEGREES)    AMP      PHASE\n";
    }
    text += fmt::format(" 1.0 {:.17g}", database.omega[f]);
    if (f == 0) text += fmt::format(" {:.17g}", database.wave_directions[h] / kRadiansPerDegree);
    const Polar found = polar(database, force, body, h, f);
    for (Index dof = 0; dof < kDofs; ++dof) {
      text += fmt::format(" {:.17e} {:.17g}", found.magnitudes[dof], found.phases[dof]);
    }
    return text + "\n";
  });
}

}  // namespace

std::string aqwa_text(const Database& database) {
  std::string text = head(database) + bodies(database) +
                     blocks("ADDEDMASS", database.added_mass, true) +
                     blocks("DAMPING", database.radiation_damping, true);
  if (database.added_mass_infinite) {
    text += blocks("ADDEDMASS_HF", {*database.added_mass_infinite}, false);
  }
  text += "FORCERAO\n" + for_all_forces(database, [&](Index body, Index h, Index f) {
            const Polar found = polar(database, database.excitation, body, h, f);
            return fmt::format(" {} {} {}", body + 1, h + 1, f + 1) + row_of(found.magnitudes) +
                   row_of(found.phases);
          });
  if (database.mean_drift_force.empty()) return text;
  return text + "FARFIELD\n" + for_all_forces(database, [&](Index body, Index h, Index f) {
           const MatrixXd& drift = database.mean_drift_force[static_cast<std::size_t>(h)];
           return fmt::format(" {} {} {}", body + 1, h + 1, f + 1) +
                  row_of(drift.col(f).segment(kDofs * body, kDofs));
         });
}

std::string aqwa_listing(const Database& database) {
  std::string text;
  for (std::size_t i = 0; i < database.bodies.size(); ++i) {
    const hydro::DatabaseBody& body = database.bodies[i];
    text += fmt::format("1\n * * * * F O R   S T R U C T U R E   {} * * * *\n", i + 1);
    text += fmt::format(" MESH BASED DISPLACEMENT  . . =  {:.17g}\n", body.displaced_volume);
    for (const Index axis : {0, 1, 2}) {
      text += fmt::format(" B{} =  {:.17g}\n", "XYZ"[axis], body.center_of_buoyancy[axis]);
    }
  }
  return text + listed_table(database, "FROUDE KRYLOV", database.froude_krylov) +
         listed_table(database, "DIFFRACTION", database.diffraction);
}

// Records of all pairs, the first structure and heading first.
std::string aqwa_qtf(const Database& database, bool with_sums) {
  const VectorXd& omega = database.qtf_difference.omega;
  const auto& differences = database.qtf_difference.entries;
  const Index headings = std::ssize(differences) / database.dof_count();
  std::string text = "AQTF-2.0 :\n";
  VectorXd directions(headings);
  for (Index h = 0; h < headings; ++h) {
    directions[h] =
        differences[static_cast<std::size_t>(h * kDofs)].direction_1 / kRadiansPerDegree;
  }
  for (Index i = 0; i < database.body_count(); ++i) {
    text += fmt::format(" {} {} {}\n", i + 1, headings, omega.size()) + wrapped(directions) +
            wrapped(omega);
  }
  for (Index i = 0; i < database.body_count(); ++i) {
    const Vector3& center = database.bodies[static_cast<std::size_t>(i)].center_of_gravity;
    for (Index h = 0; h < headings; ++h) {
      const auto first = static_cast<std::size_t>(kDofs * (i * headings + h));
      const double b = differences[first].direction_1;
      const double along = center.x() * std::cos(b) + center.y() * std::sin(b);
      for (Index m = 0; m < omega.size(); ++m) {
        for (Index n = 0; n < omega.size(); ++n) {
          const double km = hydro::wavenumber(omega[m], database.water_depth, database.gravity);
          const double kn = hydro::wavenumber(omega[n], database.water_depth, database.gravity);
          text += fmt::format(" {} {} {} {}", i + 1, h + 1, m + 1, n + 1);
          Vector6 real, imaginary;
          for (Index dof = 0; dof < kDofs; ++dof) {
            const Complex at_body =
                differences[first + static_cast<std::size_t>(dof)].values(m, n) *
                std::polar(1.0, (km - kn) * along);
            real[dof] = at_body.real();
            imaginary[dof] = at_body.imag();
          }
          text += row_of(real) + row_of(imaginary);
          const Vector6 sums = Vector6::Constant(with_sums ? 1.0 : 0.0);
          text += row_of(sums) + row_of(sums);
        }
      }
    }
  }
  return text;
}

}  // namespace raftup::testing
