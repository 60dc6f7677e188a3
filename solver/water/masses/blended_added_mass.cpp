#include "solver/water/masses/blended_added_mass.hpp"

#include <utility>

namespace raftup::solver {

BlendedAddedMass::BlendedAddedMass(FamilyConfiguration configuration, std::vector<MatrixXd> nodes)
    : configuration_(std::move(configuration)), nodes_(std::move(nodes)) {}

MatrixXd BlendedAddedMass::at(const Kinematics& bodies) const {
  MatrixXd A = MatrixXd::Zero(nodes_.front().rows(), nodes_.front().cols());
  for (const hydro::NodeWeight& corner : configuration_.weights(bodies)) {
    if (corner.weight > 0.0) A += corner.weight * nodes_[configuration_.place_of(corner)];
  }
  return A;
}

MatrixXd BlendedAddedMass::rate(const Kinematics& bodies) const {
  const Vector3 q_rate = configuration_.rate(bodies);
  MatrixXd A_rate = MatrixXd::Zero(nodes_.front().rows(), nodes_.front().cols());
  for (const hydro::NodeWeight& corner : configuration_.weights(bodies)) {
    A_rate += corner.gradient.dot(q_rate) * nodes_[configuration_.place_of(corner)];
  }
  return A_rate;
}

Vector3 BlendedAddedMass::force(const Kinematics& bodies, const VectorXd& nu) const {
  Vector3 f = Vector3::Zero();
  for (const hydro::NodeWeight& corner : configuration_.weights(bodies)) {
    if (!corner.gradient.isZero(0.0)) {
      f += 0.5 * nu.dot(nodes_[configuration_.place_of(corner)] * nu) * corner.gradient;
    }
  }
  return f;
}

double BlendedAddedMass::given_power(const Kinematics& bodies, const VectorXd& nu) const {
  const Vector3 rate = configuration_.given_rate(bodies);
  double power = 0.0;
  for (const hydro::NodeWeight& corner : configuration_.weights(bodies)) {
    const double weight_rate = corner.gradient.dot(rate);
    if (weight_rate == 0.0) continue;
    power -= 0.5 * weight_rate * nu.dot(nodes_[configuration_.place_of(corner)] * nu);
  }
  return power;
}

}  // namespace raftup::solver
