#pragma once

#include <spdlog/common.h>

#include <initializer_list>
#include <memory>
#include <vector>

#include "server/base/log_line.hpp"

namespace spdlog {
class logger;  // NOLINT(readability-identifier-naming): named by the library
}

namespace raftup::server {

enum class LogFormat { kText, kJson };

struct LogOptions {
  LogFormat format = LogFormat::kText;
  spdlog::level::level_enum level = spdlog::level::info;  ///< lines below it are left out
};

/// A log that writes a line an event to `sink`.
std::shared_ptr<spdlog::logger> make_log(const LogOptions& options, spdlog::sink_ptr sink);

/// From now on everything logged goes to standard error, one line an event. For main functions.
void start_log(const LogOptions& options);

/// Adds fields to every line that this thread logs while the object lives; empty texts are left
/// out. Of a field that an outer scope has too, this one counts.
class LogScope {
 public:
  LogScope(std::initializer_list<LogField> fields);
  ~LogScope();
  LogScope(const LogScope&) = delete;
  LogScope& operator=(const LogScope&) = delete;

  /// The fields of this thread now, the innermost scope first; each name once.
  static std::vector<const LogField*> fields();

 private:
  std::vector<LogField> fields_;
  const LogScope* outer_;
};

}  // namespace raftup::server
