#include "server/storage/stored_session.hpp"

#include <fmt/format.h>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "server/base/conversions.hpp"
#include "server/storage/crc32c.hpp"
#include "server/storage/stored_session.pb.h"

namespace raftup::server {

namespace {

constexpr std::int64_t kStoredSessionFormat = 1;

}  // namespace

std::string stored_session_to_bytes(const StoredSession& session) {
  internal::v1::StoredSession message;
  message.set_format_version(kStoredSessionFormat);
  message.set_tenant(session.key.tenant);
  message.set_name(session.key.name);
  *message.mutable_spec() = session.spec;
  message.set_create_time_ns(to_unix_ns(session.create_time));
  return with_checksum(message.SerializeAsString());
}

StoredSession stored_session_from_bytes(const std::string& bytes) {
  internal::v1::StoredSession message;
  const auto content = without_checksum(bytes);
  if (!content || !message.ParseFromArray(content->data(), static_cast<int>(content->size()))) {
    throw Error(ErrorCode::kDataLoss, "the file session must match its checksum");
  }
  require(message.format_version() == kStoredSessionFormat,
          fmt::format("a session's folder must be of format version {}, got {}",
                      kStoredSessionFormat, message.format_version()));
  StoredSession session;
  session.key = {message.tenant(), message.name()};
  session.spec = message.spec();
  session.create_time = from_unix_ns(message.create_time_ns());
  session.digest = sha256(std::string_view(bytes));
  return session;
}

}  // namespace raftup::server
