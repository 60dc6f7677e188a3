#include "tests/support/test_materials.hpp"

#include "solver/model/contacts/material.hpp"
#include "solver/model/model.hpp"

namespace raftup::testing {

void add_stone(solver::Model& model, double friction, double restitution) {
  model.materials.emplace_back().name = "stone";
  solver::ContactMaterial pair;
  pair.material1 = pair.material2 = "stone";
  pair.friction = friction;
  pair.restitution = restitution;
  pair.stiffness = 1e9;
  model.contact_materials.push_back(pair);
}

void add_steel_and_rubber(solver::Model& model) {
  for (const char* name : {"steel", "rubber"}) model.materials.emplace_back().name = name;
  solver::FenderMaterial rubber;
  rubber.compression = {0.0, 0.3, 0.6, 1.0, 1.4, 1.8};
  rubber.reaction = {0.0, 1.2e5, 2.8e5, 5.6e5, 9.6e5, 1.6e6};
  rubber.hysteresis = 0.4;
  solver::ContactMaterial pair;
  pair.material1 = "steel";
  pair.material2 = "rubber";
  pair.friction = 0.3;
  pair.fender = rubber;
  model.contact_materials.push_back(pair);
}

}  // namespace raftup::testing
