#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/netcdf_file.hpp"
#include "hydro/database/readers/capytaine/dataset.hpp"
#include "hydro/database/readers/filed_modes.hpp"
#include "hydro/database/readers/known_values.hpp"
#include "hydro/database/readers/nemoh/hydrostatics.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/reference_points.hpp"
#include "hydro/database/readers/samples.hpp"
#include "hydro/database/transformation.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Names of the dimensions of bodies and of x, y and z in different versions; the first one is the
/// present name.
constexpr std::array kBodyDimensions = {"body", "rigid_body_component"};
constexpr std::array kPointDimensions = {"space_coordinate", "point_coordinates", "xyz"};

/// Returns the first of these names that an array has; the first name if it has none of them.
template <typename Names>
std::string dimension_of(const NamedArray& array, const Names& names) {
  for (const char* name : names) {
    if (std::find(array.dimensions.begin(), array.dimensions.end(), name) !=
        array.dimensions.end()) {
      return name;
    }
  }
  return names.front();
}

/// Reads one dataset.
class CapytaineReader {
 public:
  CapytaineReader(const SourceFile& dataset, std::span<const SourceFile> beside,
                  const SourceOptions& options)
      : name_(dataset.name),
        options_(options),
        file_(open_netcdf(dataset.bytes)),
        beside_(beside),
        known_(names_of(std::span(&dataset, 1)), options) {
    database_.source_format = "capytaine";
    database_.solver = "Capytaine";
    database_.sha256 = sha256(dataset.bytes);
  }

  Database read() {
    read_environment();
    read_grids();
    read_dofs();
    read_bodies();
    read_radiation();
    read_forces();
    const std::vector<Vector3> points = rotation_centers();
    known_.require_complete(hull_count());
    read_modes();
    read_limits();
    drop_incomplete_frequencies(database_);
    order_samples(database_);
    move_to_centers_of_gravity(database_, points);
    database_.history = known_.given();
    database_ = make_database(std::move(database_));
    if (!file_->contains("rotation_center")) {
      check_reference_points(database_, points, name_, options_);
    }
    return std::move(database_);
  }

 private:
  void read_environment();
  void read_grids();
  void read_wave_directions();
  void read_dofs();
  void read_bodies();
  void read_radiation();
  void read_forces();
  void read_limits();
  void read_modes();

  Index hull_count() const { return static_cast<Index>(influenced_.bodies.size()); }
  std::optional<double> read_scalar(const std::string& variable) const;
  std::optional<MatrixXd> read_per_body(const std::string& variable, Index width) const;
  std::vector<std::string> body_names() const;
  MatrixXd read_dof_matrix(const std::string& variable) const;
  std::vector<MatrixXd> read_matrices(const std::string& variable) const;
  TransferFunction read_force(const std::string& variable) const;
  std::vector<Vector3> rotation_centers();

  std::string name_;
  const SourceOptions& options_;
  std::unique_ptr<NetcdfFile> file_;
  NemohFiles beside_;
  KnownValues known_;
  Database database_;
  CapytaineDofs influenced_;
  CapytaineDofs radiating_;
  std::string frequency_;        ///< dimension of omega: omega, period or another
  bool has_directions_ = false;  ///< whether wave_direction is a dimension
};

std::optional<double> CapytaineReader::read_scalar(const std::string& variable) const {
  if (!file_->contains(variable)) return std::nullopt;
  const NamedArray array = file_->read_array(variable);
  require(array.values.size() == 1,
          fmt::format("{} must hold one value, holds {}", variable, array.values.size()));
  return array.values.front();
}

void CapytaineReader::read_environment() {
  database_.water_density = known_.water_density(read_scalar("rho"));
  database_.gravity = known_.gravity(read_scalar("g"));
  database_.water_depth = known_.water_depth(read_scalar("water_depth"));
  if (const auto speed = read_scalar("forward_speed")) {
    require(*speed == 0.0, fmt::format("forward_speed must be 0, is {}", *speed));
  }
}

void CapytaineReader::read_grids() {
  const NamedArray omega = file_->read_array("omega");
  require(omega.dimensions.size() == 1 && omega.values.size() >= 2,
          fmt::format("omega must hold at least two frequencies, holds {}", omega.values.size()));
  frequency_ = omega.dimensions.front();
  database_.omega =
      Eigen::Map<const VectorXd>(omega.values.data(), static_cast<Index>(omega.values.size()));
  if (file_->contains("period")) {
    const std::vector<double> periods = file_->read_array("period").values;
    require_periods(database_.omega,
                    Eigen::Map<const VectorXd>(periods.data(), static_cast<Index>(periods.size())),
                    "period");
  }
  read_wave_directions();
}

