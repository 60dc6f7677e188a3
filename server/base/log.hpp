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

/// A named value in a line of the log. Names in use are "session", "participant", "step", "tenant"
/// and "trace".
struct LogField {
  std::string_view name;  ///< must be a string literal, since it is not copied
  std::variant<std::string, std::int64_t> value;
};

struct LogLine {
  std::chrono::system_clock::time_point time;
  std::string_view level;
  std::string_view message;
  std::vector<const LogField*> fields;
};

/// Formats a log line as one JSON object without line breaks: ts (time in RFC 3339, UTC, with ms),
/// level, message, then the fields. Bytes that are not valid UTF-8 become U+FFFD.
std::string json_line(const LogLine& line);

/// Formats a log line as text, such as "2026-11-22T10:00:00.000Z info message session=sessions/a
/// step=3". Control characters become "?".
std::string text_line(const LogLine& line);

/// Returns the text with secrets replaced by "***". Secrets are the tokens of this server, the text
/// after "Bearer " and private keys in PEM.
std::string without_secrets(std::string_view text);

enum class LogFormat { kText, kJson };

struct LogOptions {
  LogFormat format = LogFormat::kText;
  spdlog::level::level_enum level = spdlog::level::info;  ///< lines below this level are not logged
};

/// Makes a logger that writes one line per event to `sink`.
std::shared_ptr<spdlog::logger> make_log(const LogOptions& options, spdlog::sink_ptr sink);

/// Directs the log of the process to standard error, one line per event. To be called from main().
void start_log(const LogOptions& options);

/// Adds fields to every line that the present thread logs while the object exists. Fields with an
/// empty text are left out. A field replaces a field of the same name of an outer scope.
class LogScope {
 public:
  LogScope(std::initializer_list<LogField> fields);
  ~LogScope();
  LogScope(const LogScope&) = delete;
  LogScope& operator=(const LogScope&) = delete;

  /// The fields that lines of the present thread contain, those of the innermost scope first. Each
  /// name occurs once.
  static std::vector<const LogField*> fields();

 private:
  std::vector<LogField> fields_;
  const LogScope* outer_;
};

}  // namespace raftup::server
