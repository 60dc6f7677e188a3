#include "hydro/database/readers/raftup.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "hydro/database/hdf5_file.hpp"
#include "hydro/database/raftup_layout.hpp"
#include "hydro/database/readers/provenance.hpp"
#include "hydro/database/readers/require_shape.hpp"
#include "hydro/database/refuse.hpp"
#include "hydro/database/sha256.hpp"
#include "hydro/database/validate.hpp"
#include "hydro/error.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// One reading of one file.
class RaftupReader {
 public:
  explicit RaftupReader(std::span<const std::byte> image) : file_(image) {
    database_.sha256 = sha256(image);
  }

  Database read() {
    read_root();
    read_bodies();
    read_radiation();
    database_.excitation = read_force("excitation_force");
    database_.froude_krylov = read_force("froude_krylov_force");
    database_.diffraction = read_force("diffraction_force");
    read_mean_drift();
    database_.qtf_sum = read_qtf("qtf_sum");
    database_.qtf_difference = read_qtf("qtf_difference");
    read_provenance(file_, "/", database_);
    return make_database(std::move(database_));
  }

 private:
  void read_root();
  void read_bodies();
  void read_radiation();
  void read_mean_drift();

  bool contains(const std::string& name) const { return file_.contains("/" + name); }
  VectorXd read_grid(const std::string& name) const;
  std::vector<double> read_values(const std::string& name, const std::vector<Index>& shape) const;
  std::vector<MatrixXd> read_matrices(const std::string& name, Index count, bool series) const;
  TransferFunction read_force(const std::string& name) const;
  QuadraticTransferFunction read_qtf(const std::string& name) const;

  Hdf5File file_;
  Database database_;
};

VectorXd RaftupReader::read_grid(const std::string& name) const {
  const Hdf5Array array = file_.read_array("/" + name);
  if (array.shape.size() != 1) refuse("/" + name, "must have rank 1");
  return Eigen::Map<const VectorXd>(array.values.data(), array.shape.front());
}

std::vector<double> RaftupReader::read_values(const std::string& name,
                                              const std::vector<Index>& shape) const {
  Hdf5Array array = file_.read_array("/" + name);
  require_shape("/" + name, array, shape);
  return std::move(array.values);
}

void RaftupReader::read_root() {
  const std::string version = file_.read_root_attribute("format_version");
  if (version != layout::kFormatVersion) {
    refuse("format_version", fmt::format("must be {}, is \"{}\"", layout::kFormatVersion, version));
  }
  database_.source_format = file_.read_root_attribute("source_format");
  database_.solver = file_.read_root_attribute("solver");
  database_.gravity = file_.read_number("/gravity");
  database_.water_density = file_.read_number("/water_density");
  database_.water_depth = file_.read_number("/water_depth");
  database_.omega = read_grid("omega");
  if (contains("wave_direction")) database_.wave_directions = read_grid("wave_direction");
}

void RaftupReader::read_bodies() {
  const std::vector<std::string> names = file_.read_texts("/body");
  const auto count = static_cast<Index>(names.size());
  const std::vector<double> gravity = read_values("center_of_gravity", {count, 3});
  const std::vector<double> buoyancy = read_values("center_of_buoyancy", {count, 3});
  const std::vector<double> volumes = read_values("displaced_volume", {count});
  const std::vector<double> stiffness = read_values("hydrostatic_stiffness", {count, kDofs, kDofs});
  const std::vector<double> modes = read_values("generalised_modes", {count});
  for (Index i = 0; i < count; ++i) {
    const auto place = static_cast<std::size_t>(i);
    DatabaseBody body;
    body.name = names[place];
    body.center_of_gravity = Eigen::Map<const Vector3>(gravity.data() + 3 * i);
    body.center_of_buoyancy = Eigen::Map<const Vector3>(buoyancy.data() + 3 * i);
    body.displaced_volume = volumes[place];
    body.hydrostatic_stiffness = Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>(
        stiffness.data() + kDofs * kDofs * i);
    if (!(modes[place] >= 0.0) || modes[place] > 1000.0) {
      refuse("/generalised_modes", fmt::format("must be 0 to 1000, is {}", modes[place]));
    }
    body.generalised_modes = static_cast<Index>(modes[place]);
    database_.bodies.push_back(std::move(body));
  }
}

