#include "server/base/log.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <spdlog/formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

namespace raftup::server {

namespace {

thread_local const LogScope* innermost = nullptr;

std::string_view view(spdlog::string_view_t text) { return {text.data(), text.size()}; }

/// Formats a log line. It runs in the thread that logs, so that it finds the scopes of the line.
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

namespace {

constexpr std::string_view kReplacement = "***";

std::string timestamp(std::chrono::system_clock::time_point time) {
  using std::chrono::milliseconds;
  const auto whole = std::chrono::floor<std::chrono::seconds>(time);
  const auto rest = std::chrono::duration_cast<milliseconds>(time - whole).count();
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(whole)), rest);
}

std::string text_of(const LogField& field) {
  if (const auto* number = std::get_if<std::int64_t>(&field.value)) return std::to_string(*number);
  return std::get<std::string>(field.value);
}

bool is_token_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("-._~+/=").find(c) != std::string_view::npos;
}

/// Replaces the run of token characters after each `mark` if it has at least `least` characters.
void hide_after(std::string& text, std::string_view mark, std::size_t least) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
    at += mark.size();
    const auto start = text.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = std::find_if_not(start, text.end(), is_token_character);
    if (std::cmp_greater_equal(end - start, least)) text.replace(start, end, kReplacement);
  }
}

void hide_private_keys(std::string& text) {
  constexpr std::string_view kKey = "PRIVATE KEY-----";
  for (std::size_t at = text.find(kKey); at != std::string::npos; at = text.find(kKey, at)) {
    at += kKey.size();
    const std::size_t end = text.find("-----END", at);
    text.replace(at, end == std::string::npos ? end : end - at, kReplacement);
    const std::size_t footer = text.find(kKey, at);
    if (footer == std::string::npos) return;
    at = footer + kKey.size();
  }
}

}  // namespace

std::string without_secrets(std::string_view text) {
  constexpr std::size_t kShortestToken = 16;
  std::string clean(text);
  hide_after(clean, "Bearer ", 1);
  hide_after(clean, "raftup_", kShortestToken);
  hide_private_keys(clean);
  return clean;
}

std::string json_line(const LogLine& line) {
  nlohmann::ordered_json json;
  json["ts"] = timestamp(line.time);
  json["level"] = line.level;
  json["message"] = without_secrets(line.message);
  for (const LogField* field : line.fields) {
    auto& value = json[std::string(field->name)];
    if (const auto* number = std::get_if<std::int64_t>(&field->value)) {
      value = *number;
    } else {
      value = without_secrets(std::get<std::string>(field->value));
    }
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string text_line(const LogLine& line) {
  std::string text = fmt::format("{} {} {}", timestamp(line.time), line.level, line.message);
  for (const LogField* field : line.fields) {
    text += fmt::format(" {}={}", field->name, text_of(*field));
  }
  text = without_secrets(text);
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

}  // namespace raftup::server
