#include <algorithm>
#include <set>

#include "hydro/base/error.hpp"
#include "solver/contacts/compliant_contacts.hpp"
#include "solver/contacts/fender_law.hpp"
#include "solver/geometry/collision/collide.hpp"
#include "solver/loads/springs/force_curve.hpp"
#include "solver/model/checks/field_checks.hpp"
#include "solver/model/contacts/material.hpp"
#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

namespace {

constexpr std::size_t kMostShapes = 100000;

/// True for shapes without a center of mass, which must not belong to a body that forces move.
bool stands_still(const Geometry& geometry) {
  return std::holds_alternative<Plane>(geometry) || std::holds_alternative<HeightField>(geometry);
}

void check_geometry(const Geometry& geometry, const std::string& path, Violations& violations) {
  try {
    const CollisionShape made(geometry);
  } catch (const Error& error) {
    violations.require(false, path, "must be a shape that others can touch", error.what());
  }
}

std::string path_of_shape(const ModelSource& source, std::size_t shape) {
  return source.shape_paths.empty() ? fmt::format("shapes[{}]", shape) : source.shape_paths[shape];
}

/// Checks the names of all shapes of a model.
void check_shape_names(const Model& model, const ModelSource& source, Violations& violations) {
  std::set<std::string> names, bodies;
  for (const ContactShape& shape : model.shapes) bodies.insert(shape.body);
  for (std::size_t i = 0; i < model.shapes.size(); ++i) {
    const ContactShape& shape = model.shapes[i];
    const std::string path = path_of_shape(source, i) + ".name";
    violations.require(!shape.name.empty(), path, "must not be empty", "''");
    violations.require(names.insert(full_name(shape)).second, path,
                       "must differ from those of other shapes of its body",
                       fmt::format("'{}'", shape.name));
    violations.require(!bodies.contains(full_name(shape)), path,
                       "must not read with that of its body as that of another body",
                       fmt::format("'{}'", full_name(shape)));
  }
}

void check_shapes(const Model& model, const ModelSource& source, Violations& violations) {
  violations.require(model.shapes.size() <= kMostShapes, "shapes",
                     fmt::format("must be at most {}", kMostShapes),
                     std::to_string(model.shapes.size()));
  check_shape_names(model, source, violations);
  const FirstOfName materials = first_of_names(model.materials);
  for (std::size_t i = 0; i < model.shapes.size(); ++i) {
    const ContactShape& shape = model.shapes[i];
    const std::string path = path_of_shape(source, i);
    FieldChecks::run(shape, model, path, violations);
    check_geometry(shape.geometry, path, violations);
    violations.require(materials.contains(shape.material), path + ".material",
                       "must name a material of the model", fmt::format("'{}'", shape.material));
    violations.require(!stands_still(shape.geometry) || !moves(model, shape), path,
                       "must not be a plane or a height field on a body that moves by forces",
                       fmt::format("'{}'", shape.body));
  }
}

void check_contact_materials(const Model& model, Violations& violations) {
  const FirstOfName materials = first_of_names(model.materials);
  std::set<std::pair<std::string, std::string>> pairs;
  for (std::size_t i = 0; i < model.contact_materials.size(); ++i) {
    const ContactMaterial& pair = model.contact_materials[i];
    const std::string path = fmt::format("contact_materials[{}]", i);
    FieldChecks::run(pair, model, path, violations);
    const auto require_known = [&](const std::string& name, const std::string& field) {
      violations.require(materials.contains(name), path + field,
                         "must name a material of the model", fmt::format("'{}'", name));
    };
    require_known(pair.material1, ".material1");
    require_known(pair.material2, ".material2");
    const auto ordered = std::minmax(pair.material1, pair.material2);
    violations.require(pairs.insert({ordered.first, ordered.second}).second, path,
                       "must be the only one of its two materials",
                       fmt::format("'{}' and '{}'", pair.material1, pair.material2));
  }
}

void check_sides(const Model& model, Violations& violations) {
  const auto require_side = [&](const std::string& side, const std::string& path) {
    violations.require(has_side(model, side), path,
                       "must name a shape ('body/shape'), a body with shapes or a group",
                       fmt::format("'{}'", side));
  };
  for (std::size_t i = 0; i < model.contact_exceptions.pairs.size(); ++i) {
    require_side(model.contact_exceptions.pairs[i].first,
                 fmt::format("disabled_pairs[{}].first", i));
    require_side(model.contact_exceptions.pairs[i].second,
                 fmt::format("disabled_pairs[{}].second", i));
  }
  check_names(model.contact_readers, "contact_readers", violations);
  for (std::size_t i = 0; i < model.contact_readers.size(); ++i) {
    require_side(model.contact_readers[i].side1, fmt::format("contact_readers[{}].side1", i));
    require_side(model.contact_readers[i].side2, fmt::format("contact_readers[{}].side2", i));
  }
}

/// Checks one side of a distance reader.
void check_distant_side(const Model& model, const std::string& side, const std::string& path,
                        Violations& violations) {
  bool any = false;
  for (const ContactShape& shape : model.shapes) {
    if (side.empty() || shape.role == ShapeRole::kAbsent || !includes(side, shape)) continue;
    any = true;
    violations.require(has_distance(shape.geometry), path,
                       "must have no line, plane, mesh or height field, which have no distance",
                       fmt::format("'{}'", full_name(shape)));
  }
  violations.require(
      any, path, "must name an enabled shape ('body/shape'), a body with such shapes or a group",
      fmt::format("'{}'", side));
}

void check_distance_readers(const Model& model, Violations& violations) {
  check_names(model.distance_readers, "distance_readers", violations);
  for (std::size_t i = 0; i < model.distance_readers.size(); ++i) {
    const DistanceReader& reader = model.distance_readers[i];
    const std::string path = fmt::format("distance_readers[{}]", i);
    check_distant_side(model, reader.side1, path + ".side1", violations);
    check_distant_side(model, reader.side2, path + ".side2", violations);
    for (const ContactShape& shape : model.shapes) {
      const bool both = includes(reader.side1, shape) && includes(reader.side2, shape);
      violations.require(!both || reader.side1.empty() || reader.side2.empty(), path,
                         "must have no shape on both sides", fmt::format("'{}'", full_name(shape)));
    }
  }
}

/// One shape for each set of shapes that have the same properties in contacts.
std::vector<const ContactShape*> kinds_of_shapes(const Model& model) {
  std::set<std::string> seen;
  std::vector<const ContactShape*> kinds;
  for (const ContactShape& shape : model.shapes) {
    const auto named = [&](const DisabledPair& pair) {
      return pair.first == full_name(shape) || pair.second == full_name(shape);
    };
    const bool by_name = std::any_of(model.contact_exceptions.pairs.begin(),
                                     model.contact_exceptions.pairs.end(), named);
    if (shape.role != ShapeRole::kSolid) continue;  // without forces
    const std::string kind = fmt::format("{}\n{}\n{}\n{}", shape.body, shape.material,
                                         fmt::join(shape.groups, "\n"), by_name ? shape.name : "");
    if (seen.insert(kind).second) kinds.push_back(&shape);
  }
  return kinds;
}

bool may_touch(const Model& model, const ContactShape& one, const ContactShape& two) {
  if (one.body == two.body || (!moves(model, one) && !moves(model, two))) return false;
  return std::none_of(model.contact_exceptions.pairs.begin(), model.contact_exceptions.pairs.end(),
                      [&](const DisabledPair& pair) {
                        return (includes(pair.first, one) && includes(pair.second, two)) ||
                               (includes(pair.first, two) && includes(pair.second, one));
                      });
}

/// The product of step and natural frequency of a contact, h sqrt(k/m), with the reduced mass m of
/// its bodies.
double stiffness_over_step(const Model& model, const ContactShape& one, const ContactShape& two) {
  double mobility = 0.0;
  for (const ContactShape* shape : {&one, &two}) {
    if (moves(model, *shape)) mobility += 1.0 / model.bodies[find_body(model, shape->body)].mass;
  }
  const PairLaw law = pair_law(model, one.material, two.material);
  const double k = law.fender ? law.fender->steepest_slope() : law.stiffness;
  return 1e-9 * static_cast<double>(model.step_ns) * std::sqrt(k * mobility);
}

/// Checks that a stepper without impulses can compute the contacts: a spring for each, and a step
/// that is short enough.
void check_compliance(const Model& model, Violations& violations) {
  const bool implicit = *model.stepper == StepperKind::kMidpoint;
  const double most = implicit ? 2.0 : 0.5;
  const std::vector<const ContactShape*> kinds = kinds_of_shapes(model);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const ContactShape &one = *kinds[j], &two = *kinds[i];
      if (!may_touch(model, one, two)) continue;
      const PairLaw law = pair_law(model, one.material, two.material);
      const bool unbounded = law.area_stiffness.has_value();
      const bool any_will_do = implicit && (law.fender || unbounded);
      const double ratio = any_will_do ? 0.0
                           : unbounded ? std::numeric_limits<double>::infinity()
                                       : stiffness_over_step(model, one, two);
      if (law.restitution == 0.0 && ratio < most) continue;
      violations.require(
          false, "integration.stepper",
          fmt::format("must be spook or moreau_jean where contacts are rigid, or omitted: {} takes "
                      "those without restitution whose h sqrt(k/m) is below {}",
                      name_of(*model.stepper), most),
          fmt::format("{:.3g} and a restitution of {} between '{}' and '{}'", ratio,
                      law.restitution, full_name(one), full_name(two)));
      return;
    }
  }
}

