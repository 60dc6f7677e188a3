#include "hydro/database/formats/bemio.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/readers/bemio_reader.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/samples.hpp"
#include "hydro/database/readers/source.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kFullCircle = 360.0;  // deg

const std::string kParameters = "/simulation_parameters/";
const std::string kAddedMass = "/hydro_coeffs/added_mass/all";
const std::string kAddedMassInfinite = "/hydro_coeffs/added_mass/inf_freq";
const std::string kRadiationDamping = "/hydro_coeffs/radiation_damping/all";
const std::string kKernel = "/hydro_coeffs/radiation_damping/impulse_response_fun/K";
const std::string kKernelTime = "/hydro_coeffs/radiation_damping/impulse_response_fun/t";

}  // namespace

Database BemioReader::read() {
  read_environment();
  read_wave_directions();
  database_.omega = read_vector(kParameters + "w");
  const std::string periods = kParameters + "T";
  if (file_.contains(periods)) require_periods(database_.omega, read_vector(periods), periods);
  read_bodies();
  read_modes();
  read_added_mass();
  read_radiation_damping();
  read_kernel();
  read_excitation();
  read_mean_drift();
  keep_whole_frequencies();
  read_bemio_qtfs(file_, database_);
  read_provenance(file_, kBemioProvenance, database_);
  return make_database(std::move(database_));
}

void BemioReader::note(const std::string& name, Severity severity, const std::string& message) {
  const Findings& findings = database_.findings;
  if (std::any_of(findings.begin(), findings.end(),
                  [&](const Finding& finding) { return finding.name == name; })) {
    return;
  }
  database_.findings.push_back({name, severity, message, 0.0});
}

void BemioReader::read_environment() {
  const std::string scaled = kParameters + "scaled";
  if (file_.contains(scaled) && file_.read_number(scaled) != 0.0) {
    refuse(scaled, "must be 0: coefficients normalised by rho, g and omega");
  }
  database_.water_density = file_.read_number(kParameters + "rho");
  database_.gravity = file_.read_number(kParameters + "g");
  const std::string depth = kParameters + "water_depth";
  if (!file_.contains(depth)) {
    note("water_depth_absent", Severity::kWarning, depth + " is absent: taken as infinite");
  } else if (!file_.is_text(depth)) {
    database_.water_depth = file_.read_number(depth);
  } else if (const std::string text = file_.read_text(depth); text != "infinite") {
    refuse(depth, fmt::format("must be a number or \"infinite\", is \"{}\"", text));
  }
  if (file_.contains("/bem_data/code")) database_.solver = file_.read_text("/bem_data/code");
}

/// Reads wave directions and converts degrees to radians. A last direction that repeats the first
/// one after a full circle is removed, since transfer functions are periodic in direction.
void BemioReader::read_wave_directions() {
  const std::string path = kParameters + "wave_dir";
  const VectorXd degrees = read_vector(path);
  const Index count = degrees.size();
  filed_directions_ = static_cast<std::size_t>(count);
  const bool repeats = count > 1 && degrees[count - 1] - degrees[0] == kFullCircle;
  if (repeats) {
    note("wave_direction_repeated", Severity::kInfo,
         fmt::format("{} ends at {} deg, where it starts: the last direction is left out", path,
                     degrees[count - 1]));
  }
  std::vector<double> radians(degrees.data(), degrees.data() + count);
  for (double& direction : radians) direction *= kRadiansPerDegree;
  add_rounding(path, radians);
  database_.wave_directions =
      Eigen::Map<const VectorXd>(radians.data(), repeats ? count - 1 : count);
}

void BemioReader::read_bodies() {
  Index count = 0;
  while (file_.contains(body_path(count, ""))) ++count;
  if (count == 0) refuse("/body1", "is missing: a database has at least one body");
  for (Index body = 0; body < count; ++body) {
    read_dofs(body);
    database_.bodies.push_back(read_body(body));
  }
}

/// Reads the number of dofs of a body: six rigid-body dofs, followed by generalized modes.
void BemioReader::read_dofs(Index body) {
  const Index start = std::accumulate(filed_dofs_.begin(), filed_dofs_.end(), Index{0});
  const auto number = [&](const std::string& name, Index otherwise) {
    const std::string path = body_path(body, "/properties/" + name);
    return file_.contains(path) ? file_.read_number(path) : static_cast<double>(otherwise);
  };
  constexpr double kMaximumDofs = 1000.0;  // of a body; no file has so many generalized modes
  const double count = number("dof", kDofs);
  if (!(count >= static_cast<double>(kDofs)) || count > kMaximumDofs ||
      count != std::floor(count)) {
    refuse(body_path(body, "/properties/dof"),
           fmt::format("must be {} dofs of a rigid body and more for generalised modes, is {}",
                       kDofs, count));
  }
  filed_dofs_.push_back(to_integer<Index>(count, "dof"));
  const auto require_number = [&](const std::string& name, Index expected) {
    const double value = number(name, expected);
    if (value != static_cast<double>(expected)) {
      refuse(body_path(body, "/properties/" + name),
             fmt::format("must be {}, is {}", expected, value));
    }
  };
  require_number("dof_start", start + 1);
  require_number("dof_end", start + filed_dofs(body));
}