void CapytaineReader::read_wave_directions() {
  require(file_->contains("wave_direction"),
          "wave_direction is missing: the dataset has no wave forces");
  const NamedArray directions = file_->read_array("wave_direction");
  require(!directions.values.empty(), "wave_direction must hold at least one direction, holds 0");
  // This dataset is how HDF5 represents a dimension without a variable of the same name.
  require(directions.values.size() == 1 ||
              std::any_of(directions.values.begin(), directions.values.end(),
                          [](double direction) { return direction != 0.0; }),
          fmt::format("wave_direction must be told apart, {} are 0: is the variable missing?",
                      directions.values.size()));
  has_directions_ = !directions.dimensions.empty();
  database_.wave_directions = Eigen::Map<const VectorXd>(
      directions.values.data(), static_cast<Index>(directions.values.size()));
}

void CapytaineReader::read_dofs() {
  influenced_ = capytaine_dofs(file_->read_texts("influenced_dof"), "influenced_dof");
  radiating_ = capytaine_dofs(file_->read_texts("radiating_dof"), "radiating_dof");
  require(influenced_.bodies == radiating_.bodies,
          "radiating_dof must hold the bodies of influenced_dof, in the same order");
  require(influenced_.mode_names == radiating_.mode_names,
          "radiating_dof must hold the modes of influenced_dof, in the same order");
}

/// Returns names for users: those of the dofs, or of the only body.
std::vector<std::string> CapytaineReader::body_names() const {
  if (influenced_.bodies.size() > 1 || !influenced_.bodies.front().empty()) {
    return influenced_.bodies;
  }
  for (const char* variable : {"body", "body_name"}) {
    if (!file_->contains(variable)) continue;
    std::vector<std::string> names = file_->read_texts(variable);
    if (names.size() == 1) return names;
  }
  return {""};
}

/// Reads rows of `width` values in the order of the dofs' bodies; nothing if the file lacks them.
std::optional<MatrixXd> CapytaineReader::read_per_body(const std::string& variable,
                                                       Index width) const {
  if (!file_->contains(variable)) return std::nullopt;
  const auto count = static_cast<Index>(influenced_.bodies.size());
  const NamedArray as_filed = file_->read_array(variable);
  std::vector<std::string> dimensions;
  if (count > 1) dimensions.push_back(dimension_of(as_filed, kBodyDimensions));
  if (width > 1) dimensions.push_back(dimension_of(as_filed, kPointDimensions));
  const NamedArray array = ordered_array(as_filed, dimensions, variable);
  require(std::cmp_equal(array.values.size(), count * width),
          fmt::format("{} must hold {} values per body, holds {} for {} bodies", variable, width,
                      array.values.size(), count));
  RowMajorMatrix rows = Eigen::Map<const RowMajorMatrix>(array.values.data(), count, width);
  if (!rows.allFinite()) return std::nullopt;
  if (count == 1) return rows;
  const std::string& along = dimensions.front();
  const std::vector<std::string> filed = file_->read_texts(along);
  MatrixXd result(count, width);
  for (Index body = 0; body < count; ++body) {
    const std::string& name = influenced_.bodies[static_cast<std::size_t>(body)];
    const Index row = std::find(filed.begin(), filed.end(), name) - filed.begin();
    require(row < count, fmt::format("{} must hold \"{}\", a body of influenced_dof", along, name));
    result.row(body) = rows.row(row);
  }
  return result;
}

/// Reads a matrix (influenced_dof, radiating_dof) and sorts it into the order of dofs of a
/// Database.
MatrixXd CapytaineReader::read_dof_matrix(const std::string& variable) const {
  const NamedArray array =
      ordered_array(file_->read_array(variable), {"influenced_dof", "radiating_dof"}, variable);
  const auto dofs = static_cast<Index>(influenced_.places.size());
  require(array.shape == std::vector<Index>({dofs, dofs}),
          fmt::format("{} must be {} x {}", variable, dofs, dofs));
  const Index size = dofs_with_carriers(influenced_.modes, hull_count());
  MatrixXd matrix = MatrixXd::Zero(size, size);
  matrix(influenced_.places, radiating_.places) =
      Eigen::Map<const RowMajorMatrix>(array.values.data(), dofs, dofs);
  return matrix;
}

