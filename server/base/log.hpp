#pragma once

#include <spdlog/common.h>

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace spdlog {
class logger;  // NOLINT(readability-identifier-naming): named by the library
}

namespace raftup::server {

/// A field of a log line: "session", "participant", "step", "tenant", "trace".
struct LogField {
  std::string_view name;  ///< a string literal
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

/// A line as text: "2026-11-22T10:00:00.000Z info message session=sessions/a step=3"; control
/// characters become "?".
std::string text_line(const LogLine& line);

/// The text with secrets replaced by "***": tokens of this server, what follows "Bearer ", and
/// private keys in PEM.
std::string without_secrets(std::string_view text);

enum class LogFormat { kText, kJson };

struct LogOptions {
  LogFormat format = LogFormat::kText;
  spdlog::level::level_enum level = spdlog::level::info;  ///< lines below this level are left out
};

/// A log that writes a line an event to `sink`.
std::shared_ptr<spdlog::logger> make_log(const LogOptions& options, spdlog::sink_ptr sink);

/// Directs the log to standard error from now on, one line per event. For main functions.
void start_log(const LogOptions& options);

/// Adds fields to every line that this thread logs while the object exists; empty texts are left
/// out. It overrides a field of the same name of an outer scope.
class LogScope {
 public:
  LogScope(std::initializer_list<LogField> fields);
  ~LogScope();
  LogScope(const LogScope&) = delete;
  LogScope& operator=(const LogScope&) = delete;

  /// The present fields of this thread, the innermost scope first; each name once.
  static std::vector<const LogField*> fields();

 private:
  std::vector<LogField> fields_;
  const LogScope* outer_;
};

}  // namespace raftup::server
