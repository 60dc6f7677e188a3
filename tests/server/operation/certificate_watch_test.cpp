#include "server/security/tls_credentials.hpp"
#include "tests/support/captured_log.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/certificates.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup::server;
using namespace raftup::testing;
using Catch::Contains;

TEST_CASE("certificate watch: files that are replaced are told of once, faults too",
          "[server][operation]") {
  const TemporaryFolder folder;
  CertificateAuthority authority("ours");
  authority.issue("DNS:localhost").write_to(folder.path());
  SecurityOptions options;
  options.certificate = folder.path() / "certificate.pem";
  options.key = folder.path() / "key.pem";
  const CapturedLog log;
  CertificateWatch watch(options);
  watch.look();
  CHECK(log.lines("level", "info").empty());
  authority.issue("DNS:localhost").write_to(folder.path());
  watch.look();
  watch.look();
  REQUIRE(log.lines("level", "info").size() == 1);
  CHECK_THAT(log.lines("level", "info")[0].at("message").get<std::string>(),
             Contains("certificate.pem was read again"));
  authority.issue("DNS:localhost", -10).write_to(folder.path());
  watch.look();
  REQUIRE(log.lines("level", "error").size() == 1);
  CHECK_THAT(log.lines("level", "error")[0].at("message").get<std::string>(),
             Contains("certificate must not have expired"));
}

TEST_CASE("certificate watch: a server without certificates has none to watch",
          "[server][operation]") {
  const CapturedLog log;
  CertificateWatch watch({});
  watch.look();
  CHECK(log.lines("level", "info").empty());
}
