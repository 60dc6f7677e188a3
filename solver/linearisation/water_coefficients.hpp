#pragma once

#include <memory>
#include <variant>

#include "hydro/radiation/base/radiation_tables.hpp"
#include "solver/linearisation/linear_model.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// A(omega) and B(omega) of one group, as they are in the frames of its bodies, in the order of the
/// database. Both are 6n x 6n [kg, kg m, kg m2; N s/m, N s, N m s].
class WaterCoefficients {
 public:
  /// @param step  of the integration [s], of a memory
  /// @param cache of radiation fits, may be null
  /// @throws Error(kInvalidArgument) where the database has too little
  WaterCoefficients(const HydrodynamicGroup& group, RadiationSource source, double step,
                    hydro::FitCache* cache);

  /// True if A [kg, kg m, kg m2] is the same at every frequency [rad/s].
  bool has_constant_added_mass() const;

  /// The added mass of the system matrix [kg, kg m, kg m2]; with RadiationSource::kFile that of the
  /// file at infinite frequency, or else at its last frequency.
  const MatrixXd& infinite_added_mass() const { return infinite_added_mass_; }

  /// Each row is a matrix, flattened row by row.
  /// @param omega rad/s, > 0
  RowMajorMatrix added_mass_rows(const VectorXd& omega) const;
  RowMajorMatrix damping_rows(const VectorXd& omega) const;

 private:
  /// A constant A, and B = 0.
  struct NoMemory {};
  using Source = std::variant<NoMemory, std::shared_ptr<const hydro::RadiationTables>,
                              std::shared_ptr<const hydro::RadiationMemory>,
                              std::shared_ptr<const hydro::Database>>;

  void set_from_file(const HydrodynamicGroup& group);
  void set_from_memory(const HydrodynamicGroup& group, RadiationSource source, double step,
                       hydro::FitCache* cache);
  RowMajorMatrix filed_rows(const hydro::Database& database, const std::vector<MatrixXd>& values,
                            const VectorXd& omega) const;

  Source source_;
  bool body_interaction_;
  MatrixXd infinite_added_mass_;
  /// added to A [kg, kg m, kg m2] if the model asks for a frequency other than infinity
  MatrixXd shift_;
};

}  // namespace raftup::solver
