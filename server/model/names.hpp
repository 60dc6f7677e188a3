/// @file The one rule of the names that a model gives.
#pragma once

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"

namespace raftup::server {

/// Every thing that a model names, whatever its kind, has a name of 1 to 128 letters (a to z, A to
/// Z), digits, "_" and "-": names stand before the dot of variables, in files and in other
/// programs. What names nothing yet, or refers to a name, is left to other rules. Sessions that
/// were stored under other names are not looked at again.
/// @param violations gets the path, the name with what cannot be printed escaped, the rule and a
///                   name that would do
void check_names(const v1::Model& model, FieldViolations& violations);

}  // namespace raftup::server
