/// @file Second-order forces of pairs of waves of two directions.
#include "hydro/excitation/transfer_function.hpp"
#include "hydro/second_order/second_order_excitation.hpp"
#include "tests/hydro/second_order/made_excitation.hpp"
#include "tests/hydro/second_order/second_order_data.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

constexpr double kQuarter = 0.25 * kTwoPi;

/// Made-up transfer functions of surge and yaw for all pairs of four directions around the circle.
QuadraticTransferFunction pairs_around(const Database& database, bool difference) {
  QuadraticTransferFunction qtf;
  qtf.omega = database.omega;
  const Eigen::Index n = qtf.omega.size();
  for (const Eigen::Index dof : {0, 5}) {
    for (const double a : database.wave_directions) {
      for (const double b : database.wave_directions) {
        MatrixXcd values(n, n);
        for (Eigen::Index p = 0; p < n; ++p) {
          for (Eigen::Index q = 0; q < n; ++q) {
            const double gap = qtf.omega[p] - qtf.omega[q], sum = qtf.omega[p] + qtf.omega[q];
            const double even = std::cos(a - b) + 0.3 * std::cos(a + b) + 0.1 * std::cos(gap);
            const double odd = std::sin(a - b) + std::sin(2.0 * gap);
            values(p, q) = 1e4 * Complex(even * std::cos(sum) + 0.5 * static_cast<double>(dof),
                                         difference ? odd : std::cos(a + b - sum));
          }
        }
        qtf.entries.push_back({dof, a, b, values});
      }
    }
  }
  return qtf;
}

Database square() {
  Database database =
      bare_database({0.4, 0.6, 0.7, 0.9, 1.2}, {0.0, kQuarter, 2.0 * kQuarter, 3.0 * kQuarter});
  database.qtf_difference = pairs_around(database, true);
  database.qtf_sum = pairs_around(database, false);
  return database;
}

/// Waves whose directions are those of the data.
std::vector<WaveComponent> crossing_waves() {
  std::vector<WaveComponent> waves;
  for (int i = 0; i < 11; ++i) {
    waves.push_back({0.45 + 0.06 * i, 0.3 + 0.02 * (i % 4), 1.3 * i, kQuarter * (i % 3)});
  }
  return waves;
}

SecondOrderOptions filed(bool sums = false) {
  SecondOrderOptions options = method(SecondOrderMethod::kFull);
  options.directions = DirectionPairs::kFiled;
  options.sum_frequency = sums;
  return options;
}

/// F = Re sum_m sum_n T_mn z_m z_n* (or P_mn z_m z_n) of surge, written out over all pairs.
double written_out(const QuadraticTransferFunction& qtf, const Sea& sea, double time,
                   const Vector2& at, bool difference) {
  const auto hats = [&](double omega) {
    VectorXd h = VectorXd::Zero(qtf.omega.size());
    Eigen::Index p = 0;
    while (omega > qtf.omega[p + 1]) ++p;
    h[p + 1] = (omega - qtf.omega[p]) / (qtf.omega[p + 1] - qtf.omega[p]);
    h[p] = 1.0 - h[p + 1];
    return h;
  };
  const auto phasor = [&](std::size_t c) {
    const WaveComponent& wave = sea.components()[c];
    const double k = sea.wavenumbers()[static_cast<Eigen::Index>(c)];
    const double way = at.x() * std::cos(wave.direction) + at.y() * std::sin(wave.direction);
    return std::polar(wave.amplitude, wave.omega * time - k * way + wave.phase);
  };
  double force = 0.0;
  for (std::size_t m = 0; m < sea.components().size(); ++m) {
    for (std::size_t n = 0; n < sea.components().size(); ++n) {
      const WaveComponent &one = sea.components()[m], &other = sea.components()[n];
      for (const auto& entry : qtf.entries) {
        if (entry.influenced_dof != 0 || entry.direction_1 != one.direction ||
            entry.direction_2 != other.direction) {
          continue;
        }
        const Complex T =
            (hats(one.omega).transpose() * entry.values * hats(other.omega).cast<Complex>())(0);
        const Complex z = phasor(n);
        force += (T * phasor(m) * (difference ? std::conj(z) : z)).real();
      }
    }
  }
  return force;
}

}  // namespace

