#include "solver/contacts/pair_law.hpp"

#include "solver/contacts/fender_law.hpp"
#include "solver/model/contacts/material.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

Material material(const std::string& name, double roughness, double viscosity, double stiffness) {
  Material made;
  made.name = name;
  made.roughness = roughness;
  made.bulk_viscosity = viscosity;
  made.stiffness = stiffness;
  return made;
}

FenderMaterial lossy_fender() {
  FenderMaterial fender;
  fender.compression = {0.0, 0.1, 0.4};
  fender.reaction = {0.0, 2e5, 5e5};
  fender.hysteresis = 0.4;
  fender.recovery = 0.25;
  return fender;
}

}  // namespace

TEST_CASE("pair of materials: what two make of each other, in either order",
          "[contacts][materials]") {
  Model model;
  Material steel = material("steel", 0.2, 0.5, 6e8), rubber = material("rubber", 0.8, 0.28, 2e8);
  steel.damping_time = 0.1;
  steel.adhesion_force = 10.0;
  steel.adhesion_overlap = 0.02;
  rubber.adhesion_force = 5.0;
  rubber.adhesion_overlap = 0.01;
  rubber.surface_viscosity = 1e-6;
  rubber.reduce_points = false;
  model.materials = {steel, rubber};
  for (const auto& [one, two] : {std::pair("steel", "rubber"), std::pair("rubber", "steel")}) {
    const PairLaw law = pair_law(model, one, two);
    CHECK(law.friction == Approx(0.4));
    CHECK(law.secondary_friction == law.friction);
    CHECK(law.restitution == Approx(0.6));
    CHECK(law.stiffness == Approx(1.5e8));
    CHECK(law.damping_time == 0.1);
    CHECK(law.adhesion_force == 15.0);
    CHECK(law.adhesion_overlap == 0.01);
    CHECK(law.surface_viscosity == 1e-6);
    CHECK_FALSE(law.reduce_points);
  }
}

TEST_CASE("pair of materials: a pair of its own replaces all of it", "[contacts][materials]") {
  Model model;
  model.materials = {material("steel", 0.2, 0.5, 6e8), material("ice", 0.8, 0.0, 2e8)};
  ContactMaterial pair;
  pair.material1 = "ice";
  pair.material2 = "steel";
  pair.friction = 0.05;
  pair.restitution = 0.3;
  model.contact_materials.push_back(pair);
  const PairLaw law = pair_law(model, "steel", "ice");
  CHECK(law.friction == 0.05);
  CHECK(law.restitution == 0.3);
  CHECK(law.stiffness == 2e8);
  CHECK(pair_law(model, "ice", "ice").friction == 0.8);
}

TEST_CASE("fender law: the curve on the way in, less on the way out", "[contacts][fender]") {
  const FenderLaw law(lossy_fender());
  const auto force = [](const FenderLaw::Tangent& at) { return at.stiffness * at.compression; };
  const FenderLaw::Tangent in = law.at(0.2, 0.2, 0.0);
  CHECK(force(in) == Approx(3e5));
  CHECK(in.stiffness == Approx(1e6));
  CHECK(force(law.at(0.05, 0.2, 0.0)) == Approx(0.6 * 1e5));  // w = 1
  const FenderLaw::Tangent turning = law.at(0.19, 0.2, 0.0);  // w = .2
  CHECK(force(turning) == Approx(2.9e5 * (1.0 - 0.4 * 0.2)));
  const double slope = (force(law.at(0.1901, 0.2, 0.0)) - force(law.at(0.1899, 0.2, 0.0))) / 2e-4;
  CHECK(turning.stiffness == Approx(slope).epsilon(1e-6));
}

TEST_CASE("fender law: a curve that falls keeps a positive stiffness", "[contacts][fender]") {
  FenderMaterial buckling = lossy_fender();
  buckling.reaction = {0.0, 2e5, 1e5};
  const FenderLaw::Tangent at = FenderLaw(buckling).at(0.3, 0.3, 0.0);
  CHECK(at.stiffness > 0.0);
  CHECK(at.stiffness * at.compression == Approx(2e5 - 1e5 * 2.0 / 3.0));
  const FenderLaw::Tangent beyond = FenderLaw(buckling).at(2.0, 2.0, 0.0);  // the steepest slope
  CHECK(beyond.stiffness == Approx(2e6));
  CHECK(beyond.stiffness * beyond.compression == Approx(1e5 + 1.6 * 2e6));
}
