#include "hydro/second_order/drift_sum.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "hydro/excitation/body_excitation.hpp"

namespace raftup::hydro {
namespace {

constexpr std::size_t kDofCount = kDofs;
constexpr double kStep = BodyExcitation::kHeadingStep;

using FourEdges = Eigen::Matrix<double, 1, 4>;  ///< before, begin, end and behind a cell

/// Puts the parabola through the edges of a cell that has the mean curvature there.
void put_parabola(const FourEdges& edges, std::size_t lane, RealParabola& parabola) {
  const double half_curvature = 0.25 * (edges[0] - edges[1] - edges[2] + edges[3]);
  parabola.constant[lane] = edges[1];
  parabola.linear[lane] = edges[2] - edges[1] - half_curvature;
  parabola.quadratic[lane] = half_curvature;
}

bool is_zero(const std::vector<RealParabola>& series) {
  return std::all_of(series.begin(), series.end(), [](const RealParabola& block) {
    for (const LaneArray* term : {&block.constant, &block.linear, &block.quadratic}) {
      if (std::any_of(term->begin(), term->end(), [](double r) { return r != 0.0; })) return false;
    }
    return true;
  });
}

/// Re(a b*)
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

void DriftSum::put(std::size_t component, std::size_t block, std::size_t lane,
                   const Eigen::Matrix<double, kDofs, 4>& D, std::vector<Series>& series) const {
  const double a = amplitudes_[component];
  for (std::size_t i = 0; i < kDofCount; ++i) {
    const FourEdges edges = D.row(static_cast<Eigen::Index>(i));
    switch (form_) {
      case Form::kMean:
        put_parabola(a * a * edges, lane, series[i][block]);
        break;
      case Form::kArithmeticMean:
        put_parabola(a * edges, lane, series[i][block]);
        break;
      case Form::kSquareRoot:
        put_parabola(a * edges.cwiseMax(0.0).cwiseSqrt(), lane, series[i][block]);
        put_parabola(a * (-edges).cwiseMax(0.0).cwiseSqrt(), lane, series[kDofCount + i][block]);
    }
  }
  if (form_ == Form::kArithmeticMean) series[kDofCount][block].constant[lane] = a;
}

std::vector<DriftSum::Series> DriftSum::interpolated(long number) const {
  std::vector<MatrixXd> weights;  // per direction: filed directions x edges
  for (const double direction : directions_) {
    MatrixXd& at_edges = weights.emplace_back();
    for (long edge = -1; edge <= 2; ++edge) {
      const VectorXd at = headings_.weights(direction - static_cast<double>(number + edge) * kStep);
      if (edge == -1) at_edges.resize(at.size(), 4);
      at_edges.col(edge + 1) = at;
    }
  }
  const std::size_t count = form_ == Form::kMean             ? kDofCount
                            : form_ == Form::kArithmeticMean ? kDofCount + 1
                                                             : 2 * kDofCount;
  std::vector<Series> series(count, Series(components_.block_count()));
  for (std::size_t block = 0; block < components_.block_count(); ++block) {
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
      const std::size_t c = components_.component(block, lane);
      if (c == PairedComponents::kNone) continue;
      put(c, block, lane, drift_[c] * weights[direction_of_[c]], series);
    }
  }
  for (Series& one : series) {
    if (is_zero(one)) one.clear();
  }
  return series;
}

const std::vector<DriftSum::Series>& DriftSum::cell(long number) {
  Cell& cell = remembered_[static_cast<std::size_t>(number) % kRememberedCells];
  if (cell.number != number || cell.series.empty()) cell = {number, interpolated(number)};
  return cell.series;
}

void DriftSum::add_powers(const PairedComponents::Group& group,
                          const std::vector<InstantPhasors>& phasors,
                          const std::vector<Series>& series, const PathParameters& u,
                          PathForces& forces) {
  for (std::size_t i = 0; i < kDofCount; ++i) {
    if (series[i].empty()) continue;
    const auto sums = sum_powers(phasors.data() + group.begin, series[i].data() + group.begin,
                                 group.end - group.begin, u);
    for (std::size_t n = 0; n < forces.size(); ++n) {
      forces[n].force[static_cast<Eigen::Index>(i)] += sums[n].value;
      forces[n].per_u[static_cast<Eigen::Index>(i)] += sums[n].per_u;
    }
  }
}

void DriftSum::add_pairs(const PairedComponents::Group& group,
                         const std::vector<InstantPhasors>& phasors,
                         const std::vector<Series>& series, const PathParameters& u,
                         PathForces& forces) const {
  using Sums = std::array<SeriesSum, 3>;
  const auto sum_of = [&](const Series& one) -> Sums {
    if (one.empty()) return {};
    return sum_series(components_, group, phasors, one, u);
  };
  const bool arithmetic = form_ == Form::kArithmeticMean;
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

PathForces DriftSum::sum(const std::vector<InstantPhasors>& phasors,
                         const std::vector<Series>& series, const PathParameters& u) const {
  PathForces forces = no_forces();
  for (const PairedComponents::Group& group : components_.groups()) {
    form_ == Form::kMean ? add_powers(group, phasors, series, u, forces)
                         : add_pairs(group, phasors, series, u, forces);
  }
  return forces;
}

void DriftSum::add(const std::vector<InstantPhasors>& phasors, const std::array<double, 3>& turned,
                   PathForces& forces) {
  PathForces sums;
  double last = 0.0;
  for (std::size_t n = 0; n < forces.size(); ++n) {
    const double number = std::floor(turned[n] / kStep);
    if (n == 0 || number != last) {
      sums =
          sum(phasors, cell(static_cast<long>(number)),
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
