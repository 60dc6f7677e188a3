#include "hydro/excitation/body_excitation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "hydro/base/error.hpp"
#include "hydro/excitation/heading_parabola.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {
namespace {

constexpr double kDegrees = 360.0 / kTwoPi;

/// Checks the components. Texts are composed only if a rule is violated, since they would cost more
/// than the checks of many waves.
void check_components(const Database& database, Eigen::Index body, const Sea& sea,
                      double rest_heading, const HeadingInterpolation& headings) {
  require(!database.excitation.empty() && database.omega.size() > 0,
          "database.excitation must be given", "none");
  const double omega_max = database.omega[database.omega.size() - 1];
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    const WaveComponent& wave = sea.components()[c];
    const double omega = sea.intrinsic_omegas()[static_cast<Eigen::Index>(c)];
    if (!(omega <= omega_max * (1.0 + kSameFrequency))) {
      throw BrokenRule(
          fmt::format("components[{}].omega{} must not exceed the database's last frequency, {} "
                      "rad/s",
                      c, omega == wave.omega ? "" : ", seen by one who goes with the water,",
                      omega_max),
          fmt::format("{}", omega));
    }
    const double direction = wave.direction - rest_heading;
    if (!(std::abs(headings.outside(direction)) < 1e-6)) {
      throw BrokenRule(
          fmt::format("components[{}].direction must lie within the database's directions, seen "
                      "from body {} at rest",
                      c, database.bodies[static_cast<std::size_t>(body)].name),
          fmt::format("{:.6g} deg", direction * kDegrees));
    }
  }
}

}  // namespace

void check_within_data(const Database& database, Eigen::Index body, const Sea& sea,
                       double rest_heading) {
  check_components(database, body, sea, rest_heading,
                   HeadingInterpolation(database.wave_directions));
}

BodyExcitation::BodyExcitation(const Database& database, Eigen::Index body,
                               const BodyTransferFunction& transfer_function, const Sea& sea,
                               double rest_heading, const std::vector<WaveTerm>& terms)
    : name_(database.bodies[static_cast<std::size_t>(body)].name),
      rest_heading_(rest_heading),
      headings_(database.wave_directions) {
  check_components(database, body, sea, rest_heading, headings_);
  std::map<double, std::size_t> known;
  for (const WaveComponent& wave : sea.components()) {
    const bool is_new = known.try_emplace(wave.direction, directions_.size()).second;
    if (is_new) directions_.push_back(wave.direction - rest_heading);
  }
  for (const WaveTerm& term : terms) {
    direction_of_.push_back(known.at(term.direction));
    const MatrixXcd values = term.amplitude * transfer_function.at(term.omega);
    MatrixXd parts(2 * kDofs, values.cols());
    parts << values.real(), values.imag();
    amplitudes_.push_back(std::move(parts));
  }
}

ForceCoefficients BodyExcitation::interpolated(long number) const {
  std::vector<MatrixXd> weights;  // per direction: filed directions x parabola
  for (const double direction : directions_) {
    const auto at = [&](long step) {
      return headings_.weights(direction - static_cast<double>(step) * kHeadingStep);
    };
    const VectorXd begin = at(number);
    VectorXd linear, quadratic;
    fit_heading_parabola(at(number - 1), begin, at(number + 1), at(number + 2), linear, quadratic);
    weights.emplace_back(begin.size(), 3);
    weights.back() << begin, linear, quadratic;
  }
  ForceCoefficients coefficients;
  coefficients.constant = std::all_of(weights.begin(), weights.end(), [](const MatrixXd& of) {
    return (of.rightCols(2).array() == 0.0).all();
  });
  for (auto& of_dof : coefficients) {
    of_dof.resize((amplitudes_.size() + kLaneCount - 1) / kLaneCount);
  }
  for (std::size_t c = 0; c < amplitudes_.size(); ++c) {
    const Eigen::Matrix<double, 2 * kDofs, 3> values = amplitudes_[c] * weights[direction_of_[c]];
    for (std::size_t i = 0; i < kDofs; ++i) {
      ForceParabola& parabola = coefficients[i][c / kLaneCount];
      const auto dof = static_cast<Eigen::Index>(i);
      Eigen::Index column = 0;
      for (auto* term : {&parabola.constant, &parabola.linear, &parabola.quadratic}) {
        term->real[c % kLaneCount] = values(dof, column);
        term->imaginary[c % kLaneCount] = values(dof + kDofs, column);
        ++column;
      }
    }
  }
  return coefficients;
}

const ForceCoefficients& BodyExcitation::coefficients(long number) {
  return cells_.at(number, [this](long cell) { return interpolated(cell); });
}

const ForceCoefficients& BodyExcitation::coefficients(const WaveWindows& windows,
                                                      const WaveWindows::Window& window,
                                                      long number) {
  return windowed_.cell(windows, window, number, [this](long edge) { return at_edge(edge); });
}

std::vector<WaveWindows::Series> BodyExcitation::at_edge(long number) const {
  std::vector<VectorXd> weights;  // per direction: of the filed directions
  for (const double direction : directions_) {
    weights.push_back(headings_.weights(direction - static_cast<double>(number) * kHeadingStep));
  }
  const std::size_t blocks = (amplitudes_.size() + kLaneCount - 1) / kLaneCount;
  std::vector<WaveWindows::Series> series(kDofs, WaveWindows::Series(blocks));
  for (std::size_t c = 0; c < amplitudes_.size(); ++c) {
    const Eigen::Matrix<double, 2 * kDofs, 1> values = amplitudes_[c] * weights[direction_of_[c]];
    for (std::size_t i = 0; i < kDofs; ++i) {
      const auto dof = static_cast<Eigen::Index>(i);
      ComplexLanes& block = series[i][c / kLaneCount];
      block.real[c % kLaneCount] = values[dof];
      block.imaginary[c % kLaneCount] = values[dof + kDofs];
    }
  }
  return series;
}

void BodyExcitation::check(double heading) const {
  if (headings_.covers_circle()) return;
  const double turned = heading - rest_heading_;
  for (const double direction : directions_) {
    const double outside = headings_.outside(direction - turned);
    if (std::abs(outside) > HeadingInterpolation::kMargin) {
      throw Error(ErrorCode::kOutOfRange,
                  fmt::format("the waves that body {} meets must come within {:.3g} deg of the "
                              "database's directions, got {:.4g} deg outside: with "
                              "excitation.at_body_position: false waves are met at the heading at "
                              "rest, or solve more directions",
                              name_, HeadingInterpolation::kMargin * kDegrees,
                              std::abs(outside) * kDegrees));
    }
  }
}

double BodyExcitation::steps_from_rest(double heading) const {
  const double turned = heading - rest_heading_;
  return (turned - kTwoPi * nearest_integer(turned * kTurnsPerRadian)) / kHeadingStep;
}

void resize(StepExcitation& instants, std::size_t bodies) {
  for (LinearExcitation& instant : instants) {
    instant.poses.resize(bodies);
    instant.force.resize(kDofs * static_cast<Eigen::Index>(bodies));
    instant.gradient.resize(instant.force.size(), 3);
  }
}

}  // namespace raftup::hydro
