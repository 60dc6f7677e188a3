#pragma once

#include <string>

#include "solver/model/contacts/contact_shape.hpp"

namespace raftup::solver {

struct Model;

/// Whether any shape of a model is that side.
bool has_side(const Model& model, const std::string& side);

/// Whether forces move the body of a shape.
bool moves(const Model& model, const ContactShape& shape);

/// Whether any shape of a body that moves by forces, or any sensor, can meet one of another body or
/// of the world.
bool can_touch(const Model& model);

/// Whether any two of them push each other, so that contacts have forces.
bool can_push(const Model& model);

}  // namespace raftup::solver
