#include "hydro/database/writers/raftup.hpp"

#include <string>

#include "hydro/database/raftup_layout.hpp"
#include "hydro/database/writers/hdf5_writer.hpp"
#include "hydro/database/writers/provenance.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

/// What stands beside the numbers of one variable.
struct Description {
  std::string units;
  std::string meaning;
};

/// One writing of one database: coordinates first, then what hangs on them.
class RaftupWriter {
 public:
  explicit RaftupWriter(const Database& database) : database_(database) {}

  std::vector<std::byte> write() {
    write_root();
    write_coordinates();
    write_environment();
    write_bodies();
    write_radiation();
    write_forces();
    write_qtf("qtf_sum", database_.qtf_sum, "sum-frequency force over the two amplitudes");
    write_qtf("qtf_difference", database_.qtf_difference,
              "difference-frequency force over the two amplitudes");
    write_provenance(file_, "/", database_);
    name_lists();
    return file_.image();
  }

 private:
  void write_root();
  void write_coordinates();
  void write_environment();
  void write_bodies();
  void write_radiation();
  void write_forces();

  void describe(const std::string& name, const Description& description);
  void write_grid(const std::string& name, const VectorXd& values, const Description& description);
  void write_labels(const std::string& name, const Names& labels);
  void write_values(const std::string& name, const Names& dimensions,
                    const std::vector<Index>& shape, const std::vector<double>& values,
                    const Description& description);
  void write_matrices(const std::string& name, const std::string& grid,
                      const std::vector<MatrixXd>& matrices, const Description& description);
  void write_force(const std::string& name, const TransferFunction& function,
                   const std::string& meaning);
  void write_qtf(const std::string& name, const QuadraticTransferFunction& qtf,
                 const std::string& meaning);
  void write_index(const std::string& name, std::size_t count);
  void name_lists();

  const Database& database_;
  Hdf5Writer file_;
};

void append_rows(const MatrixXd& matrix, std::vector<double>& values) {
  const std::size_t start = values.size();
  values.resize(start + static_cast<std::size_t>(matrix.size()));
  Eigen::Map<RowMajorMatrix>(values.data() + start, matrix.rows(), matrix.cols()) = matrix;
}

void RaftupWriter::write_root() {
  file_.write_attribute("/", "format", layout::kFormat);
  file_.write_attribute("/", "format_version", layout::kFormatVersion);
  file_.write_attribute("/", "source_format", database_.source_format);
  file_.write_attribute("/", "solver", database_.solver);
  file_.write_attribute("/", "units", "SI and radians");
  file_.write_attribute("/", "axes",
                        "x forward, y port, z up; origin in the still water plane; coefficients "
                        "about each body's center_of_gravity");
  file_.write_attribute("/", "wave_direction_convention",
                        "where waves go, from +x, counter-clockwise seen from above");
  file_.write_attribute("/", "phasor_convention",
                        "wave elevation a cos(omega t - k (x cos b + y sin b) + phi), force Re{a X "
                        "exp(i (omega t + phi))}");
}

void RaftupWriter::describe(const std::string& name, const Description& description) {
  file_.write_attribute("/" + name, "units", description.units);
  file_.write_attribute("/" + name, "long_name", description.meaning);
}

void RaftupWriter::write_grid(const std::string& name, const VectorXd& values,
                              const Description& description) {
  file_.write_array("/" + name, {values.size()},
                    {values.data(), static_cast<std::size_t>(values.size())});
  file_.make_scale("/" + name);
  describe(name, description);
}

void RaftupWriter::write_labels(const std::string& name, const Names& labels) {
  file_.write_texts("/" + name, labels);
  file_.make_scale("/" + name);
}

void RaftupWriter::write_values(const std::string& name, const Names& dimensions,
                                const std::vector<Index>& shape, const std::vector<double>& values,
                                const Description& description) {
  file_.write_array("/" + name, shape, values);
  file_.attach_scales("/" + name, dimensions);
  describe(name, description);
}

