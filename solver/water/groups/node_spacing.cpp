#include "solver/water/groups/node_spacing.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "hydro/numerics/elementary.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

/// Share of the variance of each force that may come from waves shorter than the result.
constexpr double kShareLeftOut = 0.01;

/// The square |X|^2 of every dof at the first frequency of the database that is not below `omega`,
/// for the direction with the largest value. It is 1 if the database has no wave forces.
VectorXd force_squares(const hydro::Database& database, double omega) {
  if (database.excitation.empty()) return VectorXd::Ones(1);
  const double* begin = database.omega.data();
  const double* last = begin + database.omega.size() - 1;
  const Eigen::Index column = std::lower_bound(begin, last, omega) - begin;
  VectorXd squares = VectorXd::Zero(database.dof_count());
  for (const MatrixXcd& of_direction : database.excitation.values) {
    for (Eigen::Index dof = 0; dof < squares.size(); ++dof) {
      squares[dof] = std::max(squares[dof], std::norm(of_direction(dof, column)));
    }
  }
  return squares;
}

}  // namespace

std::optional<NodeSpacing> node_spacing(const Model& model, const HydrodynamicGroup& group) {
  if (group.family == nullptr || !model.sea || model.sea->components().empty()) return {};
  const hydro::ConfigurationGrid* positions = group.family->grid.positions();
  const hydro::Track* track = group.family->grid.track();
  if (positions == nullptr && track == nullptr) return {};
  const std::vector<hydro::WaveComponent>& waves = model.sea->components();
  const VectorXd& wavenumbers = model.sea->wavenumbers();
  std::vector<Eigen::Index> order(waves.size());  // shortest first
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index a, Eigen::Index b) { return wavenumbers[a] > wavenumbers[b]; });
  const auto variances = [&](Eigen::Index wave) -> VectorXd {
    const hydro::WaveComponent& of = waves[static_cast<std::size_t>(wave)];
    return of.amplitude * of.amplitude * force_squares(*group.database, of.omega);
  };
  VectorXd left_out = variances(order.front());
  VectorXd allowed = VectorXd::Zero(left_out.size());
  for (const Eigen::Index wave : order) allowed += kShareLeftOut * variances(wave);
  std::size_t shortest = 0;
  while (shortest + 1 < order.size() && (left_out.array() <= allowed.array()).all()) {
    left_out += variances(order[++shortest]);
  }
  return NodeSpacing{track == nullptr ? positions->largest_spacing() : track->largest_spacing(),
                     kTwoPi / wavenumbers[order[shortest]]};
}

}  // namespace raftup::solver
