#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/long_wave.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Allowed difference, as check_haskind() explains. Chosen, not swept.
constexpr double kHaskindTolerance = 2e-2;
constexpr double kTwoPi = 2.0 * std::numbers::pi;
/// Largest difference of the integral from every second direction, relative to the peak.
constexpr double kResolved = 5e-3;
/// Largest relative difference between x and y for a body of revolution.
constexpr double kRevolution = 5e-3;
constexpr double kDeep = std::numbers::pi;  ///< k h above which tanh(k h) is 1 to .4 %

bool nearly_equal(double a, double b) {
  return std::abs(a - b) <= kRevolution * std::max(std::abs(a), std::abs(b));
}

/// Returns true if the data of every body are the same in x and y, about one common axis.
bool is_of_revolution(const Database& database) {
  const MatrixXd& damping = database.radiation_damping[database.radiation_damping.size() / 2];
  for (Index body = 0; body < database.body_count(); ++body) {
    const DatabaseBody& it = database.bodies[static_cast<std::size_t>(body)];
    const Index first = kDofs * body;
    const bool on_axis =
        it.center_of_gravity.head<2>() == database.bodies.front().center_of_gravity.head<2>();
    if (!on_axis || !nearly_equal(damping(first, first), damping(first + 1, first + 1)) ||
        !nearly_equal(it.hydrostatic_stiffness(3, 3), it.hydrostatic_stiffness(4, 4))) {
      return false;
    }
  }
  return true;
}

bool covers_circle_evenly(const VectorXd& directions) {
  const Index count = directions.size();
  if (count < 4 || count % 2 != 0) return false;
  const double step = kTwoPi / static_cast<double>(count);
  for (Index h = 1; h < count; ++h) {
    if (std::abs(directions[h] - directions[h - 1] - step) > 1e-6 * step) return false;
  }
  return true;
}

/// Integral of |X|^2 over the circle from every `stride`-th direction: one per dof and frequency.
Eigen::ArrayXXd energy_integral(const Database& database, std::size_t stride) {
  const std::vector<MatrixXcd>& excitation = database.excitation.values;
  Eigen::ArrayXXd sum = Eigen::ArrayXXd::Zero(database.dof_count(), database.omega.size());
  for (std::size_t h = 0; h < excitation.size(); h += stride) sum += excitation[h].array().abs2();
  return sum * (kTwoPi * static_cast<double>(stride) / static_cast<double>(excitation.size()));
}

/// Expected B_ii, 6N x Nf, and the dofs and frequencies for which the directions of the file
/// suffice.
struct Expectation {
  Eigen::ArrayXXd damping;
  std::vector<Index> dofs;
  Index frequency_count;  ///< number of frequencies, from the first one on
};

Eigen::ArrayXXd to_damping(const Database& database, Eigen::ArrayXXd energy) {
  const double scale = 2.0 * kTwoPi * database.water_density * std::pow(database.gravity, 3.0);
  for (Index k = 0; k < energy.cols(); ++k) {
    energy.col(k) *= std::pow(database.omega[k], 3.0) / scale;
  }
  return energy;
}

/// Computes the expected B_ii from directions around the circle. X varies faster with direction in
/// shorter waves; the result is valid up to the first frequency at which the integral from every
/// second direction differs.
Expectation expect_from_circle(const Database& database) {
  Expectation expectation{to_damping(database, energy_integral(database, 1)),
                          radiating_dofs(database), 0};
  const Eigen::ArrayXXd coarse = to_damping(database, energy_integral(database, 2));
  const VectorXd largest = largest_damping(database);
  const auto is_resolved = [&](Index frequency) {
    return std::all_of(expectation.dofs.begin(), expectation.dofs.end(), [&](Index dof) {
      return std::abs(expectation.damping(dof, frequency) - coarse(dof, frequency)) <=
             kResolved * largest[dof];
    });
  };
  Index& count = expectation.frequency_count;
  while (count < database.omega.size() && is_resolved(count)) ++count;
  return expectation;
}

Expectation expect_from_heave(const Database& database) {
  const Eigen::ArrayXXd first = database.excitation.values.front().array().abs2();
  Expectation expectation{to_damping(database, kTwoPi * first), {}, database.omega.size()};
  if (is_of_revolution(database)) {
    for (Index heave = 2; heave < database.dof_count(); heave += kDofs) {
      expectation.dofs.push_back(heave);
    }
  }
  return expectation;
}

bool is_deep(const Database& database, double omega) {
  return omega * omega * database.water_depth / database.gravity > kDeep;
}

}  // namespace

namespace {

Expectation expectation_of(const Database& database) {
  return covers_circle_evenly(database.wave_directions) ? expect_from_circle(database)
                                                        : expect_from_heave(database);
}

}  // namespace

double haskind_error_on_the_whole(const Database& database) {
  const Expectation expectation = expectation_of(database);
  double worst = 0.0;
  for (const Index dof : expectation.dofs) {
    double difference = 0.0, sum = 0.0;
    for (Index k = 0; k < expectation.frequency_count; ++k) {
      if (!is_deep(database, database.omega[k])) continue;
      const double filed = database.radiation_damping[static_cast<std::size_t>(k)](dof, dof);
      difference += std::abs(filed - expectation.damping(dof, k));
      sum += std::abs(filed);
    }
    if (sum > 0.0) worst = std::max(worst, difference / sum);
  }
  return worst;
}

