#include "solver/geometry/collision/collide.hpp"

#include "solver/geometry/collision/manifold.hpp"
#include "solver/geometry/collision/pair_contacts.hpp"

namespace raftup::solver {

namespace {

using Core = std::unique_ptr<const ConvexSupport>;
using Triangles = std::unique_ptr<Surface>;

PosedSupport posed(const Core& core, const PosedShape& shape) {
  return {core.get(), shape.rotation, shape.position};
}

PosedSupport seen_from(const PosedShape& frame, const PosedSupport& shape) {
  const Matrix3 R = frame.rotation.transpose();
  return {shape.support, R * shape.rotation, R * (shape.position - frame.position)};
}

PosedLine posed(const Line& line, const PosedShape& shape) {
  return {shape.position + shape.rotation * line.begin, shape.rotation * (line.end - line.begin)};
}

PosedLine seen_from(const PosedShape& frame, const PosedLine& line) {
  const Matrix3 R = frame.rotation.transpose();
  return {R * (line.begin - frame.position), R * line.way};
}

HalfSpace posed(const HalfSpace& plane, const PosedShape& shape) {
  const Vector3 normal = shape.rotation * plane.normal;
  return {normal, plane.offset - normal.dot(shape.position)};
}

HalfSpace seen_from(const PosedShape& frame, const HalfSpace& plane) {
  return {frame.rotation.transpose() * plane.normal,
          plane.offset + plane.normal.dot(frame.position)};
}

void turn_normals(std::size_t first, std::vector<ContactPoint>& points) {
  for (std::size_t k = first; k < points.size(); ++k) points[k].normal = -points[k].normal;
}

/// Contacts of two shapes that are no compounds, selected by their kinds.
struct PairOf {
  const PosedShape& one;
  const PosedShape& two;
  CollisionMemory* memory;
  const ContactQuery& query;

  void operator()(const Core& a, const Core& b) const {
    convex_contacts(posed(a, one), posed(b, two), memory, query);
  }
  void operator()(const Core& a, const HalfSpace& b) const {
    plane_contacts(posed(a, one), posed(b, two), query);
  }
  void operator()(const Core& a, const Triangles& b) const {
    in_frame_of(two, [&] { surface_contacts(seen_from(two, posed(a, one)), *b, query); });
  }
  void operator()(const Triangles& a, const HalfSpace& b) const {
    if (a->terrain()) return;
    in_frame_of(one, [&] { surface_plane_contacts(*a, seen_from(one, posed(b, two)), query); });
  }
  void operator()(const Triangles& a, const Triangles& b) const {
    if (a->terrain() && b->terrain()) return;
    in_frame_of(one, [&] {
      const Matrix3 R = one.rotation.transpose();
      surface_surface_contacts(*a, *b, R * two.rotation, R * (two.position - one.position), query);
    });
  }
  void operator()(const Line& a, const Core& b) const {
    line_convex_contact(posed(a, one), posed(b, two), query);
  }
  void operator()(const Line& a, const HalfSpace& b) const {
    line_plane_contact(posed(a, one), posed(b, two), query);
  }
  void operator()(const Line& a, const Triangles& b) const {
    in_frame_of(two, [&] { line_surface_contact(seen_from(two, posed(a, one)), *b, query); });
  }
  void operator()(const Line& a, const Line& b) const {
    line_line_contact(posed(a, one), posed(b, two), query);
  }
  void operator()(const HalfSpace& /*a*/, const HalfSpace& /*b*/) const {}
  // Of the other order the points are those of this one with their normals turned.
  void operator()(const HalfSpace& a, const Core& b) const { turned(b, a); }
  void operator()(const HalfSpace& a, const Triangles& b) const { turned(b, a); }
  void operator()(const HalfSpace& a, const Line& b) const { turned(b, a); }
  void operator()(const Triangles& a, const Core& b) const { turned(b, a); }
  void operator()(const Triangles& a, const Line& b) const { turned(b, a); }
  void operator()(const Core& a, const Line& b) const { turned(b, a); }
  void operator()(const Compound& /*a*/, const auto& /*b*/) const {}
  void operator()(const auto& /*a*/, const Compound& /*b*/) const {}
  void operator()(const Compound& /*a*/, const Compound& /*b*/) const {}

 private:
  void turned(const auto& a, const auto& b) const {
    const std::size_t first = query.points.size();
    PairOf{two, one, memory, query}(a, b);
    turn_normals(first, query.points);
  }
  void in_frame_of(const PosedShape& frame, const auto& find) const {
    const std::size_t first = query.points.size();
    find();
    for (std::size_t k = first; k < query.points.size(); ++k) {
      ContactPoint& point = query.points[k];
      point.position = frame.position + frame.rotation * point.position;
      point.normal = frame.rotation * point.normal;
    }
  }
};

const Compound* compound_of(const PosedShape& shape) {
  return std::get_if<Compound>(&shape.shape->form().kind());
}

void collide_parts(const PosedShape& one, const PosedShape& two, CollisionMemory* memory,
                   const ContactQuery& query);

/// Collides each part of a compound with another shape.
/// @param first true if shape `one` is the compound, false if it is `two`
void collide_each(const Compound& compound, bool first, const PosedShape& one,
                  const PosedShape& two, const ContactQuery& query) {
  const PosedShape& whole = first ? one : two;
  const PosedShape& other = first ? two : one;
  const Bounds others = bounds(other).grown(query.margin);
  for (std::size_t k = 0; k < compound.parts.size(); ++k) {
    const PosedShape part = posed_part(whole, compound.parts[k]);
    if (!bounds(part).overlaps(others)) continue;
    const ContactQuery of_part{query.margin, combined_key(query.key, 2 * k + (first ? 1 : 2)),
                               query.points};
    collide_parts(first ? part : one, first ? two : part, nullptr, of_part);
  }
}

void collide_parts(const PosedShape& one, const PosedShape& two, CollisionMemory* memory,
                   const ContactQuery& query) {
  if (const Compound* compound = compound_of(one)) {
    const std::size_t first = query.points.size();
    if (compound->tube && peg_contacts(two, one, query)) return turn_normals(first, query.points);
    return collide_each(*compound, true, one, two, query);
  }
  if (const Compound* compound = compound_of(two)) {
    if (compound->tube && peg_contacts(one, two, query)) return;
    return collide_each(*compound, false, one, two, query);
  }
  std::visit(PairOf{one, two, memory, query}, one.shape->form().kind(), two.shape->form().kind());
}

}  // namespace

void collide(const PosedShape& one, const PosedShape& two, double margin, CollisionMemory* memory,
             std::vector<ContactPoint>& points) {
  collide_parts(one, two, memory, {margin, 0, points});
}

}  // namespace raftup::solver
