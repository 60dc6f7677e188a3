/// @file The representation of each kind of shape for collision.
#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "solver/geometry/collision/collision_shape.hpp"
#include "solver/geometry/collision/convex_support.hpp"
#include "solver/geometry/collision/surface.hpp"

namespace raftup::solver {

/// All points x with normal . x + offset <= 0 [m], the normal of unit length.
struct HalfSpace {
  Vector3 normal;
  double offset;
};

/// The wall of a straight tube around z, from -half to half.
struct TubeWall {
  double inner_radius, outer_radius, half;
};

/// Parts, each with its pose in the whole's frame.
struct Compound {
  struct Part {
    CollisionShape shape;
    Pose pose;
  };
  std::vector<Part> parts;
  std::optional<TubeWall> tube;  ///< the tube of which the parts are sectors
};

class CollisionForm {
 public:
  using Kind = std::variant<std::unique_ptr<const ConvexSupport>, HalfSpace, Line,
                            std::unique_ptr<Surface>, Compound>;

  CollisionForm(Kind kind, double size) : kind_(std::move(kind)), size_(size) {}

  const Kind& kind() const { return kind_; }
  double size() const { return size_; }
  /// The convex core; null if the shape has none.
  const ConvexSupport* convex() const {
    const auto* core = std::get_if<std::unique_ptr<const ConvexSupport>>(&kind_);
    return core == nullptr ? nullptr : core->get();
  }
  const Surface* surface() const {
    const auto* surface = std::get_if<std::unique_ptr<Surface>>(&kind_);
    return surface == nullptr ? nullptr : surface->get();
  }
  /// Sets heights [m] of nodes of a height field.
  void set_heights(std::span<const NodeHeight> heights) {
    auto& field = dynamic_cast<FieldSurface&>(*std::get<std::unique_ptr<Surface>>(kind_));
    field.set_heights(heights);
    size_ = field.size();
  }

 private:
  Kind kind_;
  double size_;
};

/// A part of a compound at its pose.
inline PosedShape posed_part(const PosedShape& whole, const Compound::Part& part) {
  PosedShape posed(part.shape, part.pose);
  posed.position = whole.position + whole.rotation * posed.position;
  posed.rotation = whole.rotation * posed.rotation;
  return posed;
}

}  // namespace raftup::solver
