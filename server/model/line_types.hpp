#pragma once

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"

namespace raftup::server {

/// True if a model has line types, or sections of lines that name one.
bool has_line_types(const v1::Model& message);

/// Gives each section of a line that names a type what the type has and the section does not. A model
/// in which that was done means the same again.
/// @param violations receives types without a name or with that of another, and unknown types
void apply_line_types(v1::Model& message, FieldViolations& violations);

}  // namespace raftup::server