DatabaseBody BemioReader::read_body(Index body) const {
  const std::string properties = body_path(body, "/properties/");
  DatabaseBody result;
  result.name = file_.contains(properties + "name") ? file_.read_text(properties + "name")
                                                    : fmt::format("body{}", body + 1);
  result.center_of_gravity = read_point(properties + "cg");
  result.center_of_buoyancy = read_point(properties + "cb");
  result.displaced_volume = file_.read_number(properties + "disp_vol");
  result.hydrostatic_stiffness = filed_stiffness(body).topLeftCorner<kDofs, kDofs>();
  return result;
}

/// Reads the stiffness of buoyancy and weight over all dofs of a body.
MatrixXd BemioReader::filed_stiffness(Index body) const {
  const std::string path = body_path(body, "/hydro_coeffs/linear_restoring_stiffness");
  FiledArray stiffness = file_.read_array(path);
  const Index dofs = filed_dofs(body);
  if (stiffness.shape.size() == 3 && stiffness.shape.back() == 1) stiffness.shape.pop_back();
  require_shape(path, stiffness, {dofs, dofs});
  for (double& value : stiffness.values) value *= database_.water_density * database_.gravity;
  add_rounding(path, stiffness.values);
  return Eigen::Map<const RowMajorMatrix>(stiffness.values.data(), dofs, dofs);
}

VectorXd BemioReader::read_vector(const std::string& path) const {
  const FiledArray array = file_.read_array(path);
  const auto count = static_cast<Index>(array.values.size());
  if (array.shape.size() != 1) require_shape(path, array, {count, 1});
  if (count == 0) refuse(path, "must not be empty");
  return Eigen::Map<const VectorXd>(array.values.data(), count);
}

Vector3 BemioReader::read_point(const std::string& path) const {
  const VectorXd point = read_vector(path);
  if (point.size() != 3) refuse(path, fmt::format("must hold x, y and z, holds {}", point.size()));
  return point;
}

bool BemioReader::is_in_every_body(const std::string& below) const {
  const bool in_first = file_.contains(body_path(0, below));
  for (Index body = 1; body < hull_count(); ++body) {
    if (file_.contains(body_path(body, below)) != in_first) {
      refuse(body_path(body, below), "must be in every body or in none");
    }
  }
  return in_first;
}

/// Adds the rounding errors that write_bemio() has stored; files of other programs have none.
void BemioReader::add_rounding(const std::string& path, std::vector<double>& numbers) const {
  const std::string rounding = std::string(kBemioRounding) + path;
  if (!file_.contains(rounding)) return;
  const std::vector<double> lost = file_.read_array(rounding).values;
  if (lost.size() != numbers.size()) {
    refuse(rounding, fmt::format("must hold {} numbers, holds {}", numbers.size(), lost.size()));
  }
  for (std::size_t i = 0; i < lost.size(); ++i) {
    if (lost[i] != 0.0) numbers[i] += lost[i];  // -0 + 0 would be 0
  }
}

/// Checks the columns of a body's row block: the dofs of all bodies, or those of the body if the
/// file has no interaction between bodies.
Index BemioReader::check_matrix_shape(const std::string& path, const FiledArray& array, Index body,
                                      Index count) {
  const Index all = std::accumulate(filed_dofs_.begin(), filed_dofs_.end(), Index{0});
  const Index columns = array.shape.size() >= 2 ? array.shape[1] : all;
  const bool own_only = columns == filed_dofs(body) && all != columns;
  std::vector<Index> shape = {filed_dofs(body), own_only ? columns : all};
  if (array.shape.size() != 2 || count != 1) shape.push_back(count);
  require_shape(path, array, shape);
  if (own_only) {
    note("body_interaction_absent", Severity::kWarning,
         path + " has no columns for other bodies: every body is alone in the water");
  }
  return shape[1];
}

/// Returns the destination of a dof of a body; -1 for a generalized mode that is left out.
Index BemioReader::place_of_dof(Index body, Index dof) const {
  if (dof < kDofs) return kDofs * body + dof;
  const auto first = std::find_if(modes_.begin(), modes_.end(),
                                  [&](const GeneralisedMode& mode) { return mode.body == body; });
  return first == modes_.end() ? -1 : (first + (dof - kDofs))->dof;
}

