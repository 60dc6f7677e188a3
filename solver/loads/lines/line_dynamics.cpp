#include "solver/loads/lines/line_dynamics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hydro/numerics/elementary.hpp"
#include "solver/loads/lines/line_in_motion.hpp"
#include "solver/loads/lines/line_weight.hpp"
#include "solver/loads/rods/mean_drag.hpp"

namespace raftup::solver {

namespace {

Eigen::Index row_at(std::size_t node) { return 3 * static_cast<Eigen::Index>(node); }

Matrix3 along_and_across(double along, double across, const Vector3& tangent) {
  Matrix3 matrix = ((along - across) * tangent) * tangent.transpose();
  matrix.diagonal().array() += across;
  return matrix;
}

}  // namespace

LineDynamics::LineDynamics(const std::string& name, const Around& around, const LineAtRest& rest,
                           const LineHolders& holders, const Kinematics& bodies)
    : name_(name),
      waves_(around.waves),
      water_depth_(around.water_depth),
      bodies_(holders.bodies()),
      map_(holders.motion_map(bodies)),
      rod_(rest.rod()),
      line_(rod_, rest.state().position, rest.water().mass()),
      outputs_(rod_, rest.state().position, forces_on_ends(rest.forces(), holders.first_count())) {
  for (std::size_t i = 0; i < rod_.nodes().size(); ++i) {
    const Vector3& place = rest.state().position[i];
    Node& node = nodes_.emplace_back(
        Node{place, rest.water().tangent(i), rest.water().wet(i), rest.water().around(i).velocity});
    line_.add_around(i, LineAtRest::kLeastStiffness * rod_.nodes()[i].mass * Matrix3::Identity(),
                     Matrix3::Zero());
    if (rest.contact() != nullptr) {
      const Matrix3 push = rest.contact()->at(i, place).hessian;
      line_.add_around(i, push, around.bottom_damping_time * push);
    }
    node.drag = drag_of(node, 0.0);
    line_.set_drag(i, node.drag);
  }
  static_ = line_.condensed(0.0);
}

MatrixXcd LineDynamics::impedance(double omega) {
  const MatrixXcd change = line_.condensed(omega) - static_;
  MatrixXcd sum(map_.cols(), map_.cols());
  sum.real() = onto_bodies(change.real());
  sum.imag() = onto_bodies(change.imag());
  return sum;
}

/// L of the drag of a node.
/// @param share of the covariance that counts
Matrix3 LineDynamics::drag_of(const Node& node, double share) {
  const Matrix3 along = node.tangent * node.tangent.transpose();
  const Matrix3 across = Matrix3::Identity() - along;
  const auto part = [&](const Matrix3& P) -> Matrix3 {
    return P * rods::mean_drag(P * node.flow, share * P * node.covariance * P) * P;
  };
  Matrix3 sum = Matrix3::Zero();
  if (node.wet.drag > 0.0) sum += node.wet.drag * part(across);
  if (node.wet.axial_drag > 0.0) sum += node.wet.axial_drag * part(along);
  if (node.wet.lump_drag > 0.0) sum += node.wet.lump_drag * part(Matrix3::Identity());
  return sum;
}

Vector3c LineDynamics::water_velocity(const Node& node, const UnitWave& wave) const {
  if (!waves_ || !node.is_wet()) return Vector3c::Zero();
  return velocity_in(wave, node.place, water_depth_);
}

LineDynamics::NodeForces LineDynamics::node_forces(const UnitWave& wave) const {
  const std::size_t inner = nodes_.size() - rod_.kept_first() - rod_.kept_last();
  NodeForces forces{VectorXcd(row_at(inner)), VectorXcd(row_at(nodes_.size() - inner))};
  Eigen::Index next_inner = 0, next_kept = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    const Vector3c U = water_velocity(node, wave);
    const Matrix3 inertia =
        along_and_across(node.wet.axial_inertia, node.wet.inertia, node.tangent);
    const Vector3c force = Complex(0.0, wave.intrinsic_omega) * (inertia.cast<Complex>() * U) +
                           node.drag.cast<Complex>() * U;
    const bool kept = rod_.is_kept(i);
    (kept ? forces.kept : forces.inner).segment<3>(kept ? next_kept : next_inner) = force;
    (kept ? next_kept : next_inner) += 3;
  }
  return forces;
}

VectorXcd LineDynamics::wave_force(const UnitWave& wave) {
  if (!waves_) return VectorXcd::Zero(map_.cols());
  const NodeForces forces = node_forces(wave);
  const VectorXcd on_kept = forces.kept + line_.transfer(wave.omega).transpose() * forces.inner;
  return map_.transpose().cast<Complex>() * on_kept;
}

MatrixXcd LineDynamics::output_by_kept(const std::string& output, double omega) {
  const Eigen::Index kept = map_.rows();
  return outputs_.of(output, {omega, line_.transfer(omega), MatrixXcd::Identity(kept, kept),
                              -line_.condensed(omega)});
}

