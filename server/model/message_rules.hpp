/// @file Rules that apply to every message, whatever its type.
#pragma once

#include <google/protobuf/message.h>

#include <string>

#include "server/base/service_error.hpp"

namespace raftup::server {

/// Checks the rules of every message: numbers are finite, enumerators and fields are known to this
/// server, and texts have at most 4096 bytes. All fields are visited by reflection, so that new
/// fields are included.
/// @param path path of `message` in the request; empty = the request itself
void check_message_rules(const google::protobuf::Message& message, const std::string& path,
                         FieldViolations& violations);

/// Largest number of bytes of a text field of a request. Texts in models are checked by
/// check_message_rules().
inline constexpr int kTextByteLimit = 4096;
/// Largest number of texts in one list, such as the columns of a stream.
inline constexpr int kTextCountLimit = 100000;

/// Checks the sizes of the texts that are fields of `request` itself, and of lists of texts. Texts
/// in nested messages are not checked.
/// @throws ServiceError(kBadField) with the path of the field
void check_request_limits(const google::protobuf::Message& request);

}  // namespace raftup::server
