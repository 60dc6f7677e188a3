#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/database/repair/repair.hpp"
#include "hydro/database/spikes.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr std::size_t kMostNamed = 12;  ///< greatest number of frequencies in a finding
/// Number of frequencies on each side at which causality is judged.
constexpr Index kNeighbors = 3;

void set_entry(std::vector<MatrixXd>& matrices, Index row, Index column, const VectorXd& curve) {
  for (std::size_t k = 0; k < matrices.size(); ++k) {
    matrices[k](row, column) = curve[static_cast<Index>(k)];
  }
}

/// Replaces spikes pair by pair and collects the changes for the report.
class OutlierRepair {
 public:
  explicit OutlierRepair(Database& database)
      : database_(database),
        search_(database.omega),
        kramers_kronig_(kramers_kronig_weights(database.omega)) {}

  void bridge_all() {
    const std::vector<Index> dofs = radiating_dofs(database_);
    const VectorXd added_mass_range = diagonal_ranges(database_.added_mass);
    const VectorXd damping_range = diagonal_ranges(database_.radiation_damping);
    for (const Index row : dofs) {
      for (const Index column : dofs) {
        bridge(row, column, database_.added_mass, added_mass_range);
        bridge(row, column, database_.radiation_damping, damping_range);
      }
    }
  }

  std::string message() const {
    std::string text = "spikes of added mass and radiation damping bridged: none";
    if (count_ > 0) {
      text = fmt::format(
          "{} spikes of added mass and radiation damping bridged by cubics through their "
          "neighbours, at {} rad/s: the highest was {:.3g} % of the range, in {}, {}; the "
          "excitation is kept",
          count_, frequencies(), 100.0 * highest_.value, dof_name(database_, highest_.row),
          dof_name(database_, highest_.column));
    }
    if (kept_ == 0) return text;
    return text + fmt::format("; {} kept, since A and B would agree less without them", kept_);
  }

  double height() const { return highest_.value; }

 private:
  VectorXd diagonal_ranges(const std::vector<MatrixXd>& matrices) const {
    VectorXd ranges(database_.dof_count());
    for (Index dof = 0; dof < ranges.size(); ++dof) {
      ranges[dof] = curve_range(entry_over_frequency(matrices, dof, dof));
    }
    return ranges;
  }

  void bridge(Index row, Index column, const std::vector<MatrixXd>& matrices,
              const VectorXd& ranges) {
    const double range = std::sqrt(ranges[row] * ranges[column]);
    if (range <= 0.0) return;
    for (const Spike& spike : search_.in(entry_over_frequency(matrices, row, column), range)) {
      const VectorXd A = entry_over_frequency(database_.added_mass, row, column);
      const VectorXd B = entry_over_frequency(database_.radiation_damping, row, column);
      const VectorXd bridged_A = A.size() == 0 ? A : search_.bridged(A, spike);
      const VectorXd bridged_B = search_.bridged(B, spike);
      if (disagreement(bridged_A, bridged_B, spike) > disagreement(A, B, spike)) {
        ++kept_;
        continue;
      }
      set_entry(database_.added_mass, row, column, bridged_A);
      set_entry(database_.radiation_damping, row, column, bridged_B);
      note(row, column, spike);
    }
  }

  /// Returns the sum of squares, around the spike, of the difference between A and the
  /// Kramers-Kronig transform of B plus a constant; 0 if there is no A.
  double disagreement(const VectorXd& A, const VectorXd& B, const Spike& spike) const {
    if (A.size() == 0) return 0.0;
    const VectorXd infinite = A + kramers_kronig_ * B;
    const Index first = std::max<Index>(0, spike.first - kNeighbors);
    const Index end = std::min(A.size(), spike.first + spike.count + kNeighbors);
    return (infinite.array() - infinite.mean()).segment(first, end - first).square().sum();
  }

  void note(Index row, Index column, const Spike& spike) {
    ++count_;
    if (spike.height > highest_.value) highest_ = {spike.height, row, column};
    for (Index k = 0; k < spike.count; ++k) touched_.insert(spike.first + k);
  }

  std::string frequencies() const {
    std::string text;
    std::size_t named = 0;
    for (const Index k : touched_) {
      if (named == kMostNamed) {
        return text + fmt::format(" and {} more", touched_.size() - kMostNamed);
      }
      text += fmt::format("{}{:.4g}", named == 0 ? "" : ", ", database_.omega[k]);
      ++named;
    }
    return text;
  }

  Database& database_;
  SpikeSearch search_;
  MatrixXd kramers_kronig_;
  std::size_t count_ = 0, kept_ = 0;
  WorstEntry highest_;
  std::set<Index> touched_;
};

}  // namespace

void drop_outliers(Database& database) {
  require(!database.radiation_damping.empty(),
          "drop_outliers needs radiation damping over frequency, which the database has not");
  OutlierRepair outliers(database);
  outliers.bridge_all();
  note_repair(database, "outliers_bridged", outliers.message(), outliers.height());
}

}  // namespace raftup::hydro
