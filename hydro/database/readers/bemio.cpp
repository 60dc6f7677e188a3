#include "hydro/database/readers/bemio.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "hydro/database/hdf5_file.hpp"
#include "hydro/database/readers/read_bytes.hpp"
#include "hydro/database/sha256.hpp"
#include "hydro/database/validate.hpp"
#include "hydro/error.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kFullCircle = 360.0;  // deg
constexpr double kRadiansPerDegree = std::numbers::pi / 180.0;

const std::string kParameters = "/simulation_parameters/";
const std::string kExcitation = "/hydro_coeffs/excitation";
const std::string kFroudeKrylov = "/hydro_coeffs/excitation/froude-krylov";
const std::string kScattering = "/hydro_coeffs/excitation/scattering";
const std::string kAddedMass = "/hydro_coeffs/added_mass/all";
const std::string kAddedMassInfinite = "/hydro_coeffs/added_mass/inf_freq";
const std::string kRadiationDamping = "/hydro_coeffs/radiation_damping/all";
const std::string kKernel = "/hydro_coeffs/radiation_damping/impulse_response_fun/K";
const std::string kKernelTime = "/hydro_coeffs/radiation_damping/impulse_response_fun/t";

[[noreturn]] void refuse(const std::string& path, const std::string& rule) {
  throw Error(ErrorCode::kInvalidArgument, path + " " + rule);
}

std::string body_path(Index body, const std::string& below) {
  return fmt::format("/body{}{}", body + 1, below);
}

void require_shape(const std::string& path, const Hdf5Array& array,
                   const std::vector<Index>& shape) {
  if (array.shape == shape) return;
  refuse(path, fmt::format("must have the shape ({}), has ({})", fmt::join(shape, ", "),
                           fmt::join(array.shape, ", ")));
}

bool is_finite(const std::vector<MatrixXd>& matrices) {
  return std::all_of(matrices.begin(), matrices.end(),
                     [](const MatrixXd& matrix) { return matrix.allFinite(); });
}

bool is_finite(const TransferFunction& function) {
  return std::all_of(function.values.begin(), function.values.end(),
                     [](const MatrixXcd& matrix) { return matrix.allFinite(); });
}

/// One reading of one file: fills the database group by group.
class BemioReader {
 public:
  explicit BemioReader(std::span<const std::byte> image) : file_(image) {
    database_.source_format = "bemio";
    database_.sha256 = sha256(image);
  }

  Database read() {
    read_environment();
    read_wave_directions();
    database_.omega = read_vector(kParameters + "w");
    read_bodies();
    read_added_mass();
    read_radiation_damping();
    read_kernel();
    read_excitation();
    return make_database(std::move(database_));
  }

 private:
  void read_environment();
  void read_wave_directions();
  void read_bodies();
  void read_added_mass();
  void read_radiation_damping();
  void read_kernel();
  void read_excitation();

  DatabaseBody read_body(Index body) const;
  void check_dofs(Index body) const;
  bool is_in_every_body(const std::string& below) const;
  VectorXd read_vector(const std::string& path) const;
  Vector3 read_point(const std::string& path) const;
  std::vector<MatrixXd> read_matrices(const std::string& below, Index count);
  Index check_matrix_shape(const std::string& path, const Hdf5Array& array, Index count);
  void read_rows(TransferFunction& function, const std::string& group, Index body) const;
  std::vector<double> read_part(const std::string& path) const;
  TransferFunction read_transfer_function(const std::string& group) const;
  TransferFunction read_optional_transfer_function(const std::string& group,
                                                   const std::string& name);
  void note(const std::string& name, Severity severity, const std::string& message);

  Hdf5File file_;
  Database database_;
  std::size_t filed_directions_ = 0;
};

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

/// Degrees to radians. A last direction that repeats the first one after a full circle goes: the
/// transfer functions are periodic in direction.
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
  database_.wave_directions = degrees.head(repeats ? count - 1 : count) * kRadiansPerDegree;
}

