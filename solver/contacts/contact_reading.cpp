#include "solver/contacts/contact_reading.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace raftup::solver {

namespace {

/// The body of all shapes of a side; none if the side has several bodies or the world.
std::optional<std::size_t> only_body(const Model& model, const std::string& side) {
  std::optional<std::string> body;
  for (const ContactShape& shape : model.shapes) {
    if (!includes(side, shape)) continue;
    if (body && *body != shape.body) return std::nullopt;
    body = shape.body;
  }
  if (!body || body->empty()) return std::nullopt;
  return find_body(model, *body);
}

/// Adds the forces of a pair of shapes to a reading.
/// @param sign   1 if shape 1 of the pair is on side 1, -1 if it is on side 2
/// @param origin point about which the torque is computed [m, world frame]
void add(const ContactPairState& pair, double sign, const Vector3& origin,
         ContactReading& reading) {
  reading.residual = std::max(reading.residual, pair.residual);
  for (const ContactPointState& point : pair.points) {
    const Vector3 force = sign * point.force;
    const Vector3 normal = force.dot(point.normal) * point.normal;
    reading.normal_force += normal;
    reading.friction_force += force - normal;
    reading.torque += (point.position - origin).cross(force);
    reading.count += touches_there(point) ? 1.0 : 0.0;
    reading.depth = std::max(reading.depth, point.depth);
  }
}

}  // namespace

ContactReading read_contacts(const Model& model, const ContactReader& reader, const State& state) {
  const std::optional<std::size_t> body = only_body(model, reader.side1);
  const Vector3 origin = body ? state.bodies[*body].position : Vector3::Zero();
  ContactReading reading;
  for (const ContactPairState& pair : state.contacts) {
    const ContactShape &one = model.shapes[pair.shape1], &two = model.shapes[pair.shape2];
    if (includes(reader.side1, one) && includes(reader.side2, two)) {
      add(pair, 1.0, origin, reading);
    } else if (includes(reader.side1, two) && includes(reader.side2, one)) {
      add(pair, -1.0, origin, reading);
    }
  }
  return reading;
}

std::vector<ShapeContact> read_contacts(const Model& model, const State& state) {
  std::vector<ShapeContact> contacts;
  for (const ContactPairState& pair : state.contacts) {
    ShapeContact contact{pair.shape1, pair.shape2, true, {}};
    contact.pushes =
        !is_sensor(model.shapes[pair.shape1].role) && !is_sensor(model.shapes[pair.shape2].role);
    std::copy_if(pair.points.begin(), pair.points.end(), std::back_inserter(contact.points),
                 touches_there);
    if (!contact.points.empty()) contacts.push_back(std::move(contact));
  }
  return contacts;
}

}  // namespace raftup::solver
