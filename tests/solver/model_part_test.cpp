#include "solver/dynamics/islands/model_part.hpp"

#include "solver/model/loads/point_spring.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::solver;

namespace {

RigidBody body_named(const std::string& name, Motion motion = Motion::kDynamic) {
  RigidBody body;
  body.name = name;
  body.motion = motion;
  body.mass = 1.0;
  body.inertia.setIdentity();
  return body;
}

Load spring_between(const std::string& body1, const std::string& body2) {
  PointSpring spring;
  spring.body1 = body1;
  spring.body2 = body2;
  return {body1 + "_" + body2, spring};
}

using Indices = std::vector<std::size_t>;

}  // namespace

TEST_CASE("model parts: a spring connects two bodies, a static body connects none", "[solver]") {
  Model model;
  model.bodies = {body_named("a"), body_named("quay", Motion::kStatic), body_named("b"),
                  body_named("c")};
  model.loads = {spring_between("a", "quay"), spring_between("quay", "b"), spring_between("c", "a"),
                 spring_between("b", "")};
  const std::vector<ModelPart> parts = split_into_parts(model);
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].bodies == Indices{0, 1, 3});
  CHECK(parts[0].owned == Indices{0, 1, 2});
  CHECK(parts[0].model.loads.size() == 2);
  CHECK(parts[1].bodies == Indices{1, 2});
  CHECK(parts[1].owned == Indices{1});  // the quay is written once
  CHECK(parts[1].model.loads.size() == 2);
}

TEST_CASE("model parts: a joint connects what it holds and keeps its index", "[solver]") {
  Model model;
  model.bodies = {body_named("a"), body_named("b"), body_named("c"),
                  body_named("alone", Motion::kStatic)};
  Joint first;
  first.body1 = "c";
  Joint second;
  second.body1 = "b";
  second.body2 = "c";
  model.joints = {first, second};
  const std::vector<ModelPart> parts = split_into_parts(model);
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].bodies == Indices{0});
  CHECK(parts[1].bodies == Indices{1, 2});
  CHECK(parts[1].joints == Indices{0, 1});
  CHECK(parts[2].bodies == Indices{3});
}
