#include "solver/linearisation/water_coefficients.hpp"

#include <algorithm>

#include "hydro/base/cancellation.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

/// The added mass of the system matrix, from the added mass of a radiation memory.
MatrixXd used_added_mass(const HydrodynamicGroup& group, const MatrixXd& of_memory) {
  const bool given = group.added_mass_frequency.has_value();
  return consistent_added_mass(given ? *filed_added_mass(group) : of_memory,
                               group.radiation.body_interaction);
}

RowMajorMatrix repeated(const MatrixXd& matrix, Eigen::Index count) {
  RowMajorMatrix rows(count, matrix.size());
  for (Eigen::Index k = 0; k < count; ++k) matrix_of_row(rows, k, matrix.rows()) = matrix;
  return rows;
}

}  // namespace

WaterCoefficients::WaterCoefficients(const HydrodynamicGroup& group, RadiationSource source,
                                     double step, hydro::FitCache* cache)
    : body_interaction_(group.radiation.body_interaction) {
  if (source == RadiationSource::kFile) {
    set_from_file(group);
  } else {
    set_from_memory(group, source, step, cache);
  }
}

WaterCoefficients::WaterCoefficients(const HydrodynamicGroup& group,
                                     std::shared_ptr<const hydro::RadiationMemory> memory)
    : source_(memory), body_interaction_(group.radiation.body_interaction) {
  set_infinite_added_mass(group, memory->infinite_added_mass());
}

void WaterCoefficients::set_infinite_added_mass(const HydrodynamicGroup& group,
                                                const MatrixXd& of_memory) {
  infinite_added_mass_ = used_added_mass(group, of_memory);
  shift_ = infinite_added_mass_ - of_memory;
}

void WaterCoefficients::set_from_file(const HydrodynamicGroup& group) {
  const hydro::Database& database = *group.database;
  source_ = group.database;
  const Eigen::Index size = database.dof_count();
  infinite_added_mass_ = database.added_mass_infinite  ? *database.added_mass_infinite
                         : database.added_mass.empty() ? MatrixXd(MatrixXd::Zero(size, size))
                                                       : database.added_mass.back();
  if (!body_interaction_) infinite_added_mass_ = hydro::diagonal_blocks(infinite_added_mass_);
  shift_ = MatrixXd::Zero(size, size);
}

void WaterCoefficients::set_from_memory(const HydrodynamicGroup& group, RadiationSource source,
                                        double step, hydro::FitCache* cache) {
  const hydro::RadiationOptions& options = group.radiation;
  MatrixXd of_memory;
  if (options.form == hydro::RadiationForm::kNone) {
    source_ = NoMemory{};
    of_memory = group.added_mass_frequency ? *filed_added_mass(group)
                                           : hydro::infinite_added_mass(*group.database);
  } else if (source == RadiationSource::kMemory ||
             options.form == hydro::RadiationForm::kConstant) {
    const auto memory = hydro::make_radiation_model(*group.database, options, step, cache).memory;
    of_memory = memory->infinite_added_mass();
    source_ = memory;
  } else {
    const auto tables = hydro::radiation_tables(*group.database, options, cache);
    of_memory = tables->coefficients().infinite_added_mass();
    source_ = tables;
  }
  set_infinite_added_mass(group, of_memory);
}

bool WaterCoefficients::has_constant_added_mass() const {
  if (flows()) return false;
  if (const auto* file = std::get_if<std::shared_ptr<const hydro::Database>>(&source_)) {
    return (*file)->added_mass.empty();
  }
  return std::holds_alternative<NoMemory>(source_);
}

