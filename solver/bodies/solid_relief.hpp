#pragma once

#include "solver/bodies/shape.hpp"

namespace raftup::solver {

/// A height field as a solid: its surface on top, upright sides, and a flat bottom at
/// bottom_margin under its least height. Closed, so that it has a mass and may move by forces.
/// @param field as CollisionShape takes it
TriangleMesh solid_relief(const HeightField& field);

}  // namespace raftup::solver
