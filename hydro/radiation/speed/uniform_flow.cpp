#include "hydro/radiation/speed/uniform_flow.hpp"

#include <fmt/format.h>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

constexpr Eigen::Index kSurge = 0, kSway = 1, kHeave = 2, kPitch = 4, kYaw = 5;

}  // namespace

UniformFlow::UniformFlow(const MatrixXd& added_mass)
    : added_mass_(added_mass),
      rates_(VectorXd::Zero(added_mass.rows())),
      momentum_(VectorXd::Zero(added_mass.rows())) {}

void UniformFlow::to_water_problem(const VectorXd& speeds, const VectorXd& pitches, VectorXd& nu) {
  for (Eigen::Index body = 0; body < speeds.size(); ++body) {
    nu[kDofs * body + kSurge] -= speeds[body];
    nu[kDofs * body + kHeave] += speeds[body] * pitches[body];
  }
}

void UniformFlow::add_force(const VectorXd& speeds, const VectorXd& nu, const VectorXd& impulse,
                            VectorXd& force) {
  rates_.setZero();
  for (Eigen::Index body = 0; body < speeds.size(); ++body) {
    const Eigen::Index row = kDofs * body;
    rates_[row + kSway] = speeds[body] * nu[row + kYaw];
    rates_[row + kHeave] = -speeds[body] * nu[row + kPitch];
  }
  added_mass_.add_product(rates_.data(), force.data());
  momentum_ = impulse;
  added_mass_.add_product(nu.data(), momentum_.data());
  for (Eigen::Index body = 0; body < speeds.size(); ++body) {
    const Eigen::Index row = kDofs * body;
    force[row + kPitch] += speeds[body] * momentum_[row + kHeave];
    force[row + kYaw] -= speeds[body] * momentum_[row + kSway];
  }
}

MatrixXd flow_turning(const VectorXd& speeds) {
  MatrixXd T = MatrixXd::Zero(kDofs * speeds.size(), kDofs * speeds.size());
  for (Eigen::Index body = 0; body < speeds.size(); ++body) {
    const Eigen::Index row = kDofs * body;
    T(row + kHeave, row + kPitch) = speeds[body];
    T(row + kSway, row + kYaw) = -speeds[body];
  }
  return T;
}

RadiationAtFrequency in_uniform_flow(const RadiationAtFrequency& at_rest, double omega,
                                     const VectorXd& speeds) {
  require(omega > 0.0, fmt::format("omega must be positive, got {}", omega));
  const MatrixXd &A = at_rest.added_mass, &B = at_rest.damping;
  const MatrixXd T = flow_turning(speeds);
  require(A.rows() == T.rows() && B.rows() == T.rows(),
          fmt::format("there must be a speed for each of {} bodies, got {}", A.rows() / kDofs,
                      speeds.size()));
  const MatrixXd turned_back = T.transpose();
  const double squared = omega * omega;
  return {A + (turned_back * A * T - B * T + turned_back * B) / squared,
          B + A * T - turned_back * A + turned_back * B * T / squared};
}

}  // namespace raftup::hydro
