/// @file A server that asks itself whether it answers.
#include <fstream>

#include "server/base/socket.hpp"
#include "server/operation/service_manager.hpp"
#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/certificates.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::testing;
using server::answers;

namespace {

constexpr std::chrono::milliseconds kTimeout = std::chrono::seconds(5);

}  // namespace

TEST_CASE("self probe: a server answers, over TCP and over a Unix socket",
          "[contract][operation]") {
  const RunningServer running(2, GENERATE(Transport::kTcp, Transport::kUnixSocket));
  CHECK(answers(running.address(), false, kTimeout));
}

TEST_CASE("self probe: a server answers over TLS, also where it wants certificates of clients",
          "[contract][operation]") {
  const TemporaryFolder folder;
  CertificateAuthority authority("ours");
  authority.issue("DNS:localhost").write_to(folder.path());
  server::SecurityOptions security;
  security.certificate = folder.path() / "certificate.pem";
  security.key = folder.path() / "key.pem";
  if (GENERATE(false, true)) {
    security.client_ca = folder.path() / "ca.pem";
    security.access = folder.path() / "access";
    std::ofstream(security.client_ca) << authority.certificate();
    std::ofstream(security.access) << "";
  }
  const RunningServer running(2, Transport::kTcp, security);
  CHECK(answers(running.address(), true, kTimeout));
}

TEST_CASE("self probe: a listener that takes connections but says nothing does not answer",
          "[contract][operation]") {
  const auto silent = server::listen_at("127.0.0.1:0");
  const std::string address = "127.0.0.1:" + std::to_string(silent.port);
  const std::chrono::milliseconds soon(200);
  CHECK_FALSE(answers(address, false, soon));
  CHECK_FALSE(answers(address, true, soon));
}

TEST_CASE("self probe: nobody does not answer", "[contract][operation]") {
  std::string address;
  {
    const auto gone = server::listen_at("127.0.0.1:0");
    address = "127.0.0.1:" + std::to_string(gone.port);
  }
  CHECK_FALSE(answers(address, false, kTimeout));
  CHECK_FALSE(answers(address, true, kTimeout));
}
