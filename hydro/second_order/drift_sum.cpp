#include "hydro/second_order/drift_sum.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "hydro/base/whole_number.hpp"
#include "hydro/excitation/body_excitation.hpp"
#include "hydro/excitation/heading_parabola.hpp"

namespace raftup::hydro {
namespace {

constexpr std::size_t kDofCount = kDofs;
constexpr double kStep = BodyExcitation::kHeadingStep;  ///< [rad] of the table over headings

using FourEdges = Eigen::Matrix<double, 1, 4>;  ///< before, begin, end and behind a cell

bool is_zero(const std::vector<RealParabola>& series) {
  return std::all_of(series.begin(), series.end(), [](const RealParabola& block) {
    for (const LaneArray* term : {&block.constant, &block.linear, &block.quadratic}) {
      if (std::any_of(term->begin(), term->end(), [](double r) { return r != 0.0; })) return false;
    }
    return true;
  });
}

/// Returns Re(a b*).
double product(const Complex& a, const Complex& b) {
  return a.real() * b.real() + a.imag() * b.imag();
}

/// Adds Re(A B*) and its gradient.
void add_product(const SeriesSum& A, const SeriesSum& B, double sign, Eigen::Index dof,
                 ForceGradient& sum) {
  sum.force[dof] += sign * product(A.value, B.value);
  sum.per_u[dof] += sign * (product(A.per_u, B.value) + product(A.value, B.per_u));
  sum.per_x[dof] += sign * (product(A.per_x, B.value) + product(A.value, B.per_x));
  sum.per_y[dof] += sign * (product(A.per_y, B.value) + product(A.value, B.per_y));
}

}  // namespace

DriftSum::DriftSum(const DriftCoefficients& drift, const Sea& sea,
                   const PairedComponents& components, double rest_heading,
                   const SecondOrderOptions& options)
    : form_(options.method != SecondOrderMethod::kNewman         ? Form::kMean
            : options.newman_form == NewmanForm::kArithmeticMean ? Form::kArithmeticMean
                                                                 : Form::kSquareRoot),
      components_(components),
      headings_(drift.directions()) {
  std::map<double, std::size_t> known;
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    const WaveComponent& wave = sea.components()[c];
    const auto [entry, is_new] = known.try_emplace(wave.direction, directions_.size());
    if (is_new) directions_.push_back(wave.direction - rest_heading);
    direction_of_.push_back(entry->second);
    amplitudes_.push_back(wave.amplitude);
    drift_.push_back(drift.at(sea.intrinsic_omegas()[static_cast<Eigen::Index>(c)]));
  }
}

std::size_t DriftSum::series_count() const {
  switch (form_) {
    case Form::kMean:
      return kDofCount;
    case Form::kArithmeticMean:
      return kDofCount + 1;
    case Form::kSquareRoot:
      break;
  }
  return 2 * kDofCount;
}

double DriftSum::coefficient(std::size_t series, double a, double D) const {
  switch (form_) {
    case Form::kMean:
      return a * a * D;
    case Form::kArithmeticMean:
      return series == kDofCount ? a : a * D;
    case Form::kSquareRoot:
      break;
  }
  return a * std::sqrt(std::max(series < kDofCount ? D : -D, 0.0));
}

std::vector<VectorXd> DriftSum::weights_at(long edge) const {
  std::vector<VectorXd> weights;
  for (const double direction : directions_) {
    weights.push_back(headings_.weights(direction - static_cast<double>(edge) * kStep));
  }
  return weights;
}

std::vector<DriftSum::Series> DriftSum::interpolated(long number) const {
  std::vector<MatrixXd> weights;  // per direction: filed directions x edges
  for (long edge = 0; edge < 4; ++edge) {
    const std::vector<VectorXd> at = weights_at(number - 1 + edge);
    weights.resize(at.size());
    for (std::size_t d = 0; d < at.size(); ++d) {
      weights[d].conservativeResize(at[d].size(), 4);
      weights[d].col(edge) = at[d];
    }
  }
  std::vector<Series> series(series_count(), Series(components_.block_count()));
  for (std::size_t block = 0; block < components_.block_count(); ++block) {
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
      const std::size_t c = components_.component(block, lane);
      if (c == PairedComponents::kNone) continue;
      const Eigen::Matrix<double, kDofs, 4> D = drift_[c] * weights[direction_of_[c]];
      for (std::size_t i = 0; i < series.size(); ++i) {
        const FourEdges edges =
            D.row(static_cast<Eigen::Index>(i % kDofCount)).unaryExpr([&](double at_edge) {
              return coefficient(i, amplitudes_[c], at_edge);
            });
        RealParabola& parabola = series[i][block];
        parabola.constant[lane] = edges[1];
        fit_heading_parabola(edges[0], edges[1], edges[2], edges[3], parabola.linear[lane],
                             parabola.quadratic[lane]);
      }
    }
  }
  for (Series& one : series) {
    if (is_zero(one)) one.clear();
  }
  return series;
}

