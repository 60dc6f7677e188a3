/// Every alternative of every oneof of a model, found in the messages themselves: a new kind, and
/// a new oneof, fails here until it has an example in kind_examples.cpp, a load in
/// tests/support/examples/loads, and then passes or shows what it lacks.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "solver/linearisation/linearisation.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/server/model/kind_examples.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::OneofDescriptor;

/// Fields that make no other model of the example, or none that is valid: what is made of a mesh by
/// them is tested with the meshes (mesh_builder_test.cpp); of a record the client reads it; a
/// height stands in the place of an amplitude (sea_builder_test.cpp); a database has no table beside
/// it (computed_raos_test.cpp).
const std::set<std::string> kOfReading{"Shape.convex.terrain",
                                       "Shape.convex.bottom_margin",
                                       "Shape.convex.merge_distance",
                                       "Shape.convex.triangle_share",
                                       "Shape.convex.largest_error",
                                       "Shape.mesh.terrain",
                                       "Shape.mesh.merge_distance",
                                       "Shape.mesh.triangle_share",
                                       "Shape.mesh.largest_error",
                                       "WaveSystem.elevation.missing",
                                       "InputSource.table.missing",
                                       "WaveSystem.regular.height",
                                       "PrescribedMotion.displacement_rao.database"};

/// A model with an example of one kind, and the message whose oneof it is.
struct Case {
  v1::Model model;
  std::function<Message&(v1::Model&)> owner;
  const OneofDescriptor* kinds;

  /// The message of the alternative that is set; null where it is a number or a text.
  Message* parameters(v1::Model& of) const {
    Message& message = owner(of);
    const auto& reflection = *message.GetReflection();
    const FieldDescriptor* set = reflection.GetOneofFieldDescriptor(message, kinds);
    if (set->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) return nullptr;
    return reflection.MutableMessage(&message, set);
  }
};

std::string json_member(const std::string& name, const std::string& value) {
  return fmt::format(R"("{}": {})", name, value);
}

/// The oneofs of a message and of all that it has in it.
void find_oneofs(const Descriptor& message, std::set<const Descriptor*>& seen,
                 std::map<std::string, const OneofDescriptor*>& found) {
  if (!seen.insert(&message).second) return;
  for (int i = 0; i < message.real_oneof_decl_count(); ++i) {
    const OneofDescriptor& oneof = *message.oneof_decl(i);
    found[message.name() + "." + oneof.name()] = &oneof;
  }
  for (int i = 0; i < message.field_count(); ++i) {
    if (message.field(i)->message_type() == nullptr) continue;
    find_oneofs(*message.field(i)->message_type(), seen, found);
  }
}

std::map<std::string, Case> every_kind() {
  std::set<const Descriptor*> seen;
  std::map<std::string, const OneofDescriptor*> oneofs;
  find_oneofs(*v1::Model::descriptor(), seen, oneofs);
  std::map<std::string, Case> all;
  for (const auto& [name, kinds] : oneofs) {
    INFO("examples of " << name);
    REQUIRE(example_one_ofs().count(name) == 1);
    const ExampleOneOf& of = example_one_ofs().at(name);
    for (int i = 0; i < kinds->field_count(); ++i) {
      const std::string kind = kinds->field(i)->name();
      INFO("an example of " << kind);
      REQUIRE(of.examples.count(kind) == 1);
      const std::string full = kinds->containing_type()->name() + "." + kind;
      all[full] = {of.model(json_member(kind, of.examples.at(kind))), of.owner, kinds};
    }
  }
  return all;
}

/// Changes a field to something else that is valid of most; false where it is left alone.
bool change(Message& message, const FieldDescriptor& field) {
  const auto& reflection = *message.GetReflection();
  if (field.is_repeated()) {
    if (field.cpp_type() != FieldDescriptor::CPPTYPE_DOUBLE) return false;
    const int last = reflection.FieldSize(message, &field) - 1;
    if (last < 0) return false;
    const double value = reflection.GetRepeatedDouble(message, &field, last);
    reflection.SetRepeatedDouble(&message, &field, last, value == 0.0 ? 0.5 : 1.1 * value);
    return true;
  }
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_DOUBLE: {
      const double value = reflection.GetDouble(message, &field);
      reflection.SetDouble(&message, &field, value == 0.0 ? 0.5 : 1.1 * value);
      return true;
    }
    case FieldDescriptor::CPPTYPE_BOOL:
      reflection.SetBool(&message, &field, !reflection.GetBool(message, &field));
      return true;
    default:
      return false;
  }
}

/// Energy gained less the work of what does not keep it, by Simpson's rule, over 2 `pairs` steps.
struct EnergyBalance {
  double error = 0.0;  ///< J
  double scale = 1.0;  ///< J: work and energies, each as an amount
};

EnergyBalance energy_balance(solver::Simulation& simulation, int pairs) {
  const double step = 1e-9 * static_cast<double>(simulation.model().step_ns);
  const auto energies = [&] {
    return std::array{read_number(simulation, "energy.kinetic"),
                      read_number(simulation, "energy.potential")};
  };
  const auto before = energies();
  double work = 0.0, amount = 0.0;
  const auto add_power = [&](double weight) {
    const double power = read_number(simulation, "energy.power");
    work += weight * step / 3.0 * power;
    amount += weight * step / 3.0 * std::abs(power);
  };
  for (int pair = 0; pair < pairs; ++pair) {
    add_power(1.0);
    simulation.step();
    add_power(4.0);
    simulation.step();
    add_power(1.0);
  }
  const auto after = energies();
  return {after[0] + after[1] - before[0] - before[1] - work,
          amount + std::abs(before[0]) + std::abs(after[0]) + std::abs(after[1] - before[1])};
}

}  // namespace

