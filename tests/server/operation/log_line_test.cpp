#include <nlohmann/json.hpp>
#include <random>

#include "server/base/log.hpp"
#include "tests/support/catch.hpp"

using namespace raftup::server;

namespace {

/// 2026-11-22 10:19:39.093 UTC.
constexpr std::chrono::system_clock::time_point kTime{std::chrono::milliseconds(1795342779093)};

LogLine line_of(std::string_view message, std::vector<const LogField*> fields = {}) {
  return {kTime, "info", message, std::move(fields)};
}

std::string random_bytes(std::mt19937& random) {
  std::string bytes(random() % 64, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random() % 256);
  return bytes;
}

bool is_one_line(const std::string& line) {
  return std::none_of(line.begin(), line.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

}  // namespace

TEST_CASE("log line: time, level, message and fields, as JSON and as text", "[server][operation]") {
  const LogField session{"session", "sessions/tow"};
  const LogField step{"step", std::int64_t{12}};
  const LogLine line = line_of("'tug' is \"back\"", {&session, &step});
  CHECK(json_line(line) ==
        R"({"ts":"2026-11-22T10:19:39.093Z","level":"info","message":"'tug' is \"back\"",)"
        R"("session":"sessions/tow","step":12})");
  CHECK(text_line(line) ==
        "2026-11-22T10:19:39.093Z info 'tug' is \"back\" session=sessions/tow step=12");
}

TEST_CASE("log line: whatever comes in, it stays one line of JSON", "[server][operation]") {
  std::mt19937 random(5);
  for (int i = 0; i < 5000; ++i) {
    const std::string message = random_bytes(random);
    const LogField field{"participant", random_bytes(random)};
    const LogLine line = line_of(message, {&field});
    const std::string text = json_line(line);
    REQUIRE(is_one_line(text));
    const auto json = nlohmann::json::parse(text);  // throws where it is none
    REQUIRE(json.size() == 4);
    REQUIRE(json.at("level") == "info");
    REQUIRE(is_one_line(text_line(line)));
  }
}

TEST_CASE("log line: what it can tell comes out as it went in", "[server][operation]") {
  const std::string message =
      GENERATE(std::string(), "line\nbreak\r\n", "tab\tand \"quotes\" \\ and \x7f",
               "Grüße, \xe6\xb3\xa2", std::string("a\0b", 3));
  CHECK(nlohmann::json::parse(json_line(line_of(message))).at("message") == message);
}

TEST_CASE("log line: bytes that are no text are replaced", "[server][operation]") {
  CHECK(nlohmann::json::parse(json_line(line_of("a\xff\xc3"))).at("message") ==
        "a\xef\xbf\xbd\xef\xbf\xbd");
}

TEST_CASE("log line: secrets do not come through", "[server][operation]") {
  const std::string digits(64, 'a');
  CHECK(without_secrets("token raftup_" + digits + " of tug") == "token raftup_*** of tug");
  CHECK(without_secrets("authorization: Bearer abc.DEF-1 and Bearer x") ==
        "authorization: Bearer *** and Bearer ***");
  CHECK(without_secrets("-----BEGIN PRIVATE KEY-----\nMIG=\n-----END PRIVATE KEY-----\nrest") ==
        "-----BEGIN PRIVATE KEY-----***-----END PRIVATE KEY-----\nrest");
  CHECK(without_secrets("-----BEGIN EC PRIVATE KEY-----\ncut off") ==
        "-----BEGIN EC PRIVATE KEY-----***");
  CHECK(without_secrets("raftup_step_seconds of raftup_db") == "raftup_step_seconds of raftup_db");
  const LogField field{"trace", "Bearer " + digits};
  CHECK(json_line(line_of("raftup_" + digits, {&field})).find(digits) == std::string::npos);
  CHECK(text_line(line_of("raftup_" + digits, {&field})).find(digits) == std::string::npos);
}