/// None where the file has no such dataset.
std::vector<MatrixXd> RaftupReader::read_matrices(const std::string& name, Index count,
                                                  bool series) const {
  std::vector<MatrixXd> matrices;
  if (!contains(name)) return matrices;
  const Index dofs = database_.dof_count();
  const std::vector<double> values = read_values(
      name, series ? std::vector<Index>{count, dofs, dofs} : std::vector<Index>{dofs, dofs});
  matrices.reserve(static_cast<std::size_t>(count));
  for (Index k = 0; k < count; ++k) {
    matrices.emplace_back(
        Eigen::Map<const RowMajorMatrix>(values.data() + k * dofs * dofs, dofs, dofs));
  }
  return matrices;
}

void RaftupReader::read_radiation() {
  const Index frequencies = database_.omega.size();
  database_.added_mass = read_matrices("added_mass", frequencies, true);
  database_.radiation_damping = read_matrices("radiation_damping", frequencies, true);
  std::vector<MatrixXd> infinite = read_matrices("added_mass_infinite", 1, false);
  if (!infinite.empty()) database_.added_mass_infinite = std::move(infinite.front());
  if (!contains("retardation_kernel")) return;
  database_.retardation_kernel.grid = read_grid("retardation_time");
  database_.retardation_kernel.values =
      read_matrices("retardation_kernel", database_.retardation_kernel.grid.size(), true);
}

TransferFunction RaftupReader::read_force(const std::string& name) const {
  TransferFunction function;
  if (!contains(name)) return function;
  const Index dofs = database_.dof_count();
  const Index frequencies = database_.omega.size();
  const Index directions = database_.wave_directions.size();
  const std::vector<double> values = read_values(name, {2, frequencies, directions, dofs});
  const Index half = frequencies * directions * dofs;
  function.values.assign(static_cast<std::size_t>(directions), MatrixXcd(dofs, frequencies));
  const double* value = values.data();
  for (Index k = 0; k < frequencies; ++k) {
    for (MatrixXcd& force : function.values) {
      for (Index dof = 0; dof < dofs; ++dof, ++value) force(dof, k) = Complex(*value, value[half]);
    }
  }
  return function;
}

void RaftupReader::read_mean_drift() {
  if (!contains("mean_drift_force")) return;
  const Index dofs = database_.dof_count();
  const Index directions = database_.wave_directions.size();
  const std::vector<double> values =
      read_values("mean_drift_force", {database_.omega.size(), directions, dofs});
  database_.mean_drift_force.assign(static_cast<std::size_t>(directions),
                                    MatrixXd(dofs, database_.omega.size()));
  const double* value = values.data();
  for (Index k = 0; k < database_.omega.size(); ++k) {
    for (MatrixXd& force : database_.mean_drift_force) {
      force.col(k) = Eigen::Map<const VectorXd>(value, dofs);
      value += dofs;
    }
  }
}

QuadraticTransferFunction RaftupReader::read_qtf(const std::string& name) const {
  QuadraticTransferFunction qtf;
  if (!contains(name)) return qtf;
  qtf.omega = read_grid(name + "_omega");
  const Index size = qtf.omega.size();
  const VectorXd dofs = read_grid(name + "_influenced_dof");
  const Index count = dofs.size();
  const std::vector<double> directions = read_values(name + "_direction", {count, 2});
  const std::vector<double> values = read_values(name, {2, count, size, size});
  const Index half = count * size * size;
  for (Index i = 0; i < count; ++i) {
    const double* first = values.data() + i * size * size;
    MatrixXcd entry(size, size);
    entry.real() = Eigen::Map<const RowMajorMatrix>(first, size, size);
    entry.imag() = Eigen::Map<const RowMajorMatrix>(first + half, size, size);
    if (!(dofs[i] >= 0.0) || dofs[i] >= static_cast<double>(database_.dof_count())) {
      refuse("/" + name + "_influenced_dof",
             fmt::format("must be 0 to {}, is {}", database_.dof_count() - 1, dofs[i]));
    }
    const auto place = static_cast<std::size_t>(2 * i);
    qtf.entries.push_back(
        {static_cast<Index>(dofs[i]), directions[place], directions[place + 1], std::move(entry)});
  }
  return qtf;
}

}  // namespace

bool is_raftup(const Hdf5File& file) {
  return file.read_root_attribute("format") == layout::kFormat;
}

Database read_raftup(std::span<const std::byte> image) { return RaftupReader(image).read(); }

}  // namespace raftup::hydro
