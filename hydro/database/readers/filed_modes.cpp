#include "hydro/database/readers/filed_modes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr Index kModesOfCarrier = 3;  ///< the translations of a body
/// Relative to the largest number of a matrix: what rounding in a file may leave.
constexpr double kFiledRounding = 1e-6;
constexpr double kNotableAsymmetry = 0.01;  ///< of a restoring matrix; chosen, not swept

/// Takes the modes of a database from the matrices of a file.
class ModeAssembly {
 public:
  ModeAssembly(std::vector<GeneralisedMode> modes, const FiledModeMatrices& filed,
               Database& database)
      : modes_(std::move(modes)), filed_(filed), database_(database) {
    for (const GeneralisedMode& mode : modes_) dofs_.push_back(mode.dof);
  }

  void set() {
    GeneralisedModes& of = database_.modes;
    set_masses(of);
    set_restoring(of);
    set_structure(of);
    database_.findings.push_back(
        {"mode_shapes_absent", Severity::kInfo,
         fmt::format("the shapes of the modes {} are not in the file: they have coordinates, but "
                     "move no points of their bodies, and no loads act on them at points",
                     fmt::join(filed_.modes, ", ")),
         static_cast<double>(modes_.size())});
    of.modes = std::move(modes_);
  }

 private:
  const GeneralisedMode& mode_at(Index mode) const {
    return modes_[static_cast<std::size_t>(mode)];
  }
  Index count() const { return static_cast<Index>(modes_.size()); }

  /// Largest number of the rows and columns of the modes, which must be finite.
  double largest_in(const MatrixXd& matrix, const std::string& name) const {
    double largest = 0.0;
    for (std::size_t i = 0; i < modes_.size(); ++i) {
      for (Index other = 0; other < matrix.rows(); ++other) {
        for (const double value : {matrix(dofs_[i], other), matrix(other, dofs_[i])}) {
          require(std::isfinite(value),
                  fmt::format("{} must be finite for the mode \"{}\", holds {}: no program knows "
                              "it of any shape; fill it in before the file is written, or leave "
                              "the mode out",
                              name, filed_.modes[i], value));
          largest = std::max(largest, std::abs(value));
        }
      }
    }
    return largest;
  }

  /// Checks that a matrix is finite, and 0 between a mode and the dofs on which it cannot act: all
  /// but those of its body, or all but the modes of its body.
  /// @returns the largest number of the modes
  double check_matrix(const MatrixXd& matrix, const std::string& name, bool with_rigid) const {
    const double largest = largest_in(matrix, name);
    for (std::size_t i = 0; i < modes_.size(); ++i) {
      for (Index other = 0; other < matrix.rows(); ++other) {
        if (is_beside(modes_[i], other, with_rigid)) continue;
        const double found =
            std::max(std::abs(matrix(dofs_[i], other)), std::abs(matrix(other, dofs_[i])));
        require(found <= kFiledRounding * largest,
                fmt::format("{} must be 0 between the mode \"{}\" and {}, holds {:g}", name,
                            filed_.modes[i],
                            with_rigid ? "other bodies" : "what is no mode of its body", found));
      }
    }
    return largest;
  }

  /// True if a dof is that of a mode of the same body, or a rigid dof of it.
  bool is_beside(const GeneralisedMode& mode, Index dof, bool with_rigid) const {
    if (dof / kDofs == mode.body) return with_rigid;
    return std::any_of(modes_.begin(), modes_.end(), [&](const GeneralisedMode& other) {
      return other.dof == dof && other.body == mode.body;
    });
  }

  void set_masses(GeneralisedModes& of) const {
    const std::string& name = filed_.mass_name;
    const double largest = check_matrix(filed_.mass, name, true);
    const MatrixXd rows = filed_.mass(dofs_, Eigen::all);
    const MatrixXd columns = filed_.mass(Eigen::all, dofs_).transpose();
    const double difference = (rows - columns).cwiseAbs().maxCoeff();
    require(difference <= kFiledRounding * largest,
            fmt::format("{} must be symmetric for modes, differs by {:g}", name, difference));
    of.mass = rows(Eigen::all, dofs_);
    of.rigid_mass = beside_rigid(rows);
  }

  /// The columns of the rigid dofs of the body of each mode, M x 6.
  MatrixXd beside_rigid(const MatrixXd& rows) const {
    MatrixXd result(count(), kDofs);
    for (Index mode = 0; mode < count(); ++mode) {
      result.row(mode) = rows.row(mode).segment<kDofs>(kDofs * mode_at(mode).body);
    }
    return result;
  }

  void set_restoring(GeneralisedModes& of) const {
    const std::string& name = filed_.restoring_name;
    check_matrix(filed_.restoring, name, true);
    const MatrixXd rows = filed_.restoring(dofs_, Eigen::all);
    const MatrixXd columns = filed_.restoring(Eigen::all, dofs_).transpose();
    const MatrixXd mean = 0.5 * (rows + columns);
    of.restoring = mean(Eigen::all, dofs_);
    of.rigid_restoring = beside_rigid(mean);
    double worst = 0.0;
    for (Index mode = 0; mode < count(); ++mode) {
      for (Index other = 0; other < rows.cols(); ++other) {
        const double scale = restoring_scale(mode, other);
        const double difference = std::abs(rows(mode, other) - columns(mode, other));
        if (scale > 0.0) worst = std::max(worst, difference / scale);
      }
    }
    if (worst <= kNotableAsymmetry) return;
    database_.findings.push_back(
        {"mode_restoring_asymmetric", Severity::kWarning,
         fmt::format("{} differs from its transpose by {:.3g} % in the rows of modes: the mean is "
                     "taken. Pressure alone is asymmetric; is the weight of the body missing?",
                     name, 100.0 * worst),
         worst});
  }

