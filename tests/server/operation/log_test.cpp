#include "server/base/log.hpp"

#include <thread>

#include "tests/support/catch.hpp"

using namespace raftup::server;

namespace {

/// Names and texts of the fields that a line would have here, innermost first.
std::vector<std::string> fields_here() {
  std::vector<std::string> texts;
  for (const LogField* field : LogScope::fields()) {
    texts.push_back(std::string(field->name) + "=" + std::get<std::string>(field->value));
  }
  return texts;
}

}  // namespace

TEST_CASE("log scope: fields last as long as it does, and the innermost counts",
          "[server][operation]") {
  using Texts = std::vector<std::string>;
  CHECK(fields_here().empty());
  {
    const LogScope call{{"tenant", "acme"}, {"session", "sessions/outer"}};
    CHECK(fields_here() == Texts{"tenant=acme", "session=sessions/outer"});
    {
      const LogScope session{{"session", "sessions/inner"}};
      CHECK(fields_here() == Texts{"session=sessions/inner", "tenant=acme"});
    }
    CHECK(fields_here() == Texts{"tenant=acme", "session=sessions/outer"});
  }
  CHECK(fields_here().empty());
}

TEST_CASE("log scope: it is of its thread alone", "[server][operation]") {
  const LogScope scope{{"tenant", "acme"}};
  std::vector<std::string> elsewhere = {"not run"};
  std::thread([&] { elsewhere = fields_here(); }).join();
  CHECK(elsewhere.empty());
}
