#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "hydro/base/sha256.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/hdf5_file.hpp"

/// @file The class that reads a BEMIO file. Bodies and radiation are read in bemio.cpp, modes in
///         bemio_modes.cpp, wave forces in bemio_forces.cpp.
namespace raftup::hydro {

inline std::string body_path(Eigen::Index body, const std::string& below) {
  return fmt::format("/body{}{}", body + 1, below);
}

inline bool is_finite(const std::vector<MatrixXd>& matrices) {
  return std::all_of(matrices.begin(), matrices.end(),
                     [](const MatrixXd& matrix) { return matrix.allFinite(); });
}

/// Reads one BEMIO file. It fills the database group by group.
class BemioReader {
 public:
  explicit BemioReader(std::span<const std::byte> image) : file_(image) {
    database_.source_format = "bemio";
    database_.sha256 = sha256(image);
  }

  Database read();

 private:
  using Index = Eigen::Index;

  void read_environment();
  void read_wave_directions();
  void read_bodies();
  void read_added_mass();
  void read_radiation_damping();
  void read_kernel();
  void read_excitation();
  void keep_whole_frequencies();

  void read_modes();
  MatrixXd mode_matrix(const std::string& below);

  DatabaseBody read_body(Index body) const;
  MatrixXd filed_stiffness(Index body) const;
  void read_dofs(Index body);
  bool is_in_every_body(const std::string& below) const;
  VectorXd read_vector(const std::string& path) const;
  Vector3 read_point(const std::string& path) const;
  std::vector<MatrixXd> read_matrices(const std::string& below, const VectorXd& scale);
  std::vector<Index> filed_columns(Index body, Index count) const;
  Index place_of_dof(Index body, Index dof) const;
  Index hull_count() const { return static_cast<Index>(filed_dofs_.size()); }
  Index filed_dofs(Index body) const { return filed_dofs_[static_cast<std::size_t>(body)]; }
  Index check_matrix_shape(const std::string& path, const FiledArray& array, Index body,
                           Index count);
  void add_rounding(const std::string& path, std::vector<double>& numbers) const;
  void read_rows(TransferFunction& function, const std::string& group, Index body) const;
  std::vector<double> read_part(Index body, const std::string& below, double scale) const;
  void read_mean_drift();
  TransferFunction read_transfer_function(const std::string& group) const;
  TransferFunction read_optional_transfer_function(const std::string& group) const;
  void drop_partial_forces();
  void drop_without_numbers(TransferFunction& function, const std::string& group,
                            const std::string& name);
  void note(const std::string& name, Severity severity, const std::string& message);

  Hdf5File file_;
  Database database_;
  std::size_t filed_directions_ = 0;
  /// Number of dofs of each body in the file, including generalized modes.
  std::vector<Index> filed_dofs_;
  std::vector<GeneralisedMode> modes_;  ///< empty if modes are left out
};

}  // namespace raftup::hydro