void RaftupWriter::write_coordinates() {
  Names bodies, dofs;
  for (const DatabaseBody& body : database_.bodies) {
    bodies.push_back(body.name);
    for (const char* dof : layout::kDofNames) dofs.push_back(body.name + "." + dof);
  }
  const Names six(layout::kDofNames.begin(), layout::kDofNames.end());
  write_labels("body", bodies);
  write_labels("xyz", {"x", "y", "z"});
  write_labels("dof", six);
  write_labels("displaced_dof", six);
  write_labels("influenced_dof", dofs);
  write_labels("radiating_dof", dofs);
  write_labels("complex", {"re", "im"});
  write_grid("omega", database_.omega, {"rad/s", "wave frequency"});
  if (database_.wave_directions.size() > 0) {
    write_grid("wave_direction", database_.wave_directions, {"rad", "where waves go"});
  }
  if (!database_.retardation_kernel.empty()) {
    write_grid("retardation_time", database_.retardation_kernel.grid, {"s", "delay"});
  }
}

void RaftupWriter::write_environment() {
  write_values("gravity", {}, {}, {database_.gravity}, {"m/s2", "gravity"});
  write_values("water_density", {}, {}, {database_.water_density}, {"kg/m3", "water density"});
  write_values("water_depth", {}, {}, {database_.water_depth}, {"m", "water depth"});
}

void RaftupWriter::write_bodies() {
  std::vector<double> gravity, buoyancy, volumes, stiffness, modes;
  for (const DatabaseBody& body : database_.bodies) {
    append_rows(body.center_of_gravity, gravity);
    append_rows(body.center_of_buoyancy, buoyancy);
    volumes.push_back(body.displaced_volume);
    append_rows(body.hydrostatic_stiffness, stiffness);
    modes.push_back(static_cast<double>(body.generalised_modes));
  }
  const Index count = database_.body_count();
  write_values("center_of_gravity", {"body", "xyz"}, {count, 3}, gravity,
               {"m", "centre of gravity, at rest; every coefficient is about it"});
  write_values("center_of_buoyancy", {"body", "xyz"}, {count, 3}, buoyancy,
               {"m", "centre of buoyancy, at rest"});
  write_values("displaced_volume", {"body"}, {count}, volumes, {"m3", "displaced volume"});
  write_values("hydrostatic_stiffness", {"body", "dof", "displaced_dof"}, {count, kDofs, kDofs},
               stiffness, {"N/m, N/rad, N m/rad", "hydrostatic stiffness C"});
  write_values("generalised_modes", {"body"}, {count}, modes,
               {"1", "generalised modes of the source, which are not kept"});
}

void RaftupWriter::write_matrices(const std::string& name, const std::string& grid,
                                  const std::vector<MatrixXd>& matrices,
                                  const Description& description) {
  if (matrices.empty()) return;
  std::vector<double> values;
  values.reserve(matrices.size() * static_cast<std::size_t>(matrices.front().size()));
  for (const MatrixXd& matrix : matrices) append_rows(matrix, values);
  const Index dofs = database_.dof_count();
  Names dimensions = {"influenced_dof", "radiating_dof"};
  std::vector<Index> shape = {dofs, dofs};
  if (!grid.empty()) {
    dimensions.insert(dimensions.begin(), grid);
    shape.insert(shape.begin(), static_cast<Index>(matrices.size()));
  }
  write_values(name, dimensions, shape, values, description);
}

void RaftupWriter::write_radiation() {
  write_matrices("added_mass", "omega", database_.added_mass,
                 {"kg, kg m, kg m2", "added mass A(omega)"});
  write_matrices("radiation_damping", "omega", database_.radiation_damping,
                 {"N s/m, N s, N m s", "radiation damping B(omega)"});
  if (database_.added_mass_infinite) {
    write_matrices("added_mass_infinite", "", {*database_.added_mass_infinite},
                   {"kg, kg m, kg m2", "added mass at infinite frequency"});
  }
  write_matrices("retardation_kernel", "retardation_time", database_.retardation_kernel.values,
                 {"N/m, N, N m", "retardation kernel K(tau)"});
}

