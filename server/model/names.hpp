/// @file The rule for names in a model.
#pragma once

#include "raftup/v1/model.pb.h"
#include "server/base/service_error.hpp"

namespace raftup::server {

/// Checks that every name that a model gives to one of its parts has 1 to 128 characters, each a
/// letter (a to z, A to Z), a digit, "_" or "-". Names are the part of the names of variables
/// before the dot and are used in files and in other programs. Other rules check missing names and
/// references to names. Sessions that were stored with other names are not checked again.
/// @param violations receives for each invalid name its path, the name with unprintable characters
///         escaped, and the rule with a valid name as a suggestion
void check_names(const v1::Model& model, FieldViolations& violations);

}  // namespace raftup::server