MatrixXcd LineDynamics::output_by_motion(const std::string& output, double omega) {
  MatrixXcd& at_rest = outputs_at_rest_[output];
  if (at_rest.size() == 0) at_rest = output_by_kept(output, 0.0);
  return (output_by_kept(output, omega) - at_rest) * map_.cast<Complex>();
}

VectorXcd LineDynamics::output_by_wave(const std::string& output, const UnitWave& wave) {
  LineOscillation motion{wave.omega, VectorXcd::Zero(line_.transfer(wave.omega).rows()),
                         VectorXcd::Zero(map_.rows()), VectorXcd::Zero(map_.rows())};
  if (waves_) {
    const NodeForces forces = node_forces(wave);
    motion.inner = line_.free_motion(wave.omega, forces.inner);
    motion.end_force = forces.kept + line_.transfer(wave.omega).transpose() * forces.inner;
  }
  return outputs_.of(output, motion);
}

void LineDynamics::add_motion(const UnitWave& wave, const Complex& amplitude,
                              const VectorXcd& motion) {
  const VectorXcd kept = map_.cast<Complex>() * motion;
  VectorXcd inner = line_.transfer(wave.omega) * kept;
  if (waves_) inner += amplitude * line_.free_motion(wave.omega, node_forces(wave).inner);
  add_node_motion(wave, amplitude, inner, kept);
}

void LineDynamics::add_node_motion(const UnitWave& wave, const Complex& amplitude,
                                   const VectorXcd& inner, const VectorXcd& kept) {
  Eigen::Index next_inner = 0, next_kept = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    Node& node = nodes_[i];
    const bool is_kept = rod_.is_kept(i);
    const Vector3c moved = (is_kept ? kept : inner).segment<3>(is_kept ? next_kept : next_inner);
    (is_kept ? next_kept : next_inner) += 3;
    const Vector3c flow = amplitude * water_velocity(node, wave) - Complex(0.0, wave.omega) * moved;
    node.covariance += 0.5 * (flow * flow.adjoint()).real();
  }
}

LineDynamics::Lengthening LineDynamics::lengthening(std::size_t end, double omega) const {
  const std::size_t last = nodes_.size() - 1,
                    inner_count = last + 1 - rod_.kept_first() - rod_.kept_last();
  const rods::Element& element = end == 0 ? rod_.elements().front() : rod_.elements().back();
  const std::array<std::size_t, 2> numbers =
      end == 0 ? std::array<std::size_t, 2>{0, 1} : std::array{last, last - 1};
  const Vector3& outer = nodes_[numbers[0]].place;
  const Vector3& inner = nodes_[numbers[1]].place;
  const Vector3 along = inner - outer;
  const double stretch = along.norm() / element.length;
  const bool slack = stretch <= 1.0 && !element.carries_compression;
  const Complex viscous(1.0, omega * element.damping_time);
  const Complex stiffness =
      slack ? Complex(0.0) : element.axial_stiffness / element.length * stretch * viscous;
  Vector3c force = stiffness * along.normalized().cast<Complex>();
  force.z() -= 0.5 * weight_of(element, outer, inner);
  Lengthening sum{VectorXcd::Zero(row_at(inner_count)), VectorXcd::Zero(map_.rows())};
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t i = numbers[k];
    const Vector3c on_node = k == 0 ? force : Vector3c(-force);
    if (!rod_.is_kept(i)) {
      sum.inner.segment<3>(row_at(i - rod_.kept_first())) += on_node;
    } else {
      const std::size_t kept = i < rod_.kept_first() ? i : i - inner_count;
      sum.kept.segment<3>(row_at(kept)) += on_node;
    }
  }
  sum.inertia = 0.5 * element.mass * element.length;
  sum.own = stretch * stiffness + sum.inertia * (LineAtRest::kLeastStiffness - omega * omega);
  return sum;
}

double LineDynamics::fit_drag(bool harmonic) {
  // The first harmonic of |u| u for one frequency is 8/(3 pi) of the amplitude sqrt(2) sigma.
  const double factor = 8.0 * std::numbers::sqrt2 / (3.0 * std::numbers::pi);
  const double share = harmonic ? factor * factor * std::numbers::pi / 8.0 : 1.0;
  double change = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    Node& node = nodes_[i];
    const Matrix3 found = drag_of(node, share);
    change = std::max(change, (found - node.drag).cwiseAbs().maxCoeff());
    largest = std::max(largest, found.cwiseAbs().maxCoeff());
    node.drag = fitted_ ? Matrix3(0.5 * (found + node.drag)) : found;
    line_.set_drag(i, node.drag);
    node.covariance.setZero();
  }
  fitted_ = true;
  return largest > 0.0 ? change / largest : 0.0;
}

}  // namespace raftup::solver