void CapytaineReader::read_bodies() {
  const auto count = static_cast<Index>(influenced_.bodies.size());
  const std::optional<MatrixXd> gravity = read_per_body("center_of_mass", 3);
  const std::optional<MatrixXd> buoyancy = read_per_body("center_of_buoyancy", 3);
  const std::optional<MatrixXd> mass = read_per_body("disp_mass", 1);
  const std::vector<std::string> names = body_names();
  const auto check_count = [count](std::size_t files, const char* kind) {
    require(files == 0 || std::cmp_equal(files, count),
            fmt::format("there must be one {}_*.dat per body ({}), got {}", kind, count, files));
  };
  check_count(beside_.points.size(), "Hydrostatics");
  check_count(beside_.stiffness.size(), "KH");
  const bool stiffness_in_dataset = file_->contains("hydrostatic_stiffness");
  require(stiffness_in_dataset || !beside_.stiffness.empty(),
          "hydrostatic_stiffness is missing, and so are KH_*.dat beside the dataset");
  const MatrixXd stiffness =
      stiffness_in_dataset ? read_dof_matrix("hydrostatic_stiffness") : MatrixXd();
  for (Index i = 0; i < count; ++i) {
    const auto place = static_cast<std::size_t>(i);
    std::optional<Vector3> center, buoyant;
    std::optional<double> volume;
    if (!beside_.points.empty()) {
      center = beside_.points[place].center_of_gravity;
      buoyant = beside_.points[place].center_of_buoyancy;
      volume = beside_.points[place].displaced_volume;
    }
    if (gravity) center = gravity->row(i).transpose();
    if (buoyancy) buoyant = buoyancy->row(i).transpose();
    if (mass) volume = (*mass)(i, 0) / database_.water_density;
    DatabaseBody body;
    body.name = known_.body_name(i, names[place]);
    body.center_of_gravity = known_.center_of_gravity(i, center);
    body.center_of_buoyancy =
        known_.center_of_buoyancy(i, buoyant, body.center_of_gravity, database_.findings);
    body.displaced_volume = known_.displaced_volume(i, volume);
    body.hydrostatic_stiffness = stiffness_in_dataset
                                     ? Matrix6(stiffness.block<6, 6>(kDofs * i, kDofs * i))
                                     : beside_.stiffness[place];
    database_.bodies.push_back(std::move(body));
  }
  add_carriers(influenced_.modes, database_);
}

/// Reads the modes from the variables that the dataset has over all dofs. `stiffness` and
/// `dissipation` are those of the structure, by the names that Capytaine's own responses give them.
void CapytaineReader::read_modes() {
  if (influenced_.modes.empty()) return;
  for (const char* variable : {"inertia_matrix", "hydrostatic_stiffness"}) {
    require(
        file_->contains(variable),
        fmt::format("{} is missing, in which the mode \"{}\" has its row and column: give it to "
                    "the body before it is solved, or leave the mode out",
                    variable, influenced_.mode_names.front()));
  }
  const auto optional = [&](const char* variable) {
    return file_->contains(variable) ? read_dof_matrix(variable) : MatrixXd();
  };
  FiledModeMatrices matrices{read_dof_matrix("inertia_matrix"),
                             read_dof_matrix("hydrostatic_stiffness"),
                             optional("stiffness"),
                             optional("dissipation"),
                             "inertia_matrix",
                             "hydrostatic_stiffness",
                             "stiffness",
                             "dissipation",
                             influenced_.mode_names};
  set_filed_modes(influenced_.modes, matrices, database_);
}

std::vector<MatrixXd> CapytaineReader::read_matrices(const std::string& variable) const {
  const NamedArray array = ordered_array(file_->read_array(variable),
                                         {frequency_, "influenced_dof", "radiating_dof"}, variable);
  const auto dofs = static_cast<Index>(influenced_.places.size());
  const Index count = database_.omega.size();
  require(array.shape == std::vector<Index>({count, dofs, dofs}),
          fmt::format("{} must be {} x {} x {}", variable, count, dofs, dofs));
  std::vector<MatrixXd> matrices;
  for (Index k = 0; k < count; ++k) {
    MatrixXd matrix = MatrixXd::Zero(database_.dof_count(), database_.dof_count());
    matrix(influenced_.places, radiating_.places) =
        Eigen::Map<const RowMajorMatrix>(array.values.data() + k * dofs * dofs, dofs, dofs);
    matrices.push_back(std::move(matrix));
  }
  return matrices;
}

