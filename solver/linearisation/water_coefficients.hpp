#pragma once

#include <memory>
#include <utility>
#include <variant>

#include "hydro/radiation/base/radiation_tables.hpp"
#include "hydro/radiation/speed/uniform_flow.hpp"
#include "solver/linearisation/linear_model.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// The added mass A(omega) and radiation damping B(omega) of one group in the hydro frames of its
/// bodies, in the order of the database. Both are 6n x 6n [kg, kg m, kg m2; N s/m, N s, N m s].
class WaterCoefficients {
 public:
  /// @param step  of the integration [s], which a radiation memory needs
  /// @param cache of radiation fits, may be null
  /// @throws Error(kInvalidArgument) if the database lacks data
  WaterCoefficients(const HydrodynamicGroup& group, RadiationSource source, double step,
                    hydro::FitCache* cache);

  /// A and B of a memory that exists.
  WaterCoefficients(const HydrodynamicGroup& group,
                    std::shared_ptr<const hydro::RadiationMemory> memory);

  /// Sets the speeds at which the bodies move ahead in a uniform flow [m/s], one for each body of
  /// the database. A and B are then those of hydro::in_uniform_flow().
  void set_speeds(VectorXd speeds) { speeds_ = std::move(speeds); }

  /// True if A is the same at every frequency [kg, kg m, kg m2; rad/s].
  bool has_constant_added_mass() const;

  /// The added mass of the system matrix [kg, kg m, kg m2]. With RadiationSource::kFile it is the
  /// filed one at infinite frequency, or at the last frequency if there is none for infinity.
  const MatrixXd& infinite_added_mass() const { return infinite_added_mass_; }

  /// Computes A at several frequencies; each row of the result is a matrix, flattened row by row.
  /// @param omega rad/s, > 0
  RowMajorMatrix added_mass_rows(const VectorXd& omega) const;
  /// Computes B at several frequencies; each row of the result is a matrix, flattened row by row.
  RowMajorMatrix damping_rows(const VectorXd& omega) const;

 private:
  /// The source of a group without radiation: a constant A, and B = 0.
  struct NoMemory {};
  using Source = std::variant<NoMemory, std::shared_ptr<const hydro::RadiationTables>,
                              std::shared_ptr<const hydro::RadiationMemory>,
                              std::shared_ptr<const hydro::Database>>;

  void set_from_file(const HydrodynamicGroup& group);
  void set_from_memory(const HydrodynamicGroup& group, RadiationSource source, double step,
                       hydro::FitCache* cache);
  /// Sets the added mass of the system matrix and the shift by it.
  /// @param of_memory added mass at infinite frequency of the source [kg, kg m, kg m2]
  void set_infinite_added_mass(const HydrodynamicGroup& group, const MatrixXd& of_memory);
  /// A and B as added_mass_rows() and damping_rows(), at zero speed.
  RowMajorMatrix added_mass_rows_at_rest(const VectorXd& omega) const;
  RowMajorMatrix damping_rows_at_rest(const VectorXd& omega) const;
  bool flows() const { return speeds_.size() > 0 && !speeds_.isZero(0.0); }
  hydro::RadiationAtFrequency in_flow(const RowMajorMatrix& added_mass,
                                      const RowMajorMatrix& damping, const VectorXd& omega,
                                      Eigen::Index row) const;
  RowMajorMatrix filed_rows(const hydro::Database& database, const std::vector<MatrixXd>& values,
                            const VectorXd& omega) const;

  Source source_;
  bool body_interaction_;
  MatrixXd infinite_added_mass_;
  /// Added to A if the model selects the added mass of a finite frequency [kg, kg m, kg m2].
  MatrixXd shift_;
  VectorXd speeds_;  ///< forward speeds in a uniform flow [m/s]; empty without one
};

}  // namespace raftup::solver