void RaftupWriter::write_force(const std::string& name, const TransferFunction& function,
                               const std::string& meaning) {
  if (function.empty()) return;
  const Index frequencies = database_.omega.size();
  std::vector<double> values;
  for (const bool real : {true, false}) {
    for (Index k = 0; k < frequencies; ++k) {
      for (const MatrixXcd& force : function.values) {
        for (const Complex& entry : force.col(k)) {
          values.push_back(real ? entry.real() : entry.imag());
        }
      }
    }
  }
  write_values(name, {"complex", "omega", "wave_direction", "influenced_dof"},
               {2, frequencies, database_.wave_directions.size(), database_.dof_count()}, values,
               {"N/m, N", meaning});
}

void RaftupWriter::write_forces() {
  write_force("excitation_force", database_.excitation, "wave force per metre of amplitude");
  write_force("froude_krylov_force", database_.froude_krylov,
              "Froude-Krylov force per metre of amplitude");
  write_force("diffraction_force", database_.diffraction,
              "diffraction force per metre of amplitude");
  if (database_.mean_drift_force.empty()) return;
  std::vector<double> values;
  for (Index k = 0; k < database_.omega.size(); ++k) {
    for (const MatrixXd& force : database_.mean_drift_force) append_rows(force.col(k), values);
  }
  write_values("mean_drift_force", {"omega", "wave_direction", "influenced_dof"},
               {database_.omega.size(), database_.wave_directions.size(), database_.dof_count()},
               values, {"N/m2, N/m", "mean drift force over the amplitude squared"});
}

/// (complex, entry, omega, omega) and beside it what each entry is about.
void RaftupWriter::write_qtf(const std::string& name, const QuadraticTransferFunction& qtf,
                             const std::string& meaning) {
  if (qtf.entries.empty()) return;
  const auto count = static_cast<Index>(qtf.entries.size());
  std::vector<double> dofs, directions, values;
  for (const auto& entry : qtf.entries) {
    dofs.push_back(static_cast<double>(entry.influenced_dof));
    directions.insert(directions.end(), {entry.direction_1, entry.direction_2});
  }
  for (const auto& entry : qtf.entries) append_rows(entry.values.real(), values);
  for (const auto& entry : qtf.entries) append_rows(entry.values.imag(), values);
  const std::string omega = name + "_omega";
  const std::string other = name + "_other_omega";
  const std::string place = name + "_entry";
  write_grid(omega, qtf.omega, {"rad/s", "frequency of the first wave"});
  write_grid(other, qtf.omega, {"rad/s", "frequency of the second wave"});
  write_index(place, qtf.entries.size());
  write_labels(name + "_wave", {"first", "second"});
  write_values(name + "_influenced_dof", {place}, {count}, dofs, {"1", "global dof from 0"});
  write_values(name + "_direction", {place, name + "_wave"}, {count, 2}, directions,
               {"rad", "where the two waves go"});
  write_values(name, {"complex", place, omega, other},
               {2, count, qtf.omega.size(), qtf.omega.size()}, values, {"N/m2, N/m", meaning});
}

void RaftupWriter::write_index(const std::string& name, std::size_t count) {
  const auto size = static_cast<Index>(count);
  write_grid(name, VectorXd::LinSpaced(size, 1.0, static_cast<double>(count)), {"1", name});
}

/// The lists of write_provenance() with their dimensions.
void RaftupWriter::name_lists() {
  const auto name = [this](const std::string& dimension, std::size_t count, const Names& lists) {
    if (count == 0) return;
    write_index(dimension, count);
    for (const std::string& list : lists) file_.attach_scales("/" + list, {dimension});
  };
  name("source", database_.sources.size(), {"source_name", "source_format", "source_sha256"});
  name("history_entry", database_.history.size(), {"history"});
  name("finding", database_.findings.size(),
       {"finding_name", "finding_severity", "finding_message", "finding_value"});
}

}  // namespace

std::vector<std::byte> write_raftup(const Database& database) {
  return RaftupWriter(database).write();
}

}  // namespace raftup::hydro