/// Interpolates filed matrices linearly between their frequencies; they are constant beyond the
/// ends.
RowMajorMatrix WaterCoefficients::filed_rows(const hydro::Database& database,
                                             const std::vector<MatrixXd>& values,
                                             const VectorXd& omega) const {
  const Eigen::Index size = database.dof_count(), last = database.omega.size() - 1;
  RowMajorMatrix rows(omega.size(), size * size);
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    check_cancelled();
    const double* begin = database.omega.data();
    const auto above = std::clamp<Eigen::Index>(
        std::upper_bound(begin, begin + last + 1, omega[k]) - begin, 1, last);
    const double low = database.omega[above - 1], high = database.omega[above];
    const double weight = std::clamp((omega[k] - low) / (high - low), 0.0, 1.0);
    const MatrixXd value = (1.0 - weight) * values[static_cast<std::size_t>(above - 1)] +
                           weight * values[static_cast<std::size_t>(above)];
    matrix_of_row(rows, k, size) = body_interaction_ ? value : hydro::diagonal_blocks(value);
  }
  return rows;
}

RowMajorMatrix WaterCoefficients::added_mass_rows_at_rest(const VectorXd& omega) const {
  if (const auto* file = std::get_if<std::shared_ptr<const hydro::Database>>(&source_)) {
    const hydro::Database& database = **file;
    if (!database.added_mass.empty()) return filed_rows(database, database.added_mass, omega);
    return repeated(infinite_added_mass_, omega.size());
  }
  RowMajorMatrix rows = repeated(shift_, omega.size());
  if (const auto* data = std::get_if<std::shared_ptr<const hydro::RadiationTables>>(&source_)) {
    return rows + *(*data)->added_mass_rows(omega);
  }
  if (const auto* memory = std::get_if<std::shared_ptr<const hydro::RadiationMemory>>(&source_)) {
    for (Eigen::Index k = 0; k < omega.size(); ++k) {
      check_cancelled();
      matrix_of_row(rows, k, shift_.rows()) += (*memory)->added_mass(omega[k]);
    }
    return rows;
  }
  return repeated(infinite_added_mass_, omega.size());
}

RowMajorMatrix WaterCoefficients::damping_rows_at_rest(const VectorXd& omega) const {
  const Eigen::Index size = infinite_added_mass_.rows();
  RowMajorMatrix rows = RowMajorMatrix::Zero(omega.size(), size * size);
  if (const auto* file = std::get_if<std::shared_ptr<const hydro::Database>>(&source_)) {
    const hydro::Database& database = **file;
    return database.radiation_damping.empty()
               ? rows
               : filed_rows(database, database.radiation_damping, omega);
  }
  if (const auto* data = std::get_if<std::shared_ptr<const hydro::RadiationTables>>(&source_)) {
    return (*data)->coefficients().radiation_damping_rows(omega);
  }
  if (const auto* memory = std::get_if<std::shared_ptr<const hydro::RadiationMemory>>(&source_)) {
    for (Eigen::Index k = 0; k < omega.size(); ++k) {
      check_cancelled();
      matrix_of_row(rows, k, size) = (*memory)->radiation_damping(omega[k]);
    }
  }
  return rows;
}

hydro::RadiationAtFrequency WaterCoefficients::in_flow(const RowMajorMatrix& added_mass,
                                                       const RowMajorMatrix& damping,
                                                       const VectorXd& omega,
                                                       Eigen::Index row) const {
  const Eigen::Index size = infinite_added_mass_.rows();
  return hydro::in_uniform_flow(
      {matrix_of_row(added_mass, row, size), matrix_of_row(damping, row, size)}, omega[row],
      speeds_);
}

RowMajorMatrix WaterCoefficients::added_mass_rows(const VectorXd& omega) const {
  RowMajorMatrix rows = added_mass_rows_at_rest(omega);
  if (!flows()) return rows;
  const RowMajorMatrix damping = damping_rows_at_rest(omega), at_rest = rows;
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    matrix_of_row(rows, k, infinite_added_mass_.rows()) =
        in_flow(at_rest, damping, omega, k).added_mass;
  }
  return rows;
}

RowMajorMatrix WaterCoefficients::damping_rows(const VectorXd& omega) const {
  RowMajorMatrix rows = damping_rows_at_rest(omega);
  if (!flows()) return rows;
  const RowMajorMatrix added_mass = added_mass_rows_at_rest(omega), at_rest = rows;
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    matrix_of_row(rows, k, infinite_added_mass_.rows()) =
        in_flow(added_mass, at_rest, omega, k).damping;
  }
  return rows;
}

}  // namespace raftup::solver
