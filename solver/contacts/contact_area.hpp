#pragma once

#include <span>

#include "solver/collision/contact_point.hpp"
#include "solver/contacts/material.hpp"

namespace raftup::solver {

/// Area of the convex polygon around points, seen along the mean of their normals [m2]; at least
/// that of a strip of a width along their longest distance, width^2 of a single point.
/// @param points at least one
/// @param width  m, > 0
double contact_area(std::span<const ContactPoint> points, double width);

/// Stiffness of all points of a pair of shapes together [N/m], a layer L thick on the area A:
///   k = modulus A/L,  L = sqrt(A) within the shortest and the longest length.
double pair_stiffness(const AreaStiffness& law, std::span<const ContactPoint> points);

}  // namespace raftup::solver
