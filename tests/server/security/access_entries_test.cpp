#include "server/security/access_entries.hpp"

#include "hydro/base/sha256.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::server;
using Catch::Contains;

namespace {

const std::string kDigest = sha256(std::string_view("secret"));

}  // namespace

TEST_CASE("access file: entries, comments and blank lines", "[server][security]") {
  const AccessEntries entries =
      parse_access_entries("# who may call\n\ntoken tug acme operator " + kDigest +
                           " # the simulator\n"
                           "certificate a.example acme observer\n"
                           "quota acme sessions=3 bodies=0\n");
  REQUIRE(entries.tokens.size() == 1);
  CHECK(entries.tokens[0].id == "tug");
  CHECK(entries.tokens[0].caller.tenant == "acme");
  CHECK(entries.tokens[0].caller.role == AccessRole::kOperator);
  CHECK(token_line(entries.tokens[0]) == "token tug acme operator " + kDigest);
  CHECK(entries.certificates.at("a.example").role == AccessRole::kObserver);
  CHECK(entries.quotas.at("acme").sessions == 3);
  CHECK(entries.quotas.at("acme").bodies == 0);
  CHECK(entries.quotas.at("acme").streams == Quota::kNoLimit);
}

TEST_CASE("access file: a wrong line is named with its rule", "[server][security]") {
  const auto [line, message] = GENERATE(table<std::string, std::string>({
      {"nobody", "line 1: must begin with token, certificate or quota"},
      {"token tug acme operator", "line 1: must read \"token ID TENANT ROLE SHA256\""},
      {"token tug acme operator raftup_1234", "must be 64 lower-case hexadecimal digits"},
      {"token tug ACME operator " + kDigest, "a tenant must be 1 to 63 characters"},
      {"token tug ../acme operator " + kDigest, "a tenant must be 1 to 63 characters"},
      {"token tug acme root " + kDigest, "role must be observer, operator or admin, got \"root\""},
      {"token a b admin " + kDigest + "\ntoken a c admin " + kDigest,
       "line 2: the id of a token must be unique, got \"a\""},
      {"quota acme wishes=3", "a quota must be one of sessions, bodies"},
      {"quota acme sessions", "a quota must read NAME=NUMBER, got \"sessions\""},
      {"quota acme sessions=-1", "a quota must read NAME=NUMBER"},
      {"quota acme sessions=1e9", "a quota must read NAME=NUMBER"},
  }));
  CHECK_THROWS_WITH(parse_access_entries(line), Contains(message));
}

TEST_CASE("token: two are never the same, and only the whole digest is", "[server][security]") {
  const std::string token = make_token();
  CHECK(token.size() == 71);
  CHECK(token != make_token());
  CHECK(same_digest(kDigest, sha256(std::string_view("secret"))));
  CHECK_FALSE(same_digest(kDigest, kDigest.substr(1)));
  CHECK_FALSE(same_digest(kDigest, sha256(std::string_view("Secret"))));
}
