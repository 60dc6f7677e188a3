#include "solver/water/masses/held_masses.hpp"

#include <algorithm>

namespace raftup::solver {

HeldMasses::HeldMasses(const Model& model, std::vector<AddedMass>& added_masses)
    : added_masses_(added_masses),
      gains_(model),
      load_mass_count_(static_cast<std::size_t>(
          std::count_if(added_masses.begin(), added_masses.end(),
                        [](const AddedMass& added_mass) { return added_mass.is_of_load(); }))) {}

void HeldMasses::set_load_masses(const std::vector<LoadMass>& masses) {
  load_masses_ = masses;
  auto next = masses.begin();
  for (AddedMass& place : added_masses_) {
    if (place.is_of_load()) place.set_matrix((next++)->matrix);
  }
}

void HeldMasses::release() {
  for (AddedMass& place : added_masses_) {
    if (!place.is_held()) continue;
    place.set_matrix(MatrixXd::Zero(place.matrix().rows(), place.matrix().cols()));
  }
  load_masses_.clear();
}

void HeldMasses::copy(const HeldMasses& from) {
  auto given = from.added_masses_.begin();
  for (AddedMass& place : added_masses_) {
    if (!place.is_held()) continue;
    while (!given->is_held()) ++given;
    place.set_matrix(given->matrix());
    ++given;
  }
}

void HeldMasses::add_product(const Kinematics& bodies, const BodyVectors& x, double factor,
                             BodyVectors& result) {
  for (AddedMass& place : added_masses_) {
    if (place.is_held()) place.add_product(bodies, x, factor, result);
  }
}

}  // namespace raftup::solver
