#include <cmath>
#include <numbers>
#include <string>

#include "hydro/database/formats/hdf5_writer.hpp"
#include "tests/support/database_images.hpp"

namespace raftup::testing {

namespace {

using Eigen::Index;
using hydro::Hdf5Writer;

void write_number(Hdf5Writer& file, const std::string& path, double value) {
  file.write_array(path, {}, std::vector<double>{value});
}

void write_matrix(Hdf5Writer& file, const std::string& path, const RowMajorMatrix& matrix) {
  file.write_array(path, {matrix.rows(), matrix.cols()},
                   {matrix.data(), static_cast<std::size_t>(matrix.size())});
}

void write_grid(Hdf5Writer& file, const std::string& group, const std::string& count,
                const std::string& first, const std::string& last, const VectorXd& grid) {
  write_number(file, group + count, static_cast<double>(grid.size()));
  write_number(file, group + first, grid[0]);
  write_number(file, group + last, grid[grid.size() - 1]);
}

/// DOF_k: forces on one body by motion of another in dof k, over the samples.
void write_block(Hdf5Writer& file, const std::string& group, const std::vector<MatrixXd>& matrices,
                 Index influenced, Index radiating) {
  for (Index dof = 0; dof < kDofs; ++dof) {
    RowMajorMatrix rows(kDofs, static_cast<Index>(matrices.size()));
    for (std::size_t k = 0; k < matrices.size(); ++k) {
      rows.col(static_cast<Index>(k)) =
          matrices[k].block<6, 1>(kDofs * influenced, kDofs * radiating + dof);
    }
    write_matrix(file, group + "/DOF_" + std::to_string(dof), rows);
  }
}

void write_forces(Hdf5Writer& file, const std::string& group, const hydro::Database& database,
                  const hydro::TransferFunction& force, Index body) {
  const Vector3& center = database.bodies[static_cast<std::size_t>(body)].center_of_gravity;
  for (Index h = 0; h < database.wave_directions.size(); ++h) {
    const double direction = database.wave_directions[h];
    MatrixXcd values = force.values[static_cast<std::size_t>(h)].middleRows(kDofs * body, kDofs);
    for (Index k = 0; k < values.cols(); ++k) {
      const double number = database.omega[k] * database.omega[k] / database.gravity;
      const double along = center.x() * std::cos(direction) + center.y() * std::sin(direction);
      values.col(k) = (values.col(k) * std::polar(1.0, number * along)).conjugate().eval();
    }
    const std::string angle = group + "/Angle_" + std::to_string(h);
    write_matrix(file, angle + "/RealCoeffs", values.real());
    write_matrix(file, angle + "/ImagCoeffs", values.imag());
  }
}

void write_body(Hdf5Writer& file, const hydro::Database& database, Index index) {
  const std::string group = "/Bodies/Body_" + std::to_string(index);
  const hydro::DatabaseBody& body = database.bodies[static_cast<std::size_t>(index)];
  file.write_text(group + "/BodyName", body.name);
  file.write_array(group + "/BodyPosition", {3}, {body.center_of_gravity.data(), 3});
  write_matrix(file, group + "/Hydrostatic/StiffnessMatrix", body.hydrostatic_stiffness);
  write_matrix(file, group + "/Inertia/InertiaMatrix",
               database.water_density * body.displaced_volume * Matrix6::Identity());
  write_forces(file, group + "/Excitation/FroudeKrylov", database, database.froude_krylov, index);
  write_forces(file, group + "/Excitation/Diffraction", database, database.diffraction, index);
  for (Index motion = 0; motion < database.body_count(); ++motion) {
    const std::string block = group + "/Radiation/BodyMotion_" + std::to_string(motion);
    write_matrix(file, block + "/InfiniteAddedMass",
                 database.added_mass_infinite->block<6, 6>(kDofs * index, kDofs * motion));
    write_block(file, block + "/AddedMass", database.added_mass, index, motion);
    write_block(file, block + "/RadiationDamping", database.radiation_damping, index, motion);
    write_block(file, block + "/ImpulseResponseFunctionK", database.retardation_kernel.values,
                index, motion);
  }
}

}  // namespace

std::vector<std::byte> hdb5_image(const hydro::Database& database) {
  Hdf5Writer file;
  write_number(file, "/Version", 2.0);
  file.write_text("/Solver", database.solver);
  write_number(file, "/GravityAcc", database.gravity);
  write_number(file, "/WaterDensity", database.water_density);
  write_number(file, "/NormalizationLength", 1.0);
  write_number(file, "/WaterDepth", 0.0);
  write_number(file, "/NbBody", static_cast<double>(database.body_count()));
  const std::string group = "/Discretizations/";
  write_grid(file, group + "Frequency/", "NbFrequencies", "MinFrequency", "MaxFrequency",
             database.omega);
  write_grid(file, group + "WaveDirections/", "NbWaveDirections", "MinAngle", "MaxAngle",
             database.wave_directions * 180.0 / std::numbers::pi);
  write_grid(file, group + "Time/", "NbTimeSample", "TimeStep", "FinalTime",
             database.retardation_kernel.grid);
  for (Index body = 0; body < database.body_count(); ++body) write_body(file, database, body);
  return file.image();
}

}  // namespace raftup::testing