  /// Root of the restoring of a mode and of another dof alone, of which that between them is a
  /// share.
  double restoring_scale(Index mode, Index other) const {
    const auto own = [&](Index dof) {
      if (std::find(dofs_.begin(), dofs_.end(), dof) != dofs_.end()) {
        return std::abs(filed_.restoring(dof, dof));
      }
      const Matrix6& C =
          database_.bodies[static_cast<std::size_t>(dof / kDofs)].hydrostatic_stiffness;
      return dof % kDofs < 3 ? std::abs(C(2, 2)) : std::max(std::abs(C(3, 3)), std::abs(C(4, 4)));
    };
    return std::sqrt(own(mode_at(mode).dof) * own(other));
  }

  void set_structure(GeneralisedModes& of) {
    of.stiffness = MatrixXd::Zero(count(), count());
    if (filed_.stiffness.size() > 0) {
      check_matrix(filed_.stiffness, filed_.stiffness_name, false);
      of.stiffness = filed_.stiffness(dofs_, dofs_);
    } else {
      database_.findings.push_back(
          {"mode_stiffness_absent", Severity::kWarning,
           fmt::format("the file has no {}, the stiffness of the structure: it is 0, so that "
                       "buoyancy alone holds the modes {}",
                       filed_.stiffness_name, fmt::join(filed_.modes, ", ")),
           0.0});
    }
    if (filed_.damping.size() > 0) set_damping(of);
  }

  /// Damping ratios d / (2 sqrt(k m)).
  void set_damping(const GeneralisedModes& of) {
    const std::string& name = filed_.damping_name;
    const double largest = check_matrix(filed_.damping, name, false);
    const MatrixXd damping = filed_.damping(dofs_, dofs_);
    const MatrixXd diagonal = damping.diagonal().asDiagonal();
    require((damping - diagonal).cwiseAbs().maxCoeff() <= kFiledRounding * largest,
            fmt::format("{} must be diagonal: each mode has a damping ratio of its own", name));
    for (Index mode = 0; mode < count(); ++mode) {
      const auto place = static_cast<std::size_t>(mode);
      if (damping(mode, mode) == 0.0) continue;
      const double critical = 2.0 * std::sqrt(of.stiffness(mode, mode) * of.mass(mode, mode));
      require(critical > 0.0,
              fmt::format("{} of the mode \"{}\" needs a mass and {}, of which it is a share: they "
                          "are {:g} kg and {:g} N/m",
                          name, filed_.modes[place], filed_.stiffness_name, of.mass(mode, mode),
                          of.stiffness(mode, mode)));
      modes_[place].damping_ratio = damping(mode, mode) / critical;
    }
  }

  std::vector<GeneralisedMode> modes_;
  const FiledModeMatrices& filed_;
  Database& database_;
  std::vector<Index> dofs_;
};

}  // namespace

std::vector<GeneralisedMode> modes_behind_bodies(const std::vector<Index>& counts) {
  std::vector<GeneralisedMode> modes;
  auto carrier = static_cast<Index>(counts.size());
  for (std::size_t body = 0; body < counts.size(); ++body) {
    for (Index i = 0; i < counts[body]; ++i) {
      GeneralisedMode& mode = modes.emplace_back();
      mode.body = static_cast<Index>(body);
      mode.dof = kDofs * (carrier + i / kModesOfCarrier) + i % kModesOfCarrier;
      mode.kind = ModeShapeKind::kUnknown;
    }
    carrier += (counts[body] + kModesOfCarrier - 1) / kModesOfCarrier;
  }
  return modes;
}

Index dofs_with_carriers(const std::vector<GeneralisedMode>& modes, Index bodies) {
  return modes.empty() ? kDofs * bodies : kDofs * (modes.back().dof / kDofs + 1);
}

void add_carriers(const std::vector<GeneralisedMode>& modes, Database& database) {
  Index number = 0;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    number = i > 0 && modes[i - 1].body == modes[i].body ? number : 0;
    if (modes[i].dof % kDofs != 0) continue;  // a further mode of the same carrier
    DatabaseBody carrier = database.bodies[static_cast<std::size_t>(modes[i].body)];
    carrier.name = fmt::format("{}.modes{}", carrier.name, ++number);
    carrier.displaced_volume = 0.0;
    carrier.hydrostatic_stiffness.setZero();
    carrier.generalised_modes = 0;
    database.bodies.push_back(std::move(carrier));
  }
}

void set_filed_modes(std::vector<GeneralisedMode> modes, const FiledModeMatrices& filed,
                     Database& database) {
  ModeAssembly(std::move(modes), filed, database).set();
}

}  // namespace raftup::hydro