void require_adhesion_overlap(double force, double overlap, const std::string& path,
                              Violations& violations) {
  violations.require(!(force > 0.0) || overlap > 0.0, path + ".adhesion_overlap",
                     "must be positive where there is adhesion", fmt::format("{}", overlap));
}

}  // namespace

void Material::check(const Model& /*model*/, const std::string& path,
                     Violations& violations) const {
  require_adhesion_overlap(adhesion_force, adhesion_overlap, path, violations);
}

void ContactMaterial::check(const Model& model, const std::string& path,
                            Violations& violations) const {
  require_adhesion_overlap(adhesion_force, adhesion_overlap, path, violations);
  violations.require(!direction || direction->norm() > 0.0, path + ".direction", "must not be zero",
                     "0");
  const bool known = direction_body.empty() || std::any_of(model.shapes.begin(), model.shapes.end(),
                                                           [this](const ContactShape& shape) {
                                                             return shape.body == direction_body;
                                                           });
  violations.require(known, path + ".direction_body", "must be a body with shapes",
                     fmt::format("'{}'", direction_body));
  const bool cone = friction_model == FrictionModel::kCone;
  const bool constant = friction_model == FrictionModel::kConstant;
  violations.require(cone || !exact, path + ".exact", "must be omitted where friction is no cone",
                     exact.value_or(true) ? "true" : "false");
  violations.require(constant == normal_force.has_value(), path + ".normal_force",
                     "must be given with the friction model constant, and with no other",
                     std::string(name_of(friction_model)));
  violations.require(constant || !reference_depth, path + ".reference_depth",
                     "must be omitted where the friction model is not constant",
                     std::string(name_of(friction_model)));
  if (!fender) return;
  violations.require(restitution == 0.0, path + ".restitution",
                     "must be omitted beside a fender, which gives back by itself",
                     fmt::format("{}", restitution));
  violations.require(adhesion_force == 0.0, path + ".adhesion_force",
                     "must be omitted beside a fender", fmt::format("{}", adhesion_force));
  violations.require(!area_stiffness, path + ".area_stiffness", "must be omitted beside a fender",
                     "a stiffness by area");
}

