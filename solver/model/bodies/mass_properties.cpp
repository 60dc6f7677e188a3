#include "solver/model/bodies/mass_properties.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "hydro/base/error.hpp"
#include "solver/model/bodies/shape_checks.hpp"
#include "solver/model/bodies/volume_properties.hpp"

namespace raftup::solver {

MassProperties mass_properties(const RigidBody& body) {
  return {body.mass, body.center_of_mass, body.inertia};
}

void set_mass_properties(RigidBody& body, const MassProperties& properties) {
  body.mass = properties.mass;
  body.center_of_mass = properties.center_of_mass;
  body.inertia = properties.inertia;
}

Matrix3 inertia_about(const Matrix3& inertia, double mass, const Vector3& offset) {
  return inertia + mass * offset_square(offset);
}

MassProperties mass_properties(const Shape& shape) {
  require(
      std::isfinite(shape.density) && shape.density > 0.0,
      fmt::format("density of a shape must be positive and finite, got {} kg/m3", shape.density));
  check_shape_pose(shape.pose);
  const VolumeProperties own = volume_properties(shape.geometry);
  const Matrix3 R = shape.pose.attitude.normalized().toRotationMatrix();
  return {shape.density * own.volume, shape.pose.position + R * own.centroid,
          shape.density * R * own.inertia * R.transpose()};
}

MassProperties mass_properties(std::span<const Shape> shapes) {
  require(!shapes.empty(), "mass properties must be of at least one shape, got none");
  std::vector<MassProperties> parts;
  MassProperties whole;
  for (const Shape& shape : shapes) {
    const MassProperties& part = parts.emplace_back(mass_properties(shape));
    whole.mass += part.mass;
    whole.center_of_mass += part.mass * part.center_of_mass;
  }
  whole.center_of_mass /= whole.mass;
  for (const MassProperties& part : parts) {
    whole.inertia +=
        inertia_about(part.inertia, part.mass, part.center_of_mass - whole.center_of_mass);
  }
  return whole;
}

void update_mass_properties(RigidBody& body, std::span<const Shape> shapes,
                            const GeneratedProperties& generated) {
  const MassProperties of_shapes = mass_properties(shapes);
  if (generated.mass) body.mass = of_shapes.mass;
  if (generated.center_of_mass) body.center_of_mass = of_shapes.center_of_mass;
  if (generated.inertia) {
    body.inertia = inertia_about(of_shapes.inertia, of_shapes.mass,
                                 of_shapes.center_of_mass - body.center_of_mass);
  }
}

}  // namespace raftup::solver
