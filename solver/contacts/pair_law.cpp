#include "solver/contacts/pair_law.hpp"

#include <algorithm>
#include <cmath>

#include "solver/contacts/fender_law.hpp"
#include "solver/model/contacts/material.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

const Material& find_material(const Model& model, const std::string& name) {
  return *std::find_if(model.materials.begin(), model.materials.end(),
                       [&](const Material& material) { return material.name == name; });
}

PairLaw implicit_law(const Material& one, const Material& two) {
  PairLaw law;
  law.friction = law.secondary_friction = std::sqrt(one.roughness * two.roughness);
  law.restitution = std::sqrt((1.0 - one.bulk_viscosity) * (1.0 - two.bulk_viscosity));
  law.stiffness = one.stiffness * two.stiffness / (one.stiffness + two.stiffness);
  law.damping_time = std::max(one.damping_time, two.damping_time);
  law.adhesion_force = one.adhesion_force + two.adhesion_force;
  law.adhesion_overlap = std::min(one.adhesion_overlap, two.adhesion_overlap);
  law.surface_viscosity = one.surface_viscosity + two.surface_viscosity;
  law.reduce_points = one.reduce_points && two.reduce_points;
  return law;
}

PairLaw explicit_law(const ContactMaterial& pair) {
  PairLaw law;
  law.friction = pair.friction;
  law.secondary_friction = pair.secondary_friction.value_or(pair.friction);
  law.direction = pair.direction;
  law.friction_model = pair.friction_model;
  law.exact = pair.exact.value_or(true);
  law.normal_force = pair.normal_force.value_or(0.0);
  law.reference_depth = pair.reference_depth;
  law.friction_solve = pair.friction_solve;
  law.restitution = pair.restitution;
  law.stiffness = pair.stiffness;
  law.area_stiffness = pair.area_stiffness;
  law.damping_time = pair.damping_time;
  law.adhesion_force = pair.adhesion_force;
  law.adhesion_overlap = pair.adhesion_overlap;
  law.surface_viscosity = pair.surface_viscosity;
  law.reduce_points = pair.reduce_points;
  law.friction_law = pair.friction_law;
  if (law.friction_law) {
    law.friction_model = FrictionModel::kConstant;
    law.exact = true;
  }
  if (pair.fender) law.fender = std::make_shared<FenderLaw>(*pair.fender);
  return law;
}

/// The points projected along the mean of their normals [m].
std::vector<Vector2> seen_along_normal(std::span<const ContactPoint> points) {
  Vector3 normal = Vector3::Zero();
  for (const ContactPoint& point : points) normal += point.normal;
  if (!(normal.norm() > 0.0)) normal = points.front().normal;
  normal.normalize();
  const Vector3 u = normal.unitOrthogonal(), v = normal.cross(u);
  std::vector<Vector2> seen;
  for (const ContactPoint& point : points) {
    const Vector3 from_first = point.position - points.front().position;
    seen.emplace_back(from_first.dot(u), from_first.dot(v));
  }
  return seen;
}

double cross(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Area of the convex hull of points in a plane [m2]. @source Andrew (1979)
double hull_area(std::vector<Vector2> points) {
  std::sort(points.begin(), points.end(), [](const Vector2& a, const Vector2& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  });
  double twice_area = 0.0;
  for (int side = 0; side < 2; ++side) {
    std::vector<Vector2> chain;
    for (const Vector2& point : points) {
      while (chain.size() > 1 && cross(chain.back() - chain[chain.size() - 2],
                                       point - chain[chain.size() - 2]) <= 0.0) {
        chain.pop_back();
      }
      chain.push_back(point);
    }
    for (std::size_t i = 1; i < chain.size(); ++i) twice_area += cross(chain[i - 1], chain[i]);
    std::reverse(points.begin(), points.end());
  }
  return 0.5 * twice_area;
}

}  // namespace

PairLaw pair_law(const Model& model, const std::string& material1, const std::string& material2) {
  for (const ContactMaterial& pair : model.contact_materials) {
    const bool meant = (pair.material1 == material1 && pair.material2 == material2) ||
                       (pair.material1 == material2 && pair.material2 == material1);
    if (!meant) continue;
    PairLaw law = explicit_law(pair);
    if (has_body(model, pair.direction_body)) {
      law.direction_body = find_body(model, pair.direction_body);
    }
    return law;
  }
  return implicit_law(find_material(model, material1), find_material(model, material2));
}

PairLaws::PairLaws(const Model& model) : material_count_(model.materials.size()) {
  for (const Material& one : model.materials) {
    for (const Material& two : model.materials) {
      laws_.push_back(pair_law(model, one.name, two.name));
    }
  }
}

bool PairLaws::bounces(std::size_t material) const {
  for (std::size_t other = 0; other < material_count_; ++other) {
    if (between(material, other).restitution > 0.0) return true;
  }
  return false;
}

double contact_area(std::span<const ContactPoint> points, double width) {
  const std::vector<Vector2> seen = seen_along_normal(points);
  double span = width;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) span = std::max(span, (seen[i] - seen[j]).norm());
  }
  return std::max(hull_area(seen), width * span);
}

double pair_stiffness(const AreaStiffness& law, std::span<const ContactPoint> points) {
  const double area = contact_area(points, law.shortest_length);
  const double length = std::clamp(std::sqrt(area), law.shortest_length, law.longest_length);
  return law.modulus * area / length;
}

}  // namespace raftup::solver
