/// @file A body of any shape over another and a third that is fixed, of any materials, by any
/// stepper: the model is refused in words, or steps end with numbers or in words, and from a state
/// that was written they go on with the same bytes. A field is edited on the way. Input: the
/// materials and what they do, then three times a shape, its pose and a velocity.
#include <optional>

#include "hydro/base/error.hpp"
#include "solver/model/contacts/material.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/fuzz/fuzzed_shapes.hpp"

using namespace raftup;
using namespace raftup::solver;

namespace {

constexpr int kStepsToTheState = 2, kStepsAfterIt = 2;
constexpr std::size_t kChoices = 17;  ///< bytes before the shapes

template <typename Choice, std::size_t kCount>
Choice choose(testing::ByteSource& bytes, const std::array<Choice, kCount>& choices) {
  return choices[bytes.below(kCount)];
}

template <typename Enumerator>
Enumerator choose_name(testing::ByteSource& bytes) {
  return static_cast<Enumerator>(bytes.below(names_of(Enumerator{}).size()));
}

FenderMaterial read_fender(testing::ByteSource& bytes) {
  FenderMaterial fender;
  fender.compression = {0.0, 0.125, 0.5};
  fender.reaction = {0.0, 1e4, choose(bytes, std::array{1e3, 1e5})};  // the first buckles
  fender.hysteresis = choose(bytes, std::array{0.0, 0.5});
  fender.damping = choose(bytes, std::array{0.0, 100.0});
  return fender;
}

/// Reads as many bytes whatever they say, so that what follows stays what it is.
ContactMaterial read_material(testing::ByteSource& bytes) {
  ContactMaterial pair;
  pair.material1 = pair.material2 = "stone";
  pair.friction = choose(bytes, std::array{0.5, 0.0, 0.1, 1.0, 10.0});
  const double secondary = choose(bytes, std::array{-1.0, 0.0, 0.2, 3.0});
  if (secondary >= 0.0) pair.secondary_friction = secondary;
  pair.restitution = choose(bytes, std::array{0.0, 0.5, 1.0});
  pair.stiffness = choose(bytes, std::array{1e8, 1e2, 1e4, 1e12});
  pair.adhesion_force = choose(bytes, std::array{0.0, 0.0, 10.0, 1e5});
  if (pair.adhesion_force > 0.0) pair.adhesion_overlap = 0.01;
  pair.surface_viscosity = choose(bytes, std::array{0.0, 0.0, 1e-3});
  pair.reduce_points = bytes.flag();
  pair.friction_model = choose_name<FrictionModel>(bytes);
  if (pair.friction_model == FrictionModel::kConstant) pair.normal_force = 100.0;
  const bool guessed = bytes.flag();
  if (pair.friction_model == FrictionModel::kCone && guessed) pair.exact = false;
  pair.friction_solve = choose_name<FrictionSolve>(bytes);
  const std::size_t spring = bytes.below(6);
  FenderMaterial fender = read_fender(bytes);
  if (spring == 1) pair.area_stiffness = AreaStiffness{1e6};
  if (spring == 2) {
    pair.fender = std::move(fender);
    pair.restitution = pair.adhesion_force = pair.adhesion_overlap = 0.0;
  }
  return pair;
}

/// What is no number or no mass stays as it is: models that have it are refused.
void add_body(testing::ByteSource& bytes, testing::ShapeSource& source, const std::string& name,
              Model& model) {
  RigidBody body;
  body.name = name;
  body.motion = choose(
      bytes, std::array{Motion::kDynamic, Motion::kDynamic, Motion::kKinematic, Motion::kStatic});
  body.mass = choose(bytes, std::array{10.0, 1e-3, 1e6, 0.0});
  body.inertia = body.mass * choose(bytes, std::array{0.1, 1e-4, 10.0}) * Matrix3::Identity();
  body.pose = source.pose();
  if (body.motion != Motion::kStatic) {
    body.linear_velocity = source.numbers().vector();
    body.angular_velocity = source.numbers().vector();
  }
  model.bodies.push_back(std::move(body));
}

Model read_model(testing::ByteSource& bytes, testing::ShapeSource& source) {
  Model model;
  model.step_ns = choose(bytes, std::array<std::int64_t, 3>{10'000'000, 1'000'000, 200'000'000});
  const std::size_t stepper = bytes.below(names_of(StepperKind{}).size() + 1);
  if (stepper > 0) model.stepper = static_cast<StepperKind>(stepper - 1);
  model.materials.emplace_back().name = "stone";
  model.contact_materials.push_back(read_material(bytes));
  model.contact_readers.push_back({"touch", "", "", bytes.flag()});
  for (const char* name : {"upper", "lower", ""}) {
    ContactShape shape;
    shape.name = "hull";
    shape.body = name;
    shape.material = "stone";
    shape.role = bytes.below(8) == 7 ? choose_name<ShapeRole>(bytes) : ShapeRole::kSolid;
    shape.geometry = source.geometry(1);
    if (shape.body.empty()) {
      shape.pose = source.pose();
      shape.surface_velocity = source.numbers().vector();
    } else {
      add_body(bytes, source, name, model);
    }
    const bool edited = std::holds_alternative<HeightField>(shape.geometry) && model.inputs.empty();
    if (edited) model.inputs.push_back({"heights", Heights{full_name(shape), 0, 0, {}, {}}});
    model.shapes.push_back(std::move(shape));
  }
  return model;
}

void check_contacts(const State& state, bool usual) {
  for (const ContactPairState& pair : state.contacts) {
    testing::must_hold(pair.residual >= 0.0 && pair.residual <= 1e-5,
                       "a step is solved or refused");
    for (const ContactPointState& point : pair.points) {
      testing::must_hold(point.force.allFinite(), "a contact pushes by a number");
      testing::must_hold(!usual || (point.position.allFinite() && std::isfinite(point.depth)),
                         "a contact is where numbers say");
    }
  }
}

void check_bodies(const State& state) {
  for (const BodyState& body : state.bodies) {
    testing::must_hold(body.position.allFinite() && body.momentum.allFinite(),
                       "a step gives finite numbers or fails");
  }
}

/// @returns where it got to, in words where it did not
std::string steps(int count, bool usual, Simulation& simulation) {
  try {
    for (int n = 0; n < count; ++n) {
      simulation.step();
      check_bodies(simulation.state());
      check_contacts(simulation.state(), usual);
    }
  } catch (const Error& error) {
    return error.what();
  }
  return serialize(simulation.state());
}

/// Digs a hole and heaps up what was in it.
void edit_heights(Simulation& simulation) {
  if (simulation.inputs().empty()) return;
  std::vector<double> heights(static_cast<std::size_t>(simulation.inputs()[0].size));
  for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = i % 3 == 0 ? 0.25 : -0.125;
  try {
    simulation.write_input(0, simulation.time_ns(), heights);
  } catch (const Error&) {
    // below the least height of the field
  }
}

}  // namespace

