#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace raftup::server {

/// What a log line is about: "session", "participant", "step", "tenant", "trace".
struct LogField {
  std::string_view name;  ///< a literal
  std::variant<std::string, std::int64_t> value;
};

struct LogLine {
  std::chrono::system_clock::time_point time;
  std::string_view level;
  std::string_view message;
  std::vector<const LogField*> fields;
};

/// One JSON object, without a line end whatever the message holds: ts (RFC 3339, UTC, ms), level,
/// message, then the fields. Bytes that are no UTF-8 become U+FFFD.
std::string json_line(const LogLine& line);

/// The same for people: "2026-11-22T10:00:00.000Z info message session=sessions/a step=3"; control
/// characters become "?".
std::string text_line(const LogLine& line);

/// The text with what must not stand in a log replaced by "***": tokens of ours, what follows
/// "Bearer ", and private keys in PEM.
std::string without_secrets(std::string_view text);

}  // namespace raftup::server
