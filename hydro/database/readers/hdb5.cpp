#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/hdf5_file.hpp"
#include "hydro/database/readers/known_values.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/samples.hpp"
#include "hydro/database/transformation.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Greatest number of samples along one grid, and of bodies.
constexpr double kMaximumCount = 100000;

std::string body_path(Index body) { return fmt::format("/Bodies/Body_{}", body); }

std::string motion_path(Index influenced, Index radiating) {
  return fmt::format("{}/Radiation/BodyMotion_{}", body_path(influenced), radiating);
}

/// Reads one file.
class Hdb5Reader {
 public:
  Hdb5Reader(const SourceFile& file, const SourceOptions& options)
      : file_(file.bytes), known_(names_of(std::span(&file, 1)), options) {
    database_.source_format = "hdb5";
    database_.sha256 = sha256(file.bytes);
  }

  Database read() {
    read_environment();
    read_grids();
    read_bodies();
    read_radiation();
    read_excitation();
    std::vector<Vector3> points;
    for (Index i = 0; i < database_.body_count(); ++i) {
      const Vector3& center = database_.bodies[static_cast<std::size_t>(i)].center_of_gravity;
      points.push_back(known_.reference_point(i, {}, center));
    }
    known_.require_complete(database_.body_count());
    order_samples(database_);
    move_to_centers_of_gravity(database_, points);
    database_.history = known_.given();
    return make_database(std::move(database_));
  }

 private:
  void read_environment();
  void read_grids();
  void read_bodies();
  void read_radiation();
  void read_kernel();
  void read_excitation();

  Index read_count(const std::string& path) const;
  VectorXd read_uniform(const std::string& group, const std::string& count,
                        const std::string& first, const std::string& last) const;
  RowMajorMatrix read_matrix(const std::string& path, Index rows, Index columns) const;
  std::optional<double> volume_of(const std::string& body) const;
  void read_block(Index influenced, Index radiating, const std::string& quantity,
                  std::vector<MatrixXd>& matrices) const;
  TransferFunction read_force(const std::string& part) const;

  Hdf5File file_;
  KnownValues known_;
  Database database_;
  std::vector<Vector3> positions_;
};

Index Hdb5Reader::read_count(const std::string& path) const {
  const double count = file_.read_number(path);
  if (!(count >= 1.0) || count > kMaximumCount || count != std::floor(count)) {
    refuse(path, fmt::format("must be a count from 1 to {}, is {}", kMaximumCount, count));
  }
  return to_integer<Index>(count, path);
}

VectorXd Hdb5Reader::read_uniform(const std::string& group, const std::string& count,
                                  const std::string& first, const std::string& last) const {
  return VectorXd::LinSpaced(read_count(group + count), file_.read_number(group + first),
                             file_.read_number(group + last));
}

RowMajorMatrix Hdb5Reader::read_matrix(const std::string& path, Index rows, Index columns) const {
  const FiledArray array = file_.read_array(path);
  require_shape(path, array, {rows, columns});
  return Eigen::Map<const RowMajorMatrix>(array.values.data(), rows, columns);
}

void Hdb5Reader::read_environment() {
  if (file_.contains("/Version") && file_.read_number("/Version") > 2.0) {
    refuse("/Version", fmt::format("must be at most 2, is {}", file_.read_number("/Version")));
  }
  if (file_.contains("/Solver") && file_.is_text("/Solver")) {
    database_.solver = file_.read_text("/Solver");
  }
  database_.water_density = known_.water_density(file_.read_number("/WaterDensity"));
  database_.gravity = known_.gravity(file_.read_number("/GravityAcc"));
  const double depth = file_.read_number("/WaterDepth");
  database_.water_depth =
      known_.water_depth(depth == 0.0 ? std::numeric_limits<double>::infinity() : depth);
}

void Hdb5Reader::read_grids() {
  database_.omega =
      read_uniform("/Discretizations/Frequency/", "NbFrequencies", "MinFrequency", "MaxFrequency");
  database_.wave_directions =
      kRadiansPerDegree *
      read_uniform("/Discretizations/WaveDirections/", "NbWaveDirections", "MinAngle", "MaxAngle");
}

std::optional<double> Hdb5Reader::volume_of(const std::string& body) const {
  const std::string path = body + "/Inertia/InertiaMatrix";
  if (!file_.contains(path)) return std::nullopt;
  return read_matrix(path, kDofs, kDofs)(2, 2) / database_.water_density;
}