TEST_CASE("direction pairs: the force is the double sum over all pairs of waves",
          "[second_order][analytic]") {
  const Database database = square();
  const Sea sea = sea_of(database, crossing_waves());
  auto difference = excitation_of(database, sea, filed());
  auto both = excitation_of(database, sea, filed(true));
  auto alone = excitation_of(database, sea, method(SecondOrderMethod::kFull));
  for (const double t : {0.0, 3.7, 41.0}) {
    const HorizontalPose pose{7.0, -4.0, 0.0};
    const double T = written_out(database.qtf_difference, sea, t, {7.0, -4.0}, true);
    const double P = written_out(database.qtf_sum, sea, t, {7.0, -4.0}, false);
    CHECK(force_at(difference, t, pose)[0] == Approx(T).epsilon(1e-9));
    CHECK(force_at(both, t, pose)[0] == Approx(T + P).epsilon(1e-9));
    CHECK(std::abs(force_at(alone, t, pose)[0] - T) > 0.05 * std::abs(T));
  }
}

TEST_CASE("direction pairs: of waves of one direction it is the force without them",
          "[second_order][analytic]") {
  const Database database = square();
  std::vector<WaveComponent> waves = crossing_waves();
  for (WaveComponent& wave : waves) wave.direction = kQuarter;
  const Sea sea = sea_of(database, waves);
  auto with = excitation_of(database, sea, filed(true));
  SecondOrderOptions full = method(SecondOrderMethod::kFull);
  full.sum_frequency = true;
  auto without = excitation_of(database, sea, full);
  const VectorXd a = force_at(with, 5.0, {3.0, 2.0, 0.0});
  const VectorXd b = force_at(without, 5.0, {3.0, 2.0, 0.0});
  CHECK((a - b).norm() < 1e-11 * b.norm());
}

TEST_CASE("direction pairs: a turned scene has the same force in the frame of the body",
          "[second_order]") {
  const Database database = square();
  std::vector<WaveComponent> turned = crossing_waves();
  for (WaveComponent& wave : turned) wave.direction += 0.3;
  auto straight = excitation_of(database, sea_of(database, crossing_waves()), filed());
  auto rotated = excitation_of(database, sea_of(database, turned), filed(), 0.3);
  const VectorXd a = force_at(straight, 2.0, {0.0, 0.0, 0.0});
  CHECK((force_at(rotated, 2.0, {0.0, 0.0, 0.3}) - a).norm() < 1e-12 * a.norm());
  // away from its heading of rest, by the step of the interpolation over headings
  auto from_rest = excitation_of(database, sea_of(database, turned), filed(), 0.0);
  CHECK((force_at(from_rest, 2.0, {0.0, 0.0, 0.3}) - a).norm() < 1e-3 * a.norm());
}

TEST_CASE("direction pairs: gradients are those of the force", "[second_order]") {
  const Database database = square();
  auto excitation = excitation_of(database, sea_of(database, crossing_waves()), filed(true));
  const HorizontalPose pose{4.0, 3.0, 0.1};
  StepExcitation instants;
  excitation.linearize({6.0, 0.0, {pose}, {{}}}, instants);
  constexpr double kStep = 1e-5;
  const auto slope = [&](double x, double y, double heading) {
    const auto at = [&](double sign) {
      return force_at(excitation, 6.0,
                      {pose.x + sign * kStep * x, pose.y + sign * kStep * y,
                       pose.heading + sign * kStep * heading});
    };
    return VectorXd((at(1.0) - at(-1.0)) / (2.0 * kStep));
  };
  const MatrixXd& found = instants[1].gradient;
  const double scale = instants[1].force.norm();
  CHECK((found.col(0) - slope(1.0, 0.0, 0.0)).norm() < 1e-6 * scale);
  CHECK((found.col(1) - slope(0.0, 1.0, 0.0)).norm() < 1e-6 * scale);
  CHECK((found.col(2) - slope(0.0, 0.0, 1.0)).norm() < 1e-6 * scale);
}

TEST_CASE("direction pairs: one order of two directions is enough, none is refused",
          "[second_order][edge]") {
  const Database whole = square();
  const Sea sea = sea_of(whole, crossing_waves());
  Database half = whole;
  std::erase_if(half.qtf_difference.entries,
                [](const auto& entry) { return entry.direction_1 > entry.direction_2; });
  auto by_half = excitation_of(half, sea, filed());
  auto by_all = excitation_of(whole, sea, filed());
  const VectorXd a = force_at(by_half, 5.0, {}), b = force_at(by_all, 5.0, {});
  CHECK((a - b).norm() < 1e-12 * b.norm());
  std::erase_if(half.qtf_difference.entries, [](const auto& entry) {
    return entry.direction_1 == 0.0 && entry.direction_2 == kQuarter;
  });
  CHECK_THROWS_WITH(
      excitation_of(half, sea, filed()),
      Catch::Contains("database.qtf_difference must have pairs of all of its directions for "
                      "second_order.directions filed, got none of 0 and 90 deg"));
}
