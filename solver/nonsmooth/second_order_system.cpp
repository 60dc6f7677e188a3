#include "solver/nonsmooth/second_order_system.hpp"

#include <utility>

namespace raftup::solver::nonsmooth {

SecondOrderSystem linear_system(std::string name, const VectorXd& position,
                                const VectorXd& velocity, const MatrixXd& mass,
                                const MatrixXd& damping, const MatrixXd& stiffness,
                                std::function<VectorXd(double t)> external_force) {
  SecondOrderSystem system;
  system.name = std::move(name);
  system.position = position;
  system.velocity = velocity;
  system.mass = [mass](const VectorXd&) { return mass; };
  system.force = [damping, stiffness, F = std::move(external_force)](
                     double t, const VectorXd& q, const VectorXd& v) -> VectorXd {
    return F(t) - damping * v - stiffness * q;
  };
  system.stiffness = [stiffness](double, const VectorXd&, const VectorXd&) { return stiffness; };
  system.damping = [damping](double, const VectorXd&, const VectorXd&) { return damping; };
  return system;
}

SecondOrderSystem falling_system(std::string name, const VectorXd& position,
                                 const VectorXd& velocity, const MatrixXd& mass,
                                 const VectorXd& force) {
  SecondOrderSystem system;
  system.name = std::move(name);
  system.position = position;
  system.velocity = velocity;
  system.mass = [mass](const VectorXd&) { return mass; };
  system.force = [force](double, const VectorXd&, const VectorXd&) { return force; };
  return system;
}

}  // namespace raftup::solver::nonsmooth