void Hdb5Reader::read_bodies() {
  const Index count = read_count("/NbBody");
  for (Index i = 0; i < count; ++i) {
    const std::string path = body_path(i);
    DatabaseBody body;
    body.name = known_.body_name(i, file_.read_text(path + "/BodyName"));
    const FiledArray position = file_.read_array(path + "/BodyPosition");
    if (position.values.size() != 3) refuse(path + "/BodyPosition", "must hold x, y and z");
    positions_.emplace_back(position.values[0], position.values[1], position.values[2]);
    body.center_of_gravity = known_.center_of_gravity(i, {});
    body.center_of_buoyancy =
        known_.center_of_buoyancy(i, {}, body.center_of_gravity, database_.findings);
    body.displaced_volume = known_.displaced_volume(i, volume_of(path));
    body.hydrostatic_stiffness = read_matrix(path + "/Hydrostatic/StiffnessMatrix", kDofs, kDofs);
    database_.bodies.push_back(std::move(body));
  }
}

/// Reads one 6 x 6 block of every matrix: six datasets of 6 forces x samples, one for each motion.
void Hdb5Reader::read_block(Index influenced, Index radiating, const std::string& quantity,
                            std::vector<MatrixXd>& matrices) const {
  const auto count = static_cast<Index>(matrices.size());
  for (Index dof = 0; dof < kDofs; ++dof) {
    const RowMajorMatrix values =
        read_matrix(fmt::format("{}/{}/DOF_{}", motion_path(influenced, radiating), quantity, dof),
                    kDofs, count);
    for (Index k = 0; k < count; ++k) {
      matrices[static_cast<std::size_t>(k)].block<6, 1>(kDofs * influenced,
                                                        kDofs * radiating + dof) = values.col(k);
    }
  }
}

void Hdb5Reader::read_radiation() {
  const Index dofs = database_.dof_count();
  const MatrixXd zero = MatrixXd::Zero(dofs, dofs);
  database_.added_mass.assign(static_cast<std::size_t>(database_.omega.size()), zero);
  database_.radiation_damping = database_.added_mass;
  database_.added_mass_infinite = zero;
  for (Index i = 0; i < database_.body_count(); ++i) {
    for (Index j = 0; j < database_.body_count(); ++j) {
      read_block(i, j, "AddedMass", database_.added_mass);
      read_block(i, j, "RadiationDamping", database_.radiation_damping);
      database_.added_mass_infinite->block<6, 6>(kDofs * i, kDofs * j) =
          read_matrix(motion_path(i, j) + "/InfiniteAddedMass", kDofs, kDofs);
    }
  }
  if (file_.contains(motion_path(0, 0) + "/ImpulseResponseFunctionK")) read_kernel();
}

void Hdb5Reader::read_kernel() {
  MatrixSeries& kernel = database_.retardation_kernel;
  const std::string group = "/Discretizations/Time/";
  kernel.grid = VectorXd::LinSpaced(read_count(group + "NbTimeSample"), 0.0,
                                    file_.read_number(group + "FinalTime"));
  kernel.values.assign(static_cast<std::size_t>(kernel.grid.size()),
                       MatrixXd::Zero(database_.dof_count(), database_.dof_count()));
  for (Index i = 0; i < database_.body_count(); ++i) {
    for (Index j = 0; j < database_.body_count(); ++j) {
      read_block(i, j, "ImpulseResponseFunctionK", kernel.values);
    }
  }
}

/// Reads a force as conj(X) exp(-i k (x cos b + y sin b)), where x and y are the position of the
/// body.
TransferFunction Hdb5Reader::read_force(const std::string& part) const {
  const Index frequencies = database_.omega.size();
  TransferFunction function;
  for (Index h = 0; h < database_.wave_directions.size(); ++h) {
    const double direction = database_.wave_directions[h];
    MatrixXcd force(database_.dof_count(), frequencies);
    for (Index i = 0; i < database_.body_count(); ++i) {
      const std::string path = fmt::format("{}/Excitation/{}/Angle_{}", body_path(i), part, h);
      const MatrixXd re = read_matrix(path + "/RealCoeffs", kDofs, frequencies);
      const MatrixXd im = read_matrix(path + "/ImagCoeffs", kDofs, frequencies);
      const Vector3& position = positions_[static_cast<std::size_t>(i)];
      const double along = position.x() * std::cos(direction) + position.y() * std::sin(direction);
      for (Index k = 0; k < frequencies; ++k) {
        const double number =
            along == 0.0 ? 0.0
                         : wavenumber(database_.omega[k], database_.water_depth, database_.gravity);
        force.block<6, 1>(kDofs * i, k) =
            (re.col(k) - Complex(0, 1) * im.col(k)) * std::polar(1.0, -number * along);
      }
    }
    function.values.push_back(std::move(force));
  }
  return function;
}

void Hdb5Reader::read_excitation() {
  database_.froude_krylov = read_force("FroudeKrylov");
  database_.diffraction = read_force("Diffraction");
  database_.excitation = excitation_sum(database_.froude_krylov, database_.diffraction);
}

}  // namespace

Database read_hdb5(const SourceFile& file, const SourceOptions& options) {
  return Hdb5Reader(file, options).read();
}

}  // namespace raftup::hydro