std::vector<WaveWindows::Series> DriftSum::at_edge(long number) const {
  const std::vector<VectorXd> weights = weights_at(number);
  const std::size_t blocks = (drift_.size() + kLaneCount - 1) / kLaneCount;
  std::vector<WaveWindows::Series> series(series_count());
  for (std::size_t c = 0; c < drift_.size(); ++c) {
    const Vector6 D = drift_[c] * weights[direction_of_[c]];
    for (std::size_t i = 0; i < series.size(); ++i) {
      const double value =
          coefficient(i, amplitudes_[c], D[static_cast<Eigen::Index>(i % kDofCount)]);
      if (value == 0.0) continue;
      series[i].resize(blocks);
      series[i][c / kLaneCount].real[c % kLaneCount] = value;
    }
  }
  return series;
}

void DriftSum::add_powers(const PairedWaves& waves, const std::vector<Series>& series,
                          const PathParameters& u, PathForces& forces) {
  for (const PairedComponents::Group& group : waves.components.groups()) {
    for (std::size_t i = 0; i < kDofCount; ++i) {
      if (series[i].empty()) continue;
      const auto sums = sum_powers(waves.phasors.data() + group.begin,
                                   series[i].data() + group.begin, group.end - group.begin, u);
      for (std::size_t n = 0; n < forces.size(); ++n) {
        forces[n].force[static_cast<Eigen::Index>(i)] += sums[n].value;
        forces[n].per_u[static_cast<Eigen::Index>(i)] += sums[n].per_u;
      }
    }
  }
}

template <typename Parabola>
void DriftSum::add_pairs(const PairedWaves& waves, const std::vector<std::vector<Parabola>>& series,
                         const PathParameters& u, PathForces& forces) const {
  using Sums = std::array<SeriesSum, 3>;
  const bool arithmetic = form_ == Form::kArithmeticMean;
  for (const PairedComponents::Group& group : waves.components.groups()) {
    const auto sum_of = [&](const std::vector<Parabola>& one) -> Sums {
      if (one.empty()) return {};
      return sum_series(waves.components, group, waves.phasors, one, u);
    };
    const Sums all = arithmetic ? sum_of(series[kDofCount]) : Sums{};
    for (std::size_t i = 0; i < (arithmetic ? kDofCount : series.size()); ++i) {
      if (series[i].empty()) continue;
      const Sums sums = sum_of(series[i]);
      for (std::size_t n = 0; n < forces.size(); ++n) {
        add_product(sums[n], arithmetic ? all[n] : sums[n], i < kDofCount ? 1.0 : -1.0,
                    static_cast<Eigen::Index>(i % kDofCount), forces[n]);
      }
    }
  }
}

PathForces DriftSum::sum(const PairedWaves& waves, long cell, const PathParameters& u) {
  PathForces forces = no_forces();
  if (waves.window != nullptr) {
    add_pairs<ForceParabola>(waves,
                             windowed_.cell(*waves.windows, *waves.window, cell,
                                            [this](long edge) { return at_edge(edge); }),
                             u, forces);
    return forces;
  }
  const std::vector<Series>& series =
      cells_.at(cell, [this](long number) { return interpolated(number); });
  form_ == Form::kMean ? add_powers(waves, series, u, forces) : add_pairs(waves, series, u, forces);
  return forces;
}

void DriftSum::add(const PairedWaves& waves, const std::array<double, 3>& turned,
                   PathForces& forces) {
  PathForces sums;
  double last = 0.0;
  for (std::size_t n = 0; n < forces.size(); ++n) {
    const double number = std::floor(turned[n] / kStep);
    if (n == 0 || number != last) {
      sums =
          sum(waves, to_integer<long>(number, "steps of the heading from rest"),
              {turned[0] / kStep - number, turned[1] / kStep - number, turned[2] / kStep - number});
    }
    last = number;
    forces[n].force += sums[n].force;
    forces[n].per_u += sums[n].per_u / kStep;
    forces[n].per_x += sums[n].per_x;
    forces[n].per_y += sums[n].per_y;
  }
}

}  // namespace raftup::hydro
