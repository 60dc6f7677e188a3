/// @file Rules that hold for every message whatever it means.
#pragma once

#include <google/protobuf/message.h>

#include <string>

#include "server/base/service_error.hpp"

namespace raftup::server {

/// Rules that hold for every message whatever it means: numbers are finite, enum values and fields
/// are known, texts are at most 4096 bytes. Walks the message by reflection, so a new field is
/// covered without a word.
/// @param path of `message`; empty = the root
void check_message_rules(const google::protobuf::Message& message, const std::string& path,
                         FieldViolations& violations);

/// Longest text that a field of a request may hold [bytes]; models have rules of their own.
inline constexpr int kTextByteLimit = 4096;
/// Most texts in one list: the columns of a stream, the names to be read.
inline constexpr int kTextCountLimit = 100000;

/// Checks the texts that stand directly in `request`, and their lists.
/// @throws ServiceError(kBadField) naming the field
void check_request_limits(const google::protobuf::Message& request);

}  // namespace raftup::server
