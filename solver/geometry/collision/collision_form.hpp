/// @file The internal representation of each kind of shape for collision detection.
#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "solver/geometry/collision/collision_shape.hpp"
#include "solver/geometry/collision/convex_support.hpp"
#include "solver/geometry/collision/surface.hpp"

namespace raftup::solver {

/// A half space: all points x with normal . x + offset <= 0 [m]; the normal has unit length.
struct HalfSpace {
  Vector3 normal;
  double offset;
};

/// The wall of a straight tube with its axis along z, from z = -half to half [m].
struct TubeWall {
  double inner_radius, outer_radius, half;
};

/// A shape that consists of parts, each with its pose in the frame of the whole shape.
struct Compound {
  struct Part {
    CollisionShape shape;
    Pose pose;
  };
  std::vector<Part> parts;
  std::optional<TubeWall> tube;  ///< the tube, if the parts are its sectors
};

/// The representation of a shape: one of its kinds, and its size [m].
class CollisionForm {
 public:
  using Kind = std::variant<std::unique_ptr<const ConvexSupport>, HalfSpace, Line,
                            std::unique_ptr<Surface>, Compound>;

  CollisionForm(Kind kind, double size) : kind_(std::move(kind)), size_(size) {}

  const Kind& kind() const { return kind_; }
  double size() const { return size_; }
  /// The convex core with its radius; null if the shape is not convex.
  const ConvexSupport* convex() const {
    const auto* core = std::get_if<std::unique_ptr<const ConvexSupport>>(&kind_);
    return core == nullptr ? nullptr : core->get();
  }
  const Surface* surface() const {
    const auto* surface = std::get_if<std::unique_ptr<Surface>>(&kind_);
    return surface == nullptr ? nullptr : surface->get();
  }
  /// Sets heights [m] of nodes; the shape must be a height field.
  void set_heights(std::span<const NodeHeight> heights) {
    auto& field = dynamic_cast<FieldSurface&>(*std::get<std::unique_ptr<Surface>>(kind_));
    field.set_heights(heights);
    size_ = field.size();
  }

 private:
  Kind kind_;
  double size_;
};

/// Returns a part of a compound at its pose in the world.
inline PosedShape posed_part(const PosedShape& whole, const Compound::Part& part) {
  PosedShape posed(part.shape, part.pose);
  posed.position = whole.position + whole.rotation * posed.position;
  posed.rotation = whole.rotation * posed.rotation;
  return posed;
}

}  // namespace raftup::solver
