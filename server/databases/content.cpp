#include "server/databases/content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "hydro/database/validate.hpp"
#include "hydro/error.hpp"

namespace raftup::server {

namespace {

using Eigen::Index;
using Packed = google::protobuf::RepeatedField<double>;
using hydro::Database;
using internal::v1::BodyContent;
using internal::v1::DatabaseContent;
using internal::v1::QtfContent;
using MatrixMap = Eigen::Map<RowMajorMatrix>;
using ConstMatrixMap = Eigen::Map<const RowMajorMatrix>;
/// Row by row, re and im of each entry side by side, as std::complex lies in memory.
using ComplexMatrix = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Appends room for `count` numbers and returns where it begins.
double* extend(Packed& packed, Index count) {
  const int size = packed.size();
  packed.Resize(size + static_cast<int>(count), 0.0);
  return packed.mutable_data() + size;
}

void pack(const Eigen::Ref<const MatrixXd>& matrix, Packed& packed) {
  MatrixMap(extend(packed, matrix.size()), matrix.rows(), matrix.cols()) = matrix;
}

void pack(const std::vector<MatrixXd>& matrices, Packed& packed) {
  for (const MatrixXd& matrix : matrices) pack(matrix, packed);
}

void pack_complex(const MatrixXcd& values, Packed& packed) {
  const ComplexMatrix rows = values;
  const auto* numbers = reinterpret_cast<const double*>(rows.data());
  std::copy_n(numbers, 2 * rows.size(), extend(packed, 2 * rows.size()));
}

void pack(const hydro::TransferFunction& function, Packed& packed) {
  for (const MatrixXcd& values : function.values) pack_complex(values, packed);
}

[[noreturn]] void refuse_count(const std::string& name, Index expected, int count) {
  throw Error(
      ErrorCode::kDataLoss,
      fmt::format("stored database: {} must hold {} numbers, holds {}", name, expected, count));
}

/// `count` matrices of rows x columns; none where the field is empty.
std::vector<MatrixXd> unpack(const Packed& packed, const std::string& name, Index count, Index rows,
                             Index columns) {
  if (packed.empty()) return {};
  if (packed.size() != count * rows * columns) {
    refuse_count(name, count * rows * columns, packed.size());
  }
  std::vector<MatrixXd> matrices;
  for (Index k = 0; k < count; ++k) {
    matrices.emplace_back(ConstMatrixMap(packed.data() + k * rows * columns, rows, columns));
  }
  return matrices;
}

MatrixXd unpack_one(const Packed& packed, const std::string& name, Index rows, Index columns) {
  const std::vector<MatrixXd> matrices = unpack(packed, name, 1, rows, columns);
  if (matrices.empty()) refuse_count(name, rows * columns, 0);
  return matrices.front();
}

/// From columns re and im side by side.
MatrixXcd unpack_complex(const MatrixXd& pairs) {
  MatrixXcd values(pairs.rows(), pairs.cols() / 2);
  for (Index k = 0; k < values.cols(); ++k) {
    values.col(k).real() = pairs.col(2 * k);
    values.col(k).imag() = pairs.col(2 * k + 1);
  }
  return values;
}

hydro::TransferFunction unpack_transfer_function(const Packed& packed, const std::string& name,
                                                 const Database& database) {
  const std::vector<MatrixXd> numbers = unpack(packed, name, database.wave_directions.size(),
                                               database.dof_count(), 2 * database.omega.size());
  hydro::TransferFunction function;
  for (const MatrixXd& pairs : numbers) function.values.push_back(unpack_complex(pairs));
  return function;
}

VectorXd unpack_vector(const Packed& packed) {
  return Eigen::Map<const VectorXd>(packed.data(), packed.size());
}

void pack_body(const hydro::DatabaseBody& body, BodyContent& content) {
  content.set_name(body.name);
  pack(body.center_of_gravity, *content.mutable_center_of_gravity());
  pack(body.center_of_buoyancy, *content.mutable_center_of_buoyancy());
  content.set_displaced_volume(body.displaced_volume);
  pack(body.hydrostatic_stiffness, *content.mutable_hydrostatic_stiffness());
  content.set_generalised_modes(body.generalised_modes);
}

hydro::DatabaseBody unpack_body(const BodyContent& content) {
  hydro::DatabaseBody body;
  body.name = content.name();
  body.center_of_gravity = unpack_one(content.center_of_gravity(), "center_of_gravity", 3, 1);
  body.center_of_buoyancy = unpack_one(content.center_of_buoyancy(), "center_of_buoyancy", 3, 1);
  body.displaced_volume = content.displaced_volume();
  body.hydrostatic_stiffness =
      unpack_one(content.hydrostatic_stiffness(), "hydrostatic_stiffness", kDofs, kDofs);
  body.generalised_modes = content.generalised_modes();
  return body;
}

void pack_qtf(const hydro::QuadraticTransferFunction& qtf, QtfContent& content) {
  pack(qtf.omega, *content.mutable_omega());
  for (const auto& entry : qtf.entries) {
    auto* packed = content.add_entries();
    packed->set_influenced_dof(entry.influenced_dof);
    packed->set_direction_1(entry.direction_1);
    packed->set_direction_2(entry.direction_2);
    pack_complex(entry.values, *packed->mutable_values());
  }
}

hydro::QuadraticTransferFunction unpack_qtf(const QtfContent& content, const std::string& name) {
  hydro::QuadraticTransferFunction qtf;
  qtf.omega = unpack_vector(content.omega());
  const Index count = qtf.omega.size();
  for (const auto& packed : content.entries()) {
    qtf.entries.push_back({packed.influenced_dof(), packed.direction_1(), packed.direction_2(),
                           unpack_complex(unpack_one(packed.values(), name, count, 2 * count))});
  }
  return qtf;
}

void pack_provenance(const Database& database, DatabaseContent& content) {
  for (const hydro::DatabaseSource& source : database.sources) {
    auto* packed = content.add_sources();
    packed->set_name(source.name);
    packed->set_format(source.format);
    packed->set_sha256(source.sha256);
  }
  for (const std::string& entry : database.history) content.add_history(entry);
}

void unpack_provenance(const DatabaseContent& content, Database& database) {
  for (const auto& packed : content.sources()) {
    database.sources.push_back({packed.name(), packed.format(), packed.sha256()});
  }
  database.history = {content.history().begin(), content.history().end()};
}

void pack_findings(const hydro::Findings& findings, DatabaseContent& content) {
  for (const hydro::Finding& finding : findings) {
    auto* packed = content.add_findings();
    packed->set_name(finding.name);
    packed->set_severity(static_cast<int>(finding.severity));
    packed->set_message(finding.message);
    packed->set_value(finding.value);
  }
}

hydro::Findings unpack_findings(const DatabaseContent& content) {
  hydro::Findings findings;
  for (const auto& packed : content.findings()) {
    const int severity = std::clamp(packed.severity(), static_cast<int>(hydro::Severity::kInfo),
                                    static_cast<int>(hydro::Severity::kError));
    findings.push_back(
        {packed.name(), static_cast<hydro::Severity>(severity), packed.message(), packed.value()});
  }
  return findings;
}

void unpack_coefficients(const DatabaseContent& content, Database& database) {
  const Index dofs = database.dof_count();
  const Index frequencies = database.omega.size();
  hydro::MatrixSeries& kernel = database.retardation_kernel;
  database.added_mass = unpack(content.added_mass(), "added_mass", frequencies, dofs, dofs);
  database.radiation_damping =
      unpack(content.radiation_damping(), "radiation_damping", frequencies, dofs, dofs);
  if (!content.added_mass_infinite().empty()) {
    database.added_mass_infinite =
        unpack_one(content.added_mass_infinite(), "added_mass_infinite", dofs, dofs);
  }
  kernel.grid = unpack_vector(content.retardation_time());
  kernel.values =
      unpack(content.retardation_kernel(), "retardation_kernel", kernel.grid.size(), dofs, dofs);
  database.excitation = unpack_transfer_function(content.excitation(), "excitation", database);
  database.froude_krylov =
      unpack_transfer_function(content.froude_krylov(), "froude_krylov", database);
  database.diffraction = unpack_transfer_function(content.diffraction(), "diffraction", database);
  database.mean_drift_force = unpack(content.mean_drift_force(), "mean_drift_force",
                                     database.wave_directions.size(), dofs, frequencies);
  database.qtf_sum = unpack_qtf(content.qtf_sum(), "qtf_sum");
  database.qtf_difference = unpack_qtf(content.qtf_difference(), "qtf_difference");
}

}  // namespace

DatabaseContent content_from_database(const Database& database) {
  DatabaseContent content;
  content.set_format_version(kContentFormat);
  content.set_source_format(database.source_format);
  content.set_solver(database.solver);
  content.set_gravity(database.gravity);
  content.set_water_density(database.water_density);
  content.set_water_depth(database.water_depth);
  for (const hydro::DatabaseBody& body : database.bodies) pack_body(body, *content.add_bodies());
  pack(database.omega, *content.mutable_omega());
  pack(database.wave_directions, *content.mutable_wave_directions());
  pack(database.added_mass, *content.mutable_added_mass());
  pack(database.radiation_damping, *content.mutable_radiation_damping());
  if (database.added_mass_infinite) {
    pack(*database.added_mass_infinite, *content.mutable_added_mass_infinite());
  }
  pack(database.retardation_kernel.grid, *content.mutable_retardation_time());
  pack(database.retardation_kernel.values, *content.mutable_retardation_kernel());
  pack(database.excitation, *content.mutable_excitation());
  pack(database.froude_krylov, *content.mutable_froude_krylov());
  pack(database.diffraction, *content.mutable_diffraction());
  pack(database.mean_drift_force, *content.mutable_mean_drift_force());
  pack_qtf(database.qtf_sum, *content.mutable_qtf_sum());
  pack_qtf(database.qtf_difference, *content.mutable_qtf_difference());
  pack_provenance(database, content);
  content.set_sha256(database.sha256);
  pack_findings(database.findings, content);
  return content;
}

Database database_from_content(const DatabaseContent& content) {
  if (content.format_version() != kContentFormat) {
    throw Error(ErrorCode::kDataLoss, fmt::format("stored database: format must be {}, is {}",
                                                  kContentFormat, content.format_version()));
  }
  Database database;
  database.source_format = content.source_format();
  database.solver = content.solver();
  database.gravity = content.gravity();
  database.water_density = content.water_density();
  database.water_depth = content.water_depth();
  for (const BodyContent& body : content.bodies()) database.bodies.push_back(unpack_body(body));
  database.omega = unpack_vector(content.omega());
  database.wave_directions = unpack_vector(content.wave_directions());
  unpack_coefficients(content, database);
  unpack_provenance(content, database);
  database.sha256 = content.sha256();
  database.findings = unpack_findings(content);
  try {
    hydro::validate(database);
  } catch (const Error& error) {
    throw Error(ErrorCode::kDataLoss, std::string("stored database: ") + error.what());
  }
  return database;
}

}  // namespace raftup::server