namespace raftup::testing {

std::vector<std::string> fuzz_seeds() {
  // Every kind over every kind on a plane, what they do by turns.
  std::vector<std::string> seeds;
  const std::string plane = bytes_of_shape(6) + bytes_of_pose(0.0, 0.0, -0.5, false);
  const std::string at_rest = bytes_of({0.0, 0.0, 0.0, 0.0, 0.0, 0.0});
  for (std::size_t one = 0; one < kShapeKinds; ++one) {
    for (std::size_t two = 0; two < kShapeKinds; ++two) {
      std::string seed;
      for (std::size_t choice = 0; choice < kChoices; ++choice) {
        seed.push_back(static_cast<char>((seeds.size() * (2 * choice + 1) + choice) % 13));
      }
      seed += '\0' + bytes_of_shape(one) + std::string(3, '\0') +
              bytes_of_pose(0.0, 0.125, 0.75, true) + bytes_of({0.0, 0.25, -1.0, 0.5, 0.0, 0.25});
      seed += '\0' + bytes_of_shape(two) + std::string(3, '\0') +
              bytes_of_pose(0.125, 0.0, 0.0, false) + at_rest;
      seed += '\0' + plane + at_rest;
      seeds.push_back(std::move(seed));
    }
  }
  return seeds;
}

}  // namespace raftup::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  testing::ByteSource bytes({data, size});
  testing::ShapeSource source(bytes);
  std::optional<Simulation> simulation, other;
  try {
    Model model = read_model(bytes, source);
    other.emplace(model);
    simulation.emplace(std::move(model));
  } catch (const Error&) {
    return 0;
  }
  const bool usual = source.numbers().usual();
  steps(kStepsToTheState, usual, *simulation);
  edit_heights(*simulation);
  other->restore(deserialize(serialize(simulation->state())));
  const std::string whole = steps(kStepsAfterIt, usual, *simulation);
  testing::must_hold(steps(kStepsAfterIt, usual, *other) == whole,
                     "from a state that was written steps go on with the same bytes");
  return 0;
}
