#include "solver/loads/force_element.hpp"

#include "solver/loads/bushing.hpp"
#include "solver/loads/constant_force.hpp"
#include "solver/loads/linear_mooring.hpp"
#include "solver/loads/point_spring.hpp"
#include "solver/loads/winch.hpp"

namespace raftup::solver {

namespace {

struct Maker {
  const std::string& name;
  const Model& model;
  const Kinematics& initial;

  std::unique_ptr<ForceElement> operator()(const ConstantForce& load) const {
    return std::make_unique<ConstantForceElement>(load, model);
  }
  std::unique_ptr<ForceElement> operator()(const PointSpring& load) const {
    return std::make_unique<PointSpringElement>(load, model, initial);
  }
  std::unique_ptr<ForceElement> operator()(const LinearMooring& load) const {
    return std::make_unique<LinearMooringElement>(load, model);
  }
  std::unique_ptr<ForceElement> operator()(const Winch& load) const {
    return std::make_unique<WinchElement>(load, name, model, initial);
  }
  std::unique_ptr<ForceElement> operator()(const Bushing& load) const {
    return std::make_unique<BushingElement>(load, model, initial);
  }
};

}  // namespace

std::unique_ptr<ForceElement> make_force_element(const Load& load, const Model& model,
                                                 const Kinematics& initial) {
  return std::visit(Maker{load.name, model, initial}, load.kind);
}

}  // namespace raftup::solver