void BemioReader::read_bodies() {
  Index count = 0;
  while (file_.contains(body_path(count, ""))) ++count;
  if (count == 0) refuse("/body1", "is missing: a database has at least one body");
  for (Index body = 0; body < count; ++body) {
    check_dofs(body);
    database_.bodies.push_back(read_body(body));
  }
}

/// Six rigid-body dofs per body; with generalised modes the columns would mean something else.
void BemioReader::check_dofs(Index body) const {
  const auto require_number = [&](const std::string& name, Index expected) {
    const std::string path = body_path(body, "/properties/" + name);
    if (!file_.contains(path)) return;
    const double value = file_.read_number(path);
    if (value != static_cast<double>(expected)) {
      refuse(path, fmt::format("must be {} (six dofs per body, no generalised modes), is {}",
                               expected, value));
    }
  };
  require_number("dof", kDofs);
  require_number("dof_start", kDofs * body + 1);
  require_number("dof_end", kDofs * (body + 1));
}

DatabaseBody BemioReader::read_body(Index body) const {
  const std::string properties = body_path(body, "/properties/");
  DatabaseBody result;
  result.name = file_.contains(properties + "name") ? file_.read_text(properties + "name")
                                                    : fmt::format("body{}", body + 1);
  result.center_of_gravity = read_point(properties + "cg");
  result.center_of_buoyancy = read_point(properties + "cb");
  result.displaced_volume = file_.read_number(properties + "disp_vol");
  const std::string path = body_path(body, "/hydro_coeffs/linear_restoring_stiffness");
  const Hdf5Array stiffness = file_.read_array(path);
  require_shape(path, stiffness, {kDofs, kDofs});
  result.hydrostatic_stiffness =
      database_.water_density * database_.gravity *
      Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>(stiffness.values.data());
  return result;
}

VectorXd BemioReader::read_vector(const std::string& path) const {
  const Hdf5Array array = file_.read_array(path);
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
  for (Index body = 1; body < database_.body_count(); ++body) {
    if (file_.contains(body_path(body, below)) != in_first) {
      refuse(body_path(body, below), "must be in every body or in none");
    }
  }
  return in_first;
}

/// Columns of a body's row block: all bodies' dofs, or its own six where the file has no
/// interaction between bodies.
Index BemioReader::check_matrix_shape(const std::string& path, const Hdf5Array& array,
                                      Index count) {
  const Index all = database_.dof_count();
  const Index columns = array.shape.size() >= 2 ? array.shape[1] : all;
  const bool own_only = columns == kDofs && all != kDofs;
  std::vector<Index> shape = {kDofs, own_only ? kDofs : all};
  if (array.shape.size() != 2 || count != 1) shape.push_back(count);
  require_shape(path, array, shape);
  if (own_only) {
    note("body_interaction_absent", Severity::kWarning,
         path + " has no columns for other bodies: every body is alone in the water");
  }
  return shape[1];
}

/// `count` matrices of 6N x 6N from the row blocks (6, columns, count) of all bodies.
std::vector<MatrixXd> BemioReader::read_matrices(const std::string& below, Index count) {
  const Index dofs = database_.dof_count();
  std::vector<MatrixXd> matrices(static_cast<std::size_t>(count), MatrixXd::Zero(dofs, dofs));
  for (Index body = 0; body < database_.body_count(); ++body) {
    const std::string path = body_path(body, below);
    const Hdf5Array array = file_.read_array(path);
    const Index columns = check_matrix_shape(path, array, count);
    const Index first_column = columns == dofs ? 0 : kDofs * body;
    const double* value = array.values.data();
    for (Index row = 0; row < kDofs; ++row) {
      for (Index column = 0; column < columns; ++column) {
        for (MatrixXd& matrix : matrices) {
          matrix(kDofs * body + row, first_column + column) = *value++;
        }
      }
    }
  }
  return matrices;
}

