#include "server/base/log.hpp"

#include <spdlog/formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace raftup::server {

namespace {

thread_local const LogScope* innermost = nullptr;

std::string_view view(spdlog::string_view_t text) { return {text.data(), text.size()}; }

/// Runs in the thread that logs: its scopes are those of the line.
class LineFormatter final : public spdlog::formatter {
 public:
  explicit LineFormatter(LogFormat format) : format_(format) {}

  void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& target) override {
    const LogLine line{message.time, view(spdlog::level::to_string_view(message.level)),
                       view(message.payload), LogScope::fields()};
    const std::string text = format_ == LogFormat::kJson ? json_line(line) : text_line(line);
    target.append(text.data(), text.data() + text.size());
    target.push_back('\n');
  }

  std::unique_ptr<spdlog::formatter> clone() const override {
    return std::make_unique<LineFormatter>(format_);
  }

 private:
  LogFormat format_;
};

}  // namespace

std::shared_ptr<spdlog::logger> make_log(const LogOptions& options, spdlog::sink_ptr sink) {
  auto log = std::make_shared<spdlog::logger>("raftupd", std::move(sink));
  log->set_level(options.level);
  log->set_formatter(std::make_unique<LineFormatter>(options.format));
  return log;
}

void start_log(const LogOptions& options) {
  spdlog::set_default_logger(make_log(options, std::make_shared<spdlog::sinks::stderr_sink_mt>()));
}

LogScope::LogScope(std::initializer_list<LogField> fields)
    : fields_(fields), outer_(std::exchange(innermost, this)) {}

LogScope::~LogScope() { innermost = outer_; }

std::vector<const LogField*> LogScope::fields() {
  std::vector<const LogField*> all;
  for (const LogScope* scope = innermost; scope != nullptr; scope = scope->outer_) {
    for (const LogField& field : scope->fields_) {
      const bool hidden = std::any_of(all.begin(), all.end(),
                                      [&](const LogField* f) { return f->name == field.name; });
      const auto* text = std::get_if<std::string>(&field.value);
      const bool empty = text != nullptr && text->empty();
      if (!hidden && !empty) all.push_back(&field);
    }
  }
  return all;
}

}  // namespace raftup::server
