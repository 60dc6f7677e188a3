#include "solver/linearisation/linear_lines.hpp"

#include <algorithm>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::solver {

LinearLines::LinearLines(const StillWaterSystem& system, const Kinematics& mean)
    : dof_count_(system.dof_count()) {
  for (auto& dynamics : system.loads().inner_dynamics(system.time().time, mean)) {
    std::vector<Eigen::Index> dofs;
    std::vector<Heading> headings;
    for (const std::size_t body : dynamics->bodies()) {
      headings.push_back(system.rest(body).heading());
      for (Eigen::Index dof = 0; dof < kDofs; ++dof) dofs.push_back(first_dof(body) + dof);
    }
    lines_.push_back({std::move(dynamics), std::move(dofs), DofAxes(headings)});
  }
}

std::vector<std::string> LinearLines::names_with_drag() const {
  std::vector<std::string> all;
  for (const Line& line : lines_) {
    if (line.dynamics->has_drag()) all.push_back(line.dynamics->name());
  }
  return all;
}

MatrixXcd LinearLines::impedance(double omega) const {
  MatrixXcd total = MatrixXcd::Zero(dof_count_, dof_count_);
  for (const Line& line : lines_) {
    const MatrixXcd Z = line.dynamics->impedance(omega);
    MatrixXcd turned(Z.rows(), Z.cols());
    turned.real() = line.axes.of_dofs(Z.real());
    turned.imag() = line.axes.of_dofs(Z.imag());
    total(line.dofs, line.dofs) += turned;
  }
  return total;
}

MatrixXd LinearLines::sum(MatrixXd (InnerDynamics::*part)()) const {
  MatrixXd total = MatrixXd::Zero(dof_count_, dof_count_);
  for (const Line& line : lines_) {
    total(line.dofs, line.dofs) += line.axes.of_dofs((line.dynamics.get()->*part)());
  }
  return total;
}

void LinearLines::add_wave_force(const UnitWave& wave, Eigen::Ref<VectorXcd> force) const {
  for (const Line& line : lines_) {
    const VectorXcd of_line = line.dynamics->wave_force(wave);
    VectorXcd turned(of_line.size());
    turned.real() = line.axes.in_dofs(of_line.real());
    turned.imag() = line.axes.in_dofs(of_line.imag());
    force(line.dofs) += turned;
  }
}

std::vector<std::string> LinearLines::outputs() const {
  std::vector<std::string> all;
  for (const Line& line : lines_) {
    for (const std::string& output : line.dynamics->outputs()) {
      all.push_back(line.dynamics->name() + "." + output);
    }
  }
  return all;
}

std::pair<const LinearLines::Line*, std::string> LinearLines::find_output(
    const std::string& output) const {
  for (const Line& line : lines_) {
    for (const std::string& own : line.dynamics->outputs()) {
      if (line.dynamics->name() + "." + own == output) return {&line, own};
    }
  }
  throw BrokenRule("must be tension, anchor_tension, shape or tensions of a load of the kind line",
                   output);
}

MatrixXcd LinearLines::output_by_motion(const std::string& output, double omega) const {
  const auto [line, own] = find_output(output);
  const MatrixXcd by_bodies = line->dynamics->output_by_motion(own, omega);
  MatrixXcd by_dofs = MatrixXcd::Zero(by_bodies.rows(), dof_count_);
  MatrixXcd turned(by_bodies.rows(), by_bodies.cols());
  turned.real() = line->axes.by_dofs(by_bodies.real());
  turned.imag() = line->axes.by_dofs(by_bodies.imag());
  by_dofs(Eigen::all, line->dofs) = turned;
  return by_dofs;
}

VectorXcd LinearLines::output_by_wave(const std::string& output, const UnitWave& wave) const {
  const auto [line, own] = find_output(output);
  return line->dynamics->output_by_wave(own, wave);
}

void LinearLines::add_motion(const UnitWave& wave, const Complex& amplitude,
                             const VectorXcd& motion) {
  for (Line& line : lines_) {
    const VectorXcd own = motion(line.dofs);
    VectorXcd turned(own.size());
    turned.real() = line.axes.to_world(own.real());
    turned.imag() = line.axes.to_world(own.imag());
    line.dynamics->add_motion(wave, amplitude, turned);
  }
}

double LinearLines::fit_drag(bool harmonic) {
  double change = 0.0;
  for (Line& line : lines_) change = std::max(change, line.dynamics->fit_drag(harmonic));
  return change;
}

}  // namespace raftup::solver