/// Returns the destination of each of the `count` columns of a body's rows; -1 for a generalized
/// mode that is left out.
std::vector<Index> BemioReader::filed_columns(Index body, Index count) const {
  const bool own_only = count == filed_dofs(body) && hull_count() > 1;
  std::vector<Index> places;
  for (Index other = own_only ? body : 0; other < (own_only ? body + 1 : hull_count()); ++other) {
    for (Index dof = 0; dof < filed_dofs(other); ++dof) {
      places.push_back(place_of_dof(other, dof));
    }
  }
  return places;
}

/// Reads `count` matrices of 6N x 6N from the row blocks (dofs, columns, count) of all bodies. Each
/// number is multiplied by scale[k].
std::vector<MatrixXd> BemioReader::read_matrices(const std::string& below, const VectorXd& scale) {
  const Index dofs = database_.dof_count();
  const Index count = scale.size();
  std::vector<MatrixXd> matrices(static_cast<std::size_t>(count), MatrixXd::Zero(dofs, dofs));
  for (Index body = 0; body < hull_count(); ++body) {
    const std::string path = body_path(body, below);
    FiledArray array = file_.read_array(path);
    const Index columns = check_matrix_shape(path, array, body, count);
    Eigen::Map<Eigen::ArrayXXd>(array.values.data(), count,
                                static_cast<Index>(array.values.size()) / count)
        .colwise() *= scale.array();
    add_rounding(path, array.values);
    const std::vector<Index> places = filed_columns(body, columns);
    const double* value = array.values.data();
    for (Index dof = 0; dof < filed_dofs(body); ++dof) {
      const Index row = place_of_dof(body, dof);
      for (const Index column : places) {
        for (MatrixXd& matrix : matrices) {
          if (row >= 0 && column >= 0) matrix(row, column) = *value;
          ++value;
        }
      }
    }
  }
  return matrices;
}

void BemioReader::read_added_mass() {
  if (is_in_every_body(kAddedMass)) {
    database_.added_mass = read_matrices(
        kAddedMass, VectorXd::Constant(database_.omega.size(), database_.water_density));
  }
  if (is_in_every_body(kAddedMassInfinite)) {
    const std::vector<MatrixXd> infinite =
        read_matrices(kAddedMassInfinite, VectorXd::Constant(1, database_.water_density));
    if (is_finite(infinite)) {
      database_.added_mass_infinite = infinite.front();
    } else {
      note("added_mass_infinite_absent", Severity::kInfo,
           body_path(0, kAddedMassInfinite) + " holds no numbers: taken as absent");
    }
  }
  if (database_.added_mass.empty() && !database_.added_mass_infinite) {
    refuse(body_path(0, kAddedMassInfinite), "is missing, and so is " + kAddedMass);
  }
}

void BemioReader::read_radiation_damping() {
  if (!is_in_every_body(kRadiationDamping)) {
    if (is_in_every_body(kKernel)) return;
    refuse(body_path(0, kRadiationDamping), "is missing, and so is " + kKernel);
  }
  database_.radiation_damping =
      read_matrices(kRadiationDamping, database_.water_density * database_.omega);
}

void BemioReader::read_kernel() {
  if (!is_in_every_body(kKernel)) return;
  MatrixSeries& kernel = database_.retardation_kernel;
  kernel.grid = read_vector(body_path(0, kKernelTime));
  for (Index body = 1; body < hull_count(); ++body) {
    const std::string path = body_path(body, kKernelTime);
    const VectorXd grid = read_vector(path);
    if (grid.size() != kernel.grid.size() || grid != kernel.grid) {
      refuse(path, "must equal that of body1");
    }
  }
  kernel.values =
      read_matrices(kKernel, VectorXd::Constant(kernel.grid.size(), database_.water_density));
}

/// Keeps the frequencies above 0 at which A, B and X are numbers, in ascending order.
void BemioReader::keep_whole_frequencies() {
  const VectorXd filed = database_.omega;
  if (!std::is_sorted(filed.begin(), filed.end())) {
    note("frequencies_sorted", Severity::kInfo,
         kParameters + "w does not ascend: frequencies are sorted, with all that belongs to them");
  }
  drop_zero_frequencies(database_);
  drop_incomplete_frequencies(database_);
  order_samples(database_);
  drop_partial_forces();
}

Database read_bemio(const std::filesystem::path& file) {
  const std::vector<std::byte> bytes = read_bytes(file);
  return read_bemio(bytes);
}

Database read_bemio(std::span<const std::byte> image) { return BemioReader(image).read(); }

}  // namespace raftup::hydro
