#include "tests/solver/loads/load_scenes.hpp"
#include "tests/support/moorings.hpp"
#include "tests/support/simulations.hpp"

namespace raftup::testing {

Vector3 random_vector(double size, std::mt19937& generator) {
  std::uniform_real_distribution<double> along(-size, size);
  const double x = along(generator), y = along(generator);
  return {x, y, along(generator)};
}

Matrix6 random_stiffness(double size, std::mt19937& generator) {
  Matrix6 root;
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  for (Eigen::Index i = 0; i < root.size(); ++i) root.data()[i] = entry(generator);
  return size * root * root.transpose();
}

solver::Model random_pair(std::mt19937& generator) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.wind.emplace().climate.speed = 5.0;
  model.mooring_library = std::make_shared<SpringMoorings>();
  for (const char* name : {"hull", "tug"}) {
    solver::RigidBody body = weightless_body(name, 2.0 * kScale, kScale * Vector3(1.0, 2.0, 2.5),
                                             random_vector(2.0, generator));
    if (body.name == "tug") body.pose.position.x() += 20.0;
    body.pose.attitude = solver::exponential(random_vector(0.8, generator));
    body.center_of_mass = random_vector(0.3, generator);
    body.linear_velocity = random_vector(1.0, generator);
    body.angular_velocity = random_vector(0.5, generator);
    model.bodies.push_back(body);
  }
  return model;
}

std::vector<solver::LoadKind> every_load(const ExampleChanges& changes) {
  std::vector<solver::LoadKind> loads;
  for (const std::string& kind : load_kinds()) loads.push_back(load_example(kind, changes));
  return loads;
}

}  // namespace raftup::testing
