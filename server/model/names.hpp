/// @file The rule for the names in a model.
#pragma once

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"

namespace raftup::server {

/// Checks that everything that a model names, of any kind, has a name of 1 to 128 letters (a to z,
/// A to Z), digits, "_" and "-", since names are the part of variables before the dot and are used
/// in files and in other programs. Missing names, and references to names, are checked by other
/// rules. Sessions that were stored with other names are not checked again.
/// @param violations receives the path, the name with unprintable characters escaped, the rule and
///         a name that would be valid
void check_names(const v1::Model& model, FieldViolations& violations);

}  // namespace raftup::server
