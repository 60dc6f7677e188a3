/// @file Rules that every message must obey, whatever its meaning.
#pragma once

#include <google/protobuf/message.h>

#include <string>

#include "server/base/service_error.hpp"

namespace raftup::server {

/// Checks the rules of every message: numbers are finite, enum values and fields are known, texts
/// have at most 4096 bytes. The message is traversed by reflection, so that new fields are
/// included.
/// @param path of `message`; empty = the root
void check_message_rules(const google::protobuf::Message& message, const std::string& path,
                         FieldViolations& violations);

/// Longest text that a field of a request may hold [bytes]; models have rules of their own.
inline constexpr int kTextByteLimit = 4096;
/// Most texts in one list: the columns of a stream, the names to be read.
inline constexpr int kTextCountLimit = 100000;

/// Checks the texts in `request` itself, and lists of texts.
/// @throws ServiceError(kBadField) naming the field
void check_request_limits(const google::protobuf::Message& request);

}  // namespace raftup::server