void CapytaineReader::read_radiation() {
  database_.added_mass = read_matrices("added_mass");
  database_.radiation_damping = read_matrices("radiation_damping");
}

/// Reads a force and conjugates it, from e^{-i omega t} to e^{+i omega t}.
TransferFunction CapytaineReader::read_force(const std::string& variable) const {
  std::vector<std::string> dimensions = {"complex", frequency_};
  if (has_directions_) dimensions.emplace_back("wave_direction");
  dimensions.emplace_back("influenced_dof");
  const NamedArray array = ordered_array(file_->read_array(variable), dimensions, variable);
  const auto dofs = static_cast<Index>(influenced_.places.size());
  const Index frequencies = database_.omega.size();
  const Index directions = database_.wave_directions.size();
  const Index half = frequencies * directions * dofs;
  require(std::cmp_equal(array.values.size(), 2 * half) && array.shape.front() == 2,
          fmt::format("{} must hold 2 x {} x {} x {} values, holds {}", variable, frequencies,
                      directions, dofs, array.values.size()));
  TransferFunction function;
  function.values.assign(static_cast<std::size_t>(directions),
                         MatrixXcd::Zero(database_.dof_count(), frequencies));
  const double* value = array.values.data();
  for (Index k = 0; k < frequencies; ++k) {
    for (MatrixXcd& force : function.values) {
      for (const Index place : influenced_.places) {
        force(place, k) = Complex(*value, -value[half]);
        ++value;
      }
    }
  }
  return function;
}

void CapytaineReader::read_forces() {
  const bool has_total = file_->contains("excitation_force");
  const bool has_parts =
      file_->contains("Froude_Krylov_force") && file_->contains("diffraction_force");
  require(has_total || has_parts,
          "excitation_force is missing, and so is Froude_Krylov_force or diffraction_force");
  if (has_parts) {
    database_.froude_krylov = read_force("Froude_Krylov_force");
    database_.diffraction = read_force("diffraction_force");
  } else {
    database_.findings.push_back({"excitation_parts_absent", Severity::kInfo,
                                  "the dataset has the whole excitation_force alone: without "
                                  "Froude_Krylov_force a nonlinear one cannot replace it",
                                  0.0});
  }
  database_.excitation = has_total ? read_force("excitation_force")
                                   : excitation_sum(database_.froude_krylov, database_.diffraction);
}

/// Reads the limits: omega = inf gives A_inf; neither it nor omega = 0 is a frequency of the grid.
void CapytaineReader::read_limits() {
  std::vector<Index> kept;
  for (Index k = 0; k < database_.omega.size(); ++k) {
    const double omega = database_.omega[k];
    const MatrixXd& added_mass = database_.added_mass[static_cast<std::size_t>(k)];
    if (std::isinf(omega) && added_mass.allFinite()) database_.added_mass_infinite = added_mass;
    if (std::isfinite(omega)) kept.push_back(k);
  }
  select_frequencies(database_, kept);
  drop_zero_frequencies(database_);
}

/// Returns the points that the coefficients refer to. Version 2 does not store them and means the
/// center of gravity.
std::vector<Vector3> CapytaineReader::rotation_centers() {
  std::vector<Vector3> points;
  const std::optional<MatrixXd> filed = read_per_body("rotation_center", 3);
  for (Index i = 0; i < hull_count(); ++i) {
    const Vector3& center = database_.bodies[static_cast<std::size_t>(i)].center_of_gravity;
    const auto point = filed ? std::optional<Vector3>(filed->row(i).transpose()) : std::nullopt;
    points.push_back(known_.reference_point(i, point, center));
  }
  for (Index i = hull_count(); i < database_.body_count(); ++i) {  // carriers do not turn
    points.push_back(database_.bodies[static_cast<std::size_t>(i)].center_of_gravity);
  }
  if (!filed && options_.reference_points.empty()) {
    database_.findings.push_back({"rotation_center_absent", Severity::kInfo,
                                  "rotation_center is missing: the coefficients are taken as about "
                                  "the centres of gravity",
                                  0.0});
  }
  return points;
}

}  // namespace

Database read_capytaine(const SourceFile& dataset, std::span<const SourceFile> beside,
                        const SourceOptions& options) {
  return CapytaineReader(dataset, beside, options).read();
}

}  // namespace raftup::hydro
