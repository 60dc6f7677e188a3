#include "solver/geometry/collision/collision_shape.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "solver/geometry/collision/collision_form.hpp"
#include "solver/geometry/collision/convex_hull.hpp"
#include "solver/geometry/collision/convex_kinds.hpp"
#include "solver/model/bodies/shape_checks.hpp"

namespace raftup::solver {

namespace {

constexpr std::size_t kSectors = 24;  // of a hollow round shape

using Form = std::unique_ptr<CollisionForm>;

template <typename Core, typename... Arguments>
Form convex_form(const Arguments&... arguments) {
  auto core = std::make_unique<const Core>(arguments...);
  const double size = core->size();
  return std::make_unique<CollisionForm>(std::move(core), size);
}

/// The inner and outer radius of the wall of a hollow shape at a height z.
struct WallRing {
  double inner, outer, z;
};

Convex sector_between(const WallRing& low, const WallRing& high, std::size_t sector) {
  std::vector<Vector3> points;
  for (const WallRing& ring : {low, high}) {
    for (const std::size_t side : {sector, sector + 1}) {
      double sine = 0.0;
      double cosine = 0.0;
      sincos_turns(static_cast<double>(side) / double{kSectors}, sine, cosine);
      for (const double radius : {ring.inner, ring.outer}) {
        points.emplace_back(radius * cosine, radius * sine, ring.z);
      }
    }
  }
  return convex_hull(points);
}

void add_sectors(const WallRing& low, const WallRing& high, Compound& compound) {
  for (std::size_t sector = 0; sector < kSectors; ++sector) {
    compound.parts.push_back({CollisionShape(sector_between(low, high, sector)), Pose{}});
  }
}

struct FormOf {
  Form operator()(const Sphere& sphere) const { return convex_form<PointSupport>(sphere.radius); }
  Form operator()(const Box& box) const { return convex_form<BoxSupport>(box.size); }
  Form operator()(const Capsule& capsule) const {
    return convex_form<SegmentSupport>(capsule.radius, capsule.height);
  }
  Form operator()(const Cylinder& cylinder) const {
    return convex_form<RoundSupport>(cylinder.radius, cylinder.radius, -0.5 * cylinder.height,
                                     0.5 * cylinder.height);
  }
  Form operator()(const Cone& cone) const {
    return convex_form<RoundSupport>(cone.bottom_radius, cone.top_radius, 0.0, cone.height);
  }
  Form operator()(const Convex& convex) const { return convex_form<PolyhedronSupport>(convex); }
  Form operator()(const Plane& plane) const {
    const double norm = plane.normal.norm();
    return std::make_unique<CollisionForm>(HalfSpace{plane.normal / norm, plane.offset / norm},
                                           std::numeric_limits<double>::infinity());
  }
  Form operator()(const Line& line) const {
    return std::make_unique<CollisionForm>(line, 0.5 * (line.end - line.begin).norm());
  }
  Form operator()(const TriangleMesh& mesh) const {
    return surface_form(std::make_unique<MeshSurface>(mesh));
  }
  Form operator()(const HeightField& field) const {
    return surface_form(std::make_unique<FieldSurface>(field));
  }
  Form operator()(const HollowCylinder& tube) const {
    Compound compound;
    const double outer = tube.inner_radius + tube.thickness;
    const double half = 0.5 * tube.height;
    add_sectors({tube.inner_radius, outer, -half}, {tube.inner_radius, outer, half}, compound);
    compound.tube = TubeWall{tube.inner_radius, outer, half};
    return std::make_unique<CollisionForm>(std::move(compound),
                                           std::sqrt(outer * outer + half * half));
  }
  /// The hole may end below the top; the rest above it is then a solid cone.
  Form operator()(const HollowCone& cone) const {
    Compound compound;
    const WallRing bottom{cone.bottom_radius - cone.thickness, cone.bottom_radius, 0.0};
    WallRing top{cone.top_radius - cone.thickness, cone.top_radius, cone.height};
    if (top.inner < 0.0) {
      const double share = bottom.inner / (bottom.inner - top.inner);
      top = {0.0, cone.thickness, share * cone.height};
      const Cone tip{cone.thickness, cone.top_radius, cone.height - top.z};
      compound.parts.push_back({CollisionShape(tip), {{0.0, 0.0, top.z}, Quaternion::Identity()}});
    }
    add_sectors(bottom, top, compound);
    const double largest = std::max(cone.bottom_radius, cone.top_radius);
    const double size = std::sqrt(largest * largest + cone.height * cone.height);
    return std::make_unique<CollisionForm>(std::move(compound), size);
  }
  Form operator()(const Composite& composite) const {
    Compound compound;
    double size = 0.0;
    for (const ShapePart& part : composite.parts) {
      compound.parts.push_back(
          {CollisionShape(part.geometry), {part.pose.position, part.pose.attitude.normalized()}});
      size = std::max(size, part.pose.position.norm() + compound.parts.back().shape.size());
    }
    return std::make_unique<CollisionForm>(std::move(compound), size);
  }

 private:
  static Form surface_form(std::unique_ptr<Surface> surface) {
    const double size = surface->size();
    return std::make_unique<CollisionForm>(std::move(surface), size);
  }
};

struct BoundsOf {
  const PosedShape& shape;

  Bounds operator()(const std::unique_ptr<const ConvexSupport>& core) const {
    const PosedSupport posed{core.get(), shape.rotation, shape.position};
    if (const Vector3* half = core->half_edges()) {
      const Vector3 reach = shape.rotation.cwiseAbs() * *half;
      return {shape.position - reach, shape.position + reach};
    }
    Bounds box;
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3 way = Vector3::Unit(axis);
      box.low[axis] = posed.point(-way)[axis] - core->radius();
      box.high[axis] = posed.point(way)[axis] + core->radius();
    }
    return box;
  }
  Bounds operator()(const HalfSpace& /*plane*/) const {
    const Vector3 far = Vector3::Constant(std::numeric_limits<double>::infinity());
    return {-far, far};
  }
  Bounds operator()(const Line& line) const {
    Bounds box;
    box.include(shape.position + shape.rotation * line.begin);
    box.include(shape.position + shape.rotation * line.end);
    return box;
  }
  Bounds operator()(const std::unique_ptr<Surface>& surface) const {
    const Bounds& own = surface->bounds();
    const Vector3 center = shape.position + shape.rotation * own.center();
    const Vector3 reach = shape.rotation.cwiseAbs() * (0.5 * (own.high - own.low));
    return {center - reach, center + reach};
  }
  Bounds operator()(const Compound& compound) const {
    Bounds box;
    for (const Compound::Part& part : compound.parts) box.include(bounds(posed_part(shape, part)));
    return box;
  }
};

}  // namespace

CollisionShape::CollisionShape(const Geometry& geometry) {
  check_geometry(geometry);
  form_ = std::visit(FormOf{}, geometry);
}

double CollisionShape::size() const { return form_->size(); }

void CollisionShape::set_heights(std::span<const NodeHeight> heights) {
  if (form_.use_count() > 1) {
    const auto& field = dynamic_cast<const FieldSurface&>(*form_->surface());
    form_ = std::make_shared<CollisionForm>(std::make_unique<FieldSurface>(field), field.size());
  }
  form_->set_heights(heights);
}

Bounds bounds(const PosedShape& shape) {
  return std::visit(BoundsOf{shape}, shape.shape->form().kind());
}

}  // namespace raftup::solver