void BemioReader::read_added_mass() {
  if (is_in_every_body(kAddedMass)) {
    database_.added_mass = read_matrices(kAddedMass, database_.omega.size());
    for (MatrixXd& matrix : database_.added_mass) matrix *= database_.water_density;
  }
  if (is_in_every_body(kAddedMassInfinite)) {
    const std::vector<MatrixXd> infinite = read_matrices(kAddedMassInfinite, 1);
    if (is_finite(infinite)) {
      database_.added_mass_infinite = infinite.front() * database_.water_density;
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
  database_.radiation_damping = read_matrices(kRadiationDamping, database_.omega.size());
  for (std::size_t k = 0; k < database_.radiation_damping.size(); ++k) {
    database_.radiation_damping[k] *=
        database_.water_density * database_.omega[static_cast<Index>(k)];
  }
}

void BemioReader::read_kernel() {
  if (!is_in_every_body(kKernel)) return;
  MatrixSeries& kernel = database_.retardation_kernel;
  kernel.grid = read_vector(body_path(0, kKernelTime));
  for (Index body = 1; body < database_.body_count(); ++body) {
    const std::string path = body_path(body, kKernelTime);
    if (read_vector(path) != kernel.grid) refuse(path, "must equal that of body1");
  }
  kernel.values = read_matrices(kKernel, kernel.grid.size());
  for (MatrixXd& matrix : kernel.values) matrix *= database_.water_density;
}

/// Two real parts, re and im or mag and phase, to the six rows of one body.
void BemioReader::read_rows(TransferFunction& function, const std::string& group,
                            Index body) const {
  const bool cartesian = is_in_every_body(group + "/re") && is_in_every_body(group + "/im");
  const std::vector<double> first =
      read_part(body_path(body, group + (cartesian ? "/re" : "/mag")));
  const std::vector<double> second =
      read_part(body_path(body, group + (cartesian ? "/im" : "/phase")));
  const double scale = database_.water_density * database_.gravity;
  const auto frequencies = static_cast<std::size_t>(database_.omega.size());
  for (std::size_t dof = 0; dof < kDofs; ++dof) {
    for (std::size_t h = 0; h < function.values.size(); ++h) {
      for (std::size_t k = 0; k < frequencies; ++k) {
        const std::size_t i = (dof * filed_directions_ + h) * frequencies + k;
        const Complex value =
            cartesian ? Complex(first[i], second[i]) : std::polar(1.0, second[i]) * first[i];
        function.values[h](kDofs * body + static_cast<Index>(dof), static_cast<Index>(k)) =
            scale * value;
      }
    }
  }
}

std::vector<double> BemioReader::read_part(const std::string& path) const {
  Hdf5Array array = file_.read_array(path);
  require_shape(path, array,
                {kDofs, static_cast<Index>(filed_directions_), database_.omega.size()});
  return std::move(array.values);
}

TransferFunction BemioReader::read_transfer_function(const std::string& group) const {
  TransferFunction function;
  function.values.assign(static_cast<std::size_t>(database_.wave_directions.size()),
                         MatrixXcd(database_.dof_count(), database_.omega.size()));
  for (Index body = 0; body < database_.body_count(); ++body) read_rows(function, group, body);
  return function;
}

/// Empty where the file has none, or has it without numbers.
TransferFunction BemioReader::read_optional_transfer_function(const std::string& group,
                                                              const std::string& name) {
  if (!is_in_every_body(group + "/re") && !is_in_every_body(group + "/mag")) return {};
  TransferFunction function = read_transfer_function(group);
  if (is_finite(function)) return function;
  note(name + "_absent", Severity::kInfo,
       body_path(0, group) + " holds values that are not numbers: taken as absent");
  return {};
}

void BemioReader::read_excitation() {
  database_.excitation = read_transfer_function(kExcitation);
  database_.froude_krylov = read_optional_transfer_function(kFroudeKrylov, "froude_krylov");
  database_.diffraction = read_optional_transfer_function(kScattering, "diffraction");
}

}  // namespace

Database read_bemio(const std::filesystem::path& file) {
  const std::vector<std::byte> bytes = read_bytes(file);
  return read_bemio(bytes);
}

Database read_bemio(std::span<const std::byte> image) { return BemioReader(image).read(); }

}  // namespace raftup::hydro
