/// @file A database as WAMIT's numeric files, about other points than its centres of gravity.
#pragma once

#include <fmt/format.h>

#include <numbers>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::testing {

/// What to write of a database, and how.
struct WamitWriting {
  std::vector<Vector3> points;       ///< that the coefficients are to be about, one per body [m]
  bool weight = true;                ///< whether .hst has the moment of the weight
  bool wave_numbers = false;         ///< of deep water in the first column instead of periods
  Eigen::Index first_frequency = 0;  ///< lower ones are left out
};

/// The motion of the centre of gravity from that of a point: v_G = v_P + omega x (G - P).
inline Matrix6 motion_of_center(const Vector3& center, const Vector3& point) {
  const Vector3 r = center - point;
  Matrix6 motion = Matrix6::Identity();
  motion.topRightCorner<3, 3>() << 0, r.z(), -r.y(), -r.z(), 0, r.x(), r.y(), -r.x(), 0;
  return motion;
}

inline MatrixXd motion_of_centers(const hydro::Database& database,
                                  const std::vector<Vector3>& points) {
  MatrixXd motion = MatrixXd::Zero(database.dof_count(), database.dof_count());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto first = first_dof(i);
    motion.block<6, 6>(first, first) =
        motion_of_center(database.bodies[i].center_of_gravity, points[i]);
  }
  return motion;
}

inline std::string wamit_first_column(const hydro::Database& database, Eigen::Index k,
                                      const WamitWriting& writing) {
  const double omega = database.omega[k];
  return fmt::format("{:.17g}", writing.wave_numbers ? omega * omega / database.gravity
                                                     : 2.0 * std::numbers::pi / omega);
}

/// .1 of length 1, with A_inf where there is one.
inline std::string wamit_1(const hydro::Database& database, const WamitWriting& writing) {
  const MatrixXd motion = motion_of_centers(database, writing.points);
  std::string text = " WAMIT Numeric Output -- Filename  x.1\n";
  const Eigen::Index dofs = database.dof_count();
  const auto rows = [&](const std::string& column, const MatrixXd& A, const MatrixXd* B) {
    for (Eigen::Index i = 0; i < dofs; ++i) {
      for (Eigen::Index j = 0; j < dofs; ++j) {
        text += fmt::format(" {} {} {} {:.17g}", column, i + 1, j + 1, A(i, j));
        text += B == nullptr ? "\n" : fmt::format(" {:.17g}\n", (*B)(i, j));
      }
    }
  };
  if (database.added_mass_infinite) {
    const MatrixXd A = motion.transpose() * *database.added_mass_infinite * motion;
    rows(writing.wave_numbers ? "-1.0" : "0.0", A / database.water_density, nullptr);
  }
  for (Eigen::Index k = writing.first_frequency; k < database.omega.size(); ++k) {
    const auto place = static_cast<std::size_t>(k);
    const MatrixXd A = motion.transpose() * database.added_mass[place] * motion;
    const MatrixXd B = motion.transpose() * database.radiation_damping[place] * motion;
    const MatrixXd scaled = B / (database.water_density * database.omega[k]);
    rows(wamit_first_column(database, k, writing), A / database.water_density, &scaled);
  }
  return text;
}

/// .3 of length 1.
inline std::string wamit_3(const hydro::Database& database, const WamitWriting& writing) {
  const MatrixXd motion = motion_of_centers(database, writing.points);
  std::string text;
  for (Eigen::Index k = writing.first_frequency; k < database.omega.size(); ++k) {
    for (Eigen::Index h = 0; h < database.wave_directions.size(); ++h) {
      const MatrixXcd X = motion.transpose().cast<Complex>() *
                          database.excitation.values[static_cast<std::size_t>(h)].col(k) /
                          (database.water_density * database.gravity);
      for (Eigen::Index i = 0; i < database.dof_count(); ++i) {
        text += fmt::format(" {} {:.17g} {} 0 0 {:.17g} {:.17g}\n",
                            wamit_first_column(database, k, writing),
                            database.wave_directions[h] * 180.0 / std::numbers::pi, i + 1,
                            X(i, 0).real(), X(i, 0).imag());
      }
    }
  }
  return text;
}

/// .hst of length 1.
inline std::string wamit_hst(const hydro::Database& database, const WamitWriting& writing) {
  std::string text;
  const double weight_density = database.water_density * database.gravity;
  for (std::size_t b = 0; b < database.bodies.size(); ++b) {
    const hydro::DatabaseBody& body = database.bodies[b];
    const Matrix6 motion = motion_of_center(body.center_of_gravity, writing.points[b]);
    Matrix6 C = motion.transpose() * body.hydrostatic_stiffness * motion / weight_density;
    const Vector3 arm = body.displaced_volume * (body.center_of_gravity - writing.points[b]);
    if (!writing.weight) {
      C(3, 3) += arm.z();
      C(4, 4) += arm.z();
      C(3, 5) -= arm.x();
      C(4, 5) -= arm.y();
    }
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) {
        const int first = 6 * static_cast<int>(b);
        text += fmt::format(" {} {} {:.17g}\n", first + i + 1, first + j + 1, C(i, j));
      }
    }
  }
  return text;
}

}  // namespace raftup::testing
