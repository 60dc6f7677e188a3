#include "solver/linearisation/output_response.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"

namespace raftup::solver {

namespace {

/// The derivatives of one number of an output.
struct OutputRow {
  VectorXd by_displacement, by_velocity, by_acceleration;
};

/// A row of a derivative; an empty derivative counts as 0.
VectorXd row_or_zero(const MatrixXd& derivative, Eigen::Index row, Eigen::Index dofs) {
  if (derivative.size() == 0) return VectorXd::Zero(dofs);
  return derivative.row(row);
}

OutputRow row_of(const Linearization& linear, const std::string& name, Eigen::Index component) {
  for (const OutputDerivative& output : linear.outputs()) {
    if (output.name != name) continue;
    const Eigen::Index size = output.value.size();
    require(component >= 0 && component < size,
            fmt::format("component must lie within 0 to {}", size - 1), std::to_string(component));
    const Eigen::Index dofs = linear.matrices().mass.rows();
    return {row_or_zero(output.by_displacement, component, dofs),
            row_or_zero(output.by_velocity, component, dofs),
            row_or_zero(output.by_acceleration, component, dofs)};
  }
  throw BrokenRule(
      "output must be a function of how bodies stand, move and are accelerated, such as "
      "<body>.displacement",
      name);
}

/// The matrix [-omega^2 (M + A) + i omega (B + D) + C + Z], with Z of the lines.
MatrixXcd impedance(const Linearization& linear, const LinearWater& water, double omega) {
  const LinearMatrices& matrices = linear.matrices();
  MatrixXd added_mass, damping;
  water.added_mass(omega, added_mass);
  water.radiation_damping(omega, damping);
  const Complex rate(0.0, omega);
  MatrixXcd all =
      (matrices.restoring - omega * omega * (matrices.mass + added_mass)).cast<Complex>();
  all += rate * (matrices.linear_damping + damping).cast<Complex>();
  if (matrices.radiation_turning.size() > 0) {
    const MatrixXcd memory = damping.cast<Complex>() +
                             rate * (added_mass - matrices.infinite_added_mass).cast<Complex>();
    all += memory * matrices.radiation_turning.cast<Complex>();
  }
  if (!linear.lines().empty()) all += linear.lines().impedance(omega);
  return all;
}

void append_rows(const MatrixXcd& rows, MatrixXcd& all) {
  all.conservativeResize(all.rows() + rows.rows(), rows.cols());
  all.bottomRows(rows.rows()) = rows;
}

/// An output of a line in the waves of frequency n while the bodies are held, a column per direction.
MatrixXcd line_output_by_wave(const Linearization& linear, const std::string& output,
                              const WaveSelection& waves, Eigen::Index n, Eigen::Index size) {
  MatrixXcd columns = MatrixXcd::Zero(size, waves.direction_count());
  for (Eigen::Index m = 0; m < columns.cols(); ++m) {
    const double direction = waves.direction[waves.paired ? n : m];
    const auto wave = linear.waves().unit_wave(waves.omega[n], direction);
    if (wave) columns.col(m) = linear.lines().output_by_wave(output, *wave);
  }
  return columns;
}

}  // namespace

LineOutputResponse line_output_response(const Linearization& linear,
                                        const std::vector<std::string>& outputs,
                                        const WaveSelection& waves) {
  LineOutputResponse found;
  for (const std::string& output : outputs) {
    found.size += linear.lines().output_by_motion(output, 0.0).rows();
  }
  for (Eigen::Index n = 0; n < waves.omega.size(); ++n) {
    check_cancelled();
    MatrixXcd by_motion, by_wave;
    for (const std::string& output : outputs) {
      const MatrixXcd rows = linear.lines().output_by_motion(output, waves.omega[n]);
      append_rows(rows, by_motion);
      append_rows(line_output_by_wave(linear, output, waves, n, rows.rows()), by_wave);
    }
    found.by_motion.push_back(std::move(by_motion));
    found.by_wave.push_back(std::move(by_wave));
  }
  return found;
}

std::vector<MatrixXcd> motion_response(const Linearization& linear, const WaveSelection& waves,
                                       const WaveForces& forces) {
  return motion_response(linear, waves, forces, linear.water());
}

std::vector<MatrixXcd> motion_response(const Linearization& linear, const WaveSelection& waves,
                                       const WaveForces& forces, const LinearWater& water) {
  const MatrixXd& free = linear.matrices().free_basis;
  const std::vector<MatrixXcd> given = linear.given_motions().at(waves, forces.wavenumber);
  std::vector<MatrixXcd> motions;
  for (Eigen::Index n = 0; n < waves.omega.size(); ++n) {
    check_cancelled();
    const MatrixXcd& force = forces.force[static_cast<std::size_t>(n)];
    const MatrixXcd all = impedance(linear, water, waves.omega[n]);
    const MatrixXcd of_free = free.transpose() * all * free;
    const auto factors = of_free.partialPivLu();
    MatrixXcd& motion = motions.emplace_back(MatrixXcd::Zero(force.rows(), force.cols()));
    if (!given.empty()) motion = given[static_cast<std::size_t>(n)];
    for (Eigen::Index wave = 0; wave < force.cols(); ++wave) {
      VectorXcd of_wave = force.col(wave);
      if (!given.empty()) of_wave -= all * motion.col(wave);
      const VectorXcd free_force = free.transpose() * of_wave;
      const VectorXcd free_motion = free * factors.solve(free_force);
      motion.col(wave) = given.empty() ? free_motion : VectorXcd(motion.col(wave) + free_motion);
    }
  }
  return motions;
}

std::vector<Complex> output_response(const Linearization& linear, const std::string& output,
                                     Eigen::Index component,
                                     const std::vector<hydro::WaveComponent>& waves) {
  const OutputRow row = row_of(linear, output, component);
  WaveSelection selection;
  selection.paired = true;
  const auto count = static_cast<Eigen::Index>(waves.size());
  selection.omega.resize(count);
  selection.direction.resize(count);
  for (std::size_t n = 0; n < waves.size(); ++n) {
    selection.omega[static_cast<Eigen::Index>(n)] = waves[n].omega;
    selection.direction[static_cast<Eigen::Index>(n)] = waves[n].direction;
  }
  const std::vector<MatrixXcd> motions =
      motion_response(linear, selection, linear.waves().at(selection));
  const std::vector<std::string> of_lines = linear.lines().outputs();
  const bool is_of_line = std::find(of_lines.begin(), of_lines.end(), output) != of_lines.end();
  std::vector<Complex> result;
  for (std::size_t n = 0; n < waves.size(); ++n) {
    const double omega = waves[n].omega;
    const VectorXcd by_motion =
        (row.by_displacement - omega * omega * row.by_acceleration).cast<Complex>() +
        Complex(0.0, omega) * row.by_velocity.cast<Complex>();
    result.push_back((by_motion.transpose() * motions[n].col(0))(0));
    if (!is_of_line) continue;
    const LinearLines& lines = linear.lines();
    result.back() += (lines.output_by_motion(output, omega).row(component) * motions[n].col(0))(0);
    const auto wave = linear.waves().unit_wave(omega, waves[n].direction);
    if (wave) result.back() += lines.output_by_wave(output, *wave)[component];
  }
  return result;
}

}  // namespace raftup::solver
