#pragma once

#include <google/protobuf/message.h>

namespace raftup::server {

/// Longest text that a field of a request may hold [bytes]; models have rules of their own.
inline constexpr int kTextByteLimit = 4096;
/// Most texts in one list: the columns of a stream, the names to be read.
inline constexpr int kTextCountLimit = 100000;

/// Checks the texts that stand directly in `request`, and their lists.
/// @throws ServiceError(kBadField) naming the field
void check_request_limits(const google::protobuf::Message& request);

}  // namespace raftup::server
