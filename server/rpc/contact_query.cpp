#include "server/rpc/contact_query.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <limits>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "server/model/message_rules.hpp"
#include "server/model/model_parts.hpp"
#include "server/model/shapes.hpp"
#include "server/sessions/streams/contact_messages.hpp"
#include "solver/contacts/shape_world.hpp"

namespace raftup::server {

namespace {

constexpr int kMostShapes = 1000;

void point_to_proto(const solver::ContactPoint& point, v1::ContactPoint& message) {
  set_numbers(*message.mutable_position(), point.position);
  set_numbers(*message.mutable_normal(), point.normal);
  message.set_depth(point.depth);
}

/// Finds the contacts, distances or neighbors of given shapes among those of a simulation.
class Answer {
 public:
  Answer(const solver::Simulation& simulation, v1::QueryContactsResponse& response)
      : shapes_(simulation.model().shapes), world_(simulation.shapes()), response_(response) {}

  void add(v1::ContactQuery query, int given, const solver::PosedShape& shape) {
    given_ = given;
    switch (query) {
      case v1::CONTACT_QUERY_BOUNDS:
        for (const std::size_t other : world_.bounds(shape)) pair_with(other);
        return;
      case v1::CONTACT_QUERY_DISTANCE:
        for (const auto& other : world_.distances(shape)) add_distance(other);
        return;
      case v1::CONTACT_QUERY_PICK:
        if (const auto met = world_.pick(shape)) add_contact(*met);
        return;
      default:
        for (const auto& contact : world_.contacts(shape)) add_contact(contact);
    }
  }

 private:
  v1::ShapePair& pair_with(std::size_t other) {
    v1::ShapePair& pair = *response_.add_pairs();
    pair.set_given(given_);
    pair.set_shape2(full_name(shapes_[other]));
    return pair;
  }

  void add_contact(const solver::ShapeWorld::Contact& contact) {
    v1::ShapePair& pair = pair_with(contact.shape);
    for (const auto& point : contact.points) point_to_proto(point, *pair.add_points());
  }

  void add_distance(const solver::ShapeWorld::Distance& other) {
    v1::ShapePair& pair = pair_with(other.shape);
    pair.set_distance(other.distance.distance);
    set_numbers(*pair.mutable_point1(), other.distance.point1);
    set_numbers(*pair.mutable_point2(), other.distance.point2);
  }

  const std::vector<solver::ContactShape>& shapes_;
  const solver::ShapeWorld& world_;
  v1::QueryContactsResponse& response_;
  int given_ = 0;
};

/// Refuses files. A query is computed between two steps, which must not wait for a file.
std::shared_ptr<const hydro::Database> no_database(const std::string& name) {
  throw Error(ErrorCode::kNotFound, "shapes of a query must have no files, got " + name);
}

/// Builds the shapes of a request.
/// @throws ServiceError if a rule is broken
std::vector<solver::ShapePart> checked_shapes(const v1::QueryContactsRequest& request) {
  FieldViolations violations;
  violations.expect(request.shapes_size() <= kMostShapes, "shapes",
                    fmt::format("must be at most {}", kMostShapes),
                    std::to_string(request.shapes_size()));
  check_message_rules(request, "", violations);
  const DatabaseLookup no_files(no_database);
  std::vector<solver::ShapePart> shapes;
  for (int i = 0; i < request.shapes_size(); ++i) {
    const std::string path = fmt::format("shapes[{}]", i);
    shapes.push_back(build_posed_shape(request.shapes(i), path, no_files, violations));
    violations.expect(request.query() != v1::CONTACT_QUERY_PICK || request.shapes(i).has_line(),
                      path, "must be a line to pick by");
    violations.expect(request.query() != v1::CONTACT_QUERY_DISTANCE ||
                          solver::has_distance(shapes.back().geometry),
                      path,
                      "must have no line, plane, mesh or height field, which have no distance");
  }
  violations.throw_if_any("");
  return shapes;
}

}  // namespace

void answer_contact_query(const solver::Simulation& simulation,
                          const v1::QueryContactsRequest& request,
                          v1::QueryContactsResponse& response) {
  const std::vector<solver::ShapePart> shapes = checked_shapes(request);
  response.set_step_index(simulation.state().step_index);
  response.set_time_ns(simulation.time_ns());
  if (shapes.empty()) {
    return contacts_to_proto(simulation, std::numeric_limits<std::size_t>::max(),
                             *response.mutable_pairs());
  }
  Answer answer(simulation, response);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    check_cancelled();
    try {
      const solver::CollisionShape form(shapes[i].geometry);
      answer.add(request.query(), static_cast<int>(i), {form, shapes[i].pose});
    } catch (const Error& error) {
      throw bad_field(fmt::format("shapes[{}]", i), error.what(), "");
    }
  }
}

}  // namespace raftup::server
