#pragma once

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "server/base/log.hpp"

namespace raftup::testing {

/// Takes the log as JSON while it lives.
class CapturedLog {
 public:
  CapturedLog() : before_(spdlog::default_logger()) {
    spdlog::set_default_logger(
        server::make_log({server::LogFormat::kJson, spdlog::level::info},
                         std::make_shared<spdlog::sinks::ostream_sink_mt>(text_)));
  }
  ~CapturedLog() { spdlog::set_default_logger(before_); }
  CapturedLog(const CapturedLog&) = delete;
  CapturedLog& operator=(const CapturedLog&) = delete;

  /// The lines with a field of this value.
  std::vector<nlohmann::json> lines(const std::string& field, const std::string& value) const {
    std::vector<nlohmann::json> found;
    std::istringstream text(text_.str());
    for (std::string line; std::getline(text, line);) {
      nlohmann::json entry = nlohmann::json::parse(line);
      if (entry.value(field, "") == value) found.push_back(std::move(entry));
    }
    return found;
  }

  /// All lines.
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::shared_ptr<spdlog::logger> before_;
};

}  // namespace raftup::testing