TEST_CASE("every kind: what it was built from is written out in full and means the same",
          "[model][every_kind]") {
  for (const auto& [kind, example] : every_kind()) {
    INFO(kind);
    const auto built = build(example.model);
    const auto again = build(built.message);
    CHECK(again.message.SerializeAsString() == built.message.SerializeAsString());
    CHECK(solver::digest(again.model) == solver::digest(built.model));
  }
}

TEST_CASE("every kind: each of its numbers and flags makes another model", "[model][every_kind]") {
  for (const auto& [kind, example] : every_kind()) {
    v1::Model message = build(example.model).message;
    const std::uint64_t before = solver::digest(build(message).model);
    Message* given = example.parameters(message);
    if (given == nullptr) continue;
    for (int i = 0; i < given->GetDescriptor()->field_count(); ++i) {
      const FieldDescriptor& field = *given->GetDescriptor()->field(i);
      v1::Model changed = message;
      Message& part = *example.parameters(changed);
      const auto* choice = field.real_containing_oneof();  // of a winch: speed or force
      if (choice != nullptr && !part.GetReflection()->HasField(part, &field)) continue;
      if (kOfReading.count(kind + "." + field.name()) > 0) continue;
      if (!change(part, field)) continue;
      INFO(kind << "." << field.name());
      CHECK(solver::digest(build(changed).model) != before);
    }
  }
}

TEST_CASE("every kind: numbers that are none are refused by their path", "[model][every_kind]") {
  for (const auto& [kind, example] : every_kind()) {
    v1::Model message = build(example.model).message;
    const Message* given = example.parameters(message);
    for (int i = 0; given != nullptr && i < given->GetDescriptor()->field_count(); ++i) {
      const FieldDescriptor& field = *given->GetDescriptor()->field(i);
      if (field.cpp_type() != FieldDescriptor::CPPTYPE_DOUBLE) continue;
      v1::Model changed = message;
      Message& part = *example.parameters(changed);
      const double none = std::nan("");
      if (field.is_repeated()) {
        if (part.GetReflection()->FieldSize(part, &field) == 0) continue;
        part.GetReflection()->SetRepeatedDouble(&part, &field, 0, none);
      } else {
        part.GetReflection()->SetDouble(&part, &field, none);
      }
      const auto violations = violations_of(changed);
      const std::string path = "." + kind.substr(kind.find('.') + 1) + "." + field.name();
      INFO(kind << "." << field.name());
      CHECK(std::any_of(violations.begin(), violations.end(), [&](const auto& violation) {
        return violation.path.find(path) != std::string::npos;
      }));
    }
  }
}

TEST_CASE("every kind: it steps, is restored, read and linearised", "[model][every_kind]") {
  for (const auto& [kind, example] : every_kind()) {
    INFO(kind);
    solver::Model model = build(example.model).model;
    solver::Simulation simulation(model);
    if (kind != "Input.kinematic_motion") {
      for (int i = 0; i < 5; ++i) simulation.step();
      const solver::State saved = solver::deserialize(solver::serialize(simulation.state()));
      simulation.step();
      const solver::State end = simulation.state();
      simulation.restore(saved);
      simulation.step();
      CHECK(identical(simulation.state(), end));
    }
    if (kind.find("Shape.") == 0) CHECK(read_number(simulation, "touch.count") > 0.0);
    for (std::size_t i = 0; i < simulation.outputs().size(); ++i) {
      std::vector<double> values(static_cast<std::size_t>(simulation.outputs()[i].size));
      simulation.read({&i, 1}, values);
      INFO(simulation.outputs()[i].name);
      CHECK(std::all_of(values.begin(), values.end(),
                        [](double value) { return std::isfinite(value); }));
    }
    const solver::Linearization linear(model, nullptr, {solver::OperatingPoint::kRest}, nullptr);
    CHECK(linear.matrices().restoring.allFinite());
    CHECK_FALSE(linear.outputs().empty());
  }
}

TEST_CASE("every kind: energy changes by the work of what does not keep it",
          "[model][every_kind][energy]") {
  for (const auto& [kind, example] : every_kind()) {
    if (kind == "Input.kinematic_motion") continue;  // waits for samples
    INFO(kind);
    solver::Model model = build(example.model).model;
    const auto error = [&model](int refinement) {
      model.step_ns = nanoseconds(0.01 / refinement);
      solver::Simulation simulation(model);
      const EnergyBalance balance = energy_balance(simulation, 5 * refinement);
      return std::abs(balance.error) / balance.scale;
    };
    const double coarse = error(1), fine = error(4);
    // Shapes begin with a push, 1 cm deep; a state of the sea ends within a pair of steps.
    CHECK(coarse < (kind.find("Shape.") == 0 ? 0.1 : 5e-3));
    // Of order 1 at least, down to round-off.
    CHECK(fine < std::max(0.3 * coarse, 1e-11));
  }
}