void AreaStiffness::check(const Model& /*model*/, const std::string& path,
                          Violations& violations) const {
  violations.require(longest_length >= shortest_length, path + ".longest_length",
                     "must not be less than shortest_length", fmt::format("{}", longest_length));
}

void FenderMaterial::check(const Model& /*model*/, const std::string& path,
                           Violations& violations) const {
  ForceCurve::check(compression, reaction, path + ".compression", path + ".reaction", violations);
  violations.require(reaction.size() < 2 || reaction[1] > 0.0, path + ".reaction[1]",
                     "must be positive", reaction.size() < 2 ? "" : fmt::format("{}", reaction[1]));
  violations.require(hysteresis < 1.0, path + ".hysteresis", "must be less than 1",
                     fmt::format("{}", hysteresis));
  violations.require(speed.size() == speed_factor.size(), path + ".speed_factor",
                     fmt::format("must have {} values, one for each speed", speed.size()),
                     std::to_string(speed_factor.size()));
  const bool ascends =
      std::adjacent_find(speed.begin(), speed.end(), std::greater_equal<>()) == speed.end();
  violations.require(ascends, path + ".speed", "must ascend", "others");
}

void check_contacts(const Model& model, const ModelSource& source, Violations& violations) {
  check_names(model.materials, "materials", violations);
  for (std::size_t i = 0; i < model.materials.size(); ++i) {
    FieldChecks::run(model.materials[i], model, fmt::format("materials[{}]", i), violations);
  }
  check_shapes(model, source, violations);
  check_contact_materials(model, violations);
  check_sides(model, violations);
  check_distance_readers(model, violations);
  // Of what is described as it must be.
  if (violations.empty() && contacts_are_loads(model)) check_compliance(model, violations);
}

}  // namespace raftup::solver