std::optional<Check> check_haskind(const Database& database) {
  if (database.radiation_damping.empty() || database.excitation.empty()) return std::nullopt;
  const Expectation expectation = expectation_of(database);
  const VectorXd largest = largest_damping(database);
  WorstEntry worst{-1.0};
  for (const Index dof : expectation.dofs) {
    for (Index k = 0; k < expectation.frequency_count; ++k) {
      if (!is_deep(database, database.omega[k])) continue;
      const double filed = database.radiation_damping[static_cast<std::size_t>(k)](dof, dof);
      const double difference = std::abs(filed - expectation.damping(dof, k)) / largest[dof];
      if (difference > worst.value) worst = {difference, dof, k};
    }
  }
  if (worst.value < 0.0) return std::nullopt;
  return Check{
      "haskind", worst.value, kHaskindTolerance,
      fmt::format("radiation damping must follow from the excitation (Haskind) to {:g} % of its "
                  "largest value, differs by {:.3g} % in {} at {:.4g} rad/s",
                  100.0 * kHaskindTolerance, 100.0 * worst.value, dof_name(database, worst.row),
                  database.omega[worst.column])};
}

namespace {

/// Allowed differences: about the error of the long-wave limit at the longest waves of a file.
/// Chosen, not swept.
constexpr double kHeaveTolerance = 5e-2;
constexpr double kSurgeTolerance =
    /// Larger than for heave, since the limit is less accurate for surge and sway.
    0.1;
constexpr double kObliquity = 0.5;  ///< least share of the wave's motion along the dof
constexpr Index kHeave = 2;

/// The dof with the largest difference so far; none if it is below 0.
struct WorstDof {
  double value = -1.0;
  Index dof = 0;

  void consider(double candidate, Index candidate_dof) {
    if (candidate > value) *this = {candidate, candidate_dof};
  }
};

void measure_heave(const Database& database, const LongWave& wave, Index body, WorstDof& worst) {
  const Index dof = kDofs * body + kHeave;
  const double stiffness =
      database.bodies[static_cast<std::size_t>(body)].hydrostatic_stiffness(kHeave, kHeave);
  const double scale = stiffness + wave.omega() * wave.resistance(dof, dof).imag();
  for (Index h = 0; h < database.wave_directions.size(); ++h) {
    const double direction = database.wave_directions[h];
    const Complex expected =
        stiffness * wave.elevation(body, direction) + wave.push(dof, direction);
    const Complex filed = database.excitation.values[static_cast<std::size_t>(h)](dof, 0);
    worst.consider(std::abs(filed - expected) / scale, dof);
  }
}

/// Measures the relations of surge and sway.
void measure_surge(const Database& database, const LongWave& wave, Index body, WorstDof& worst) {
  for (Index h = 0; h < database.wave_directions.size(); ++h) {
    const double direction = database.wave_directions[h];
    const auto [sine, cosine] = sincos(direction);
    for (const Index axis : {0, 1}) {
      const double along = axis == 0 ? cosine : sine;
      if (std::abs(along) < kObliquity) continue;
      const Index dof = kDofs * body + axis;
      const Complex expected = wave.push(dof, direction);
      const Complex filed = database.excitation.values[static_cast<std::size_t>(h)](dof, 0);
      worst.consider(std::abs(filed - expected) / std::abs(expected), dof);
    }
  }
}

/// Measures one relation for all bodies for which the lowest frequency is low enough.
/// @param rule rule that the excitation must satisfy: "must follow from ..."
template <typename Measure>
std::optional<Check> check_relation(const Database& database, const std::string& name,
                                    double tolerance, const std::string& rule,
                                    const Measure& measure) {
  if (!has_long_wave_data(database)) return std::nullopt;
  const LongWave wave(database);
  WorstDof worst;
  for (Index body = 0; body < database.body_count(); ++body) {
    if (is_long_for(database, body, wave.wavenumber())) measure(database, wave, body, worst);
  }
  if (worst.value < 0.0) return std::nullopt;
  return Check{name, worst.value, tolerance,
               fmt::format("excitation in long waves {} to {:g} %, differs by {:.3g} % in {} at "
                           "{:.4g} rad/s",
                           rule, 100.0 * tolerance, 100.0 * worst.value,
                           dof_name(database, worst.dof), wave.omega())};
}

}  // namespace

std::optional<Check> check_long_wave_heave(const Database& database) {
  return check_relation(database, "excitation_long_wave_heave", kHeaveTolerance,
                        "must follow from the hydrostatic stiffness", measure_heave);
}

std::optional<Check> check_long_wave_surge(const Database& database) {
  return check_relation(database, "excitation_long_wave_surge", kSurgeTolerance,
                        "must move the displaced volume and the added mass with the water",
                        measure_surge);
}

}  // namespace raftup::hydro
