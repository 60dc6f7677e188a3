#include "hydro/excitation/transfer_function.hpp"

#include <cmath>

#include "hydro/excitation/excitation.hpp"
#include "hydro/sea/dispersion.hpp"
#include "tests/hydro/excitation/filed_ships.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/constants.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

constexpr double kEnd = 2.0;  // rad/s

/// X of a body at the origin: sines in both parts, which do not bend at 0 and kEnd.
Complex smooth_force(double rest, double omega) {
  return rest +
         rest * Complex(std::sin(3.0 * kPi * omega / kEnd), std::sin(2.0 * kPi * omega / kEnd));
}

Database smooth_database(Eigen::Index count) {
  Database database = hemisphere();
  database.bodies[0].center_of_gravity.setZero();
  database.omega = VectorXd::LinSpaced(count, kEnd / static_cast<double>(count), kEnd);
  database.added_mass.clear();
  database.radiation_damping.clear();
  for (MatrixXcd& force : database.excitation.values) {
    force.resize(kDofs, count);
    for (Eigen::Index k = 0; k < count; ++k) {
      for (Eigen::Index i = 0; i < kDofs; ++i) {
        force(i, k) =
            smooth_force(database.bodies[0].hydrostatic_stiffness(i, 2), database.omega[k]);
      }
    }
  }
  return database;
}

/// Largest difference of X by a coarse file from that of a fine one, at the frequencies of this, of
/// the dof's peak.
double worst_difference(const Database& coarse, const Database& fine) {
  const BodyTransferFunction between(refined_excitation(coarse), 0),
      expected(refined_excitation(fine), 0);
  Vector6 peak = Vector6::Zero(), worst = peak;
  for (const double omega : fine.omega) {
    if (omega > between.omega_max()) break;
    const MatrixXcd X = expected.at(omega);
    peak = peak.cwiseMax(X.cwiseAbs().rowwise().maxCoeff());
    worst = worst.cwiseMax((between.at(omega) - X).cwiseAbs().rowwise().maxCoeff());
  }
  double largest = 0.0;
  for (Eigen::Index i = 0; i < kDofs; ++i) {
    const double of_its_kind = peak.segment(i / 3 * 3, 3).maxCoeff();
    if (peak[i] > 1e-3 * of_its_kind) largest = std::max(largest, worst[i] / peak[i]);
  }
  return largest;
}

}  // namespace

TEST_CASE("transfer function: filed frequencies give the file's values", "[excitation]") {
  const Database database = alongside();
  for (const Eigen::Index body : {0, 1}) {
    const BodyTransferFunction transfer(refined_excitation(database), body);
    const auto& center = database.bodies[static_cast<std::size_t>(body)].center_of_gravity;
    for (Eigen::Index k = 0; k < database.omega.size(); ++k) {
      const MatrixXcd at_body = transfer.at(database.omega[k]);
      const double wave = wavenumber(database.omega[k], database.water_depth, database.gravity);
      for (Eigen::Index d = 0; d < database.wave_directions.size(); ++d) {
        const double b = database.wave_directions[d];
        const double phase = wave * (center.x() * std::cos(b) + center.y() * std::sin(b));
        const VectorXcd filed =
            std::polar(1.0, phase) *
            database.excitation.values[static_cast<std::size_t>(d)].col(k).segment(kDofs * body,
                                                                                   kDofs);
        CHECK((at_body.col(d) - filed).norm() <= 1e-13 * filed.norm());  // phases are rounded
      }
    }
  }
}

TEST_CASE("transfer function: between frequencies it is off by their distance to the fourth",
          "[excitation][analytic]") {
  // a cubic spline misses a function by 5/384 h^4 times its largest fourth derivative at most (Hall
  // 1968), and two parts that need not be largest together by hardly less
  for (const Eigen::Index count : {16, 32, 64}) {
    const Database database = smooth_database(count);
    const BodyTransferFunction transfer(refined_excitation(database), 0);
    const double rest = database.bodies[0].hydrostatic_stiffness(2, 2);
    const double fourth = std::hypot(std::pow(3.0 * kPi / kEnd, 4), std::pow(2.0 * kPi / kEnd, 4));
    const double bound = 5.0 / 384.0 * std::pow(kEnd / static_cast<double>(count), 4) * fourth;
    double worst = 0.0;
    for (int k = 0; k <= 1000; ++k) {
      const double omega = kEnd * k / 1000.0;
      worst = std::max(worst, std::abs(transfer.at(omega)(2, 0) / rest - smooth_force(1.0, omega)));
    }
    CHECK(worst < bound);
    CHECK(worst > 0.1 * bound);
  }
}

TEST_CASE("transfer function: a file with half of its frequencies gives the others",
          "[excitation]") {
  CHECK(worst_difference(thinned(hemisphere(), 2), hemisphere()) < 5e-3);  // 1.9 % by lines
}

TEST_CASE("transfer function: one frequency is joined to the long waves by a line",
          "[excitation]") {
  const Database database = thinned(hemisphere(), 1000);
  const BodyTransferFunction transfer(refined_excitation(database), 0);
  const double first = database.omega[0];
  const Complex end = transfer.at(first)(2, 0), rest = transfer.at(0.0)(2, 0);
  CHECK(rest == Complex(database.bodies[0].hydrostatic_stiffness(2, 2)));
  CHECK(std::abs(transfer.at(0.25 * first)(2, 0) - (0.75 * rest + 0.25 * end)) <
        1e-14 * std::abs(rest));
}

TEST_CASE("transfer function: a database without excitation is refused", "[excitation]") {
  Database database = hemisphere();
  database.excitation = {};
  CHECK_THROWS_WITH(BodyTransferFunction(refined_excitation(database), 0),
                    Catch::Contains("database.excitation must be given"));
  CHECK_THROWS_WITH(HeadingInterpolation(VectorXd()),
                    Catch::Contains("database.wave_direction must be given"));
}

TEST_CASE("transfer function: components between frequencies have its values", "[excitation]") {
  const Database database = hemisphere();
  const double omega = 0.25 * database.omega[9] + 0.75 * database.omega[10];
  const auto& center = database.bodies[0].center_of_gravity;
  const HorizontalPose pose{center.x(), center.y(), 0.0};
  const Sea sea({{omega, 1.0, 0.4, 0.0}}, database.water_depth, database.gravity, 0.0);
  Excitation excitation(database, sea, {pose}, {false});
  VectorXd force;
  excitation.evaluate(5.0, {}, force);
  const double k = wavenumber(omega, database.water_depth, database.gravity);
  const VectorXcd X = BodyTransferFunction(refined_excitation(database), 0).at(omega).col(0);
  const VectorXd expected = (X * std::polar(1.0, omega * 5.0 + 0.4 - k * pose.x)).real();
  CHECK((force - expected).norm() < 1e-13 * X.norm());
}
