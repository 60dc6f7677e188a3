#include "server/operation/configuration.hpp"

#include <CLI/CLI.hpp>
#include <fstream>

#include "tests/support/catch.hpp"
#include "tests/support/certificates.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::server;
using namespace raftup::testing;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

/// What raftupd understands of a command line.
Configuration configuration_of(std::vector<std::string> arguments) {
  CLI::App app;
  Configuration configuration;
  add_options(app, configuration);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  app.parse(arguments);
  configuration.server.reader = RAFTUP_READER;
  return configuration;
}

fs::path write(const fs::path& file, const std::string& text) {
  std::ofstream(file) << text;
  return file;
}

}  // namespace

TEST_CASE("configuration: a file says what flags would; flags win", "[server][operation]") {
  const TemporaryFolder folder;
  const fs::path file = write(folder.path() / "raftupd.toml",
                              "# a server\n"
                              "listen = [\"127.0.0.1:0\", \"unix:/run/raftup\"]\n"
                              "data = \"/var/lib/raftup\"\n"
                              "workers = 3\n"
                              "insecure = true\n"
                              "log-format = \"json\"\n"
                              "log-level = \"warning\"\n");
  const Configuration read = configuration_of({"--config", file.string(), "--workers", "5"});
  CHECK(read.server.listen == std::vector<std::string>{"127.0.0.1:0", "unix:/run/raftup"});
  CHECK(read.server.data == "/var/lib/raftup");
  CHECK(read.server.workers == 5);
  CHECK(read.server.security.insecure);
  CHECK(read.log.format == LogFormat::kJson);
  CHECK(read.log.level == spdlog::level::warn);
}

TEST_CASE("configuration: without anything but a folder it serves on loopback, in text",
          "[server][operation]") {
  const Configuration read = configuration_of({"--data", "/var/lib/raftup"});
  CHECK(read.server.listen == std::vector<std::string>{"127.0.0.1:50551"});
  CHECK(read.log.format == LogFormat::kText);
  CHECK_FALSE(read.check_only);
}

TEST_CASE("configuration: what is no option is refused by its name", "[server][operation]") {
  const auto [text, message] = GENERATE(table<std::string, std::string>({
      {"lisen = \"127.0.0.1:0\"\nport = 3", "only options of raftupd, got lisen, port"},
      {"[security]\nkey = \"a.pem\"", "only options of raftupd, got security.key"},
      {"check-config = true", "only options of raftupd, got check-config"},
      {"workers = \"many\"", "--workers: Value many not in range 1 to 1024"},
      {"log-format = \"xml\"", "--log-format: xml not in {json,text}"},
  }));
  const TemporaryFolder folder;
  const fs::path file = write(folder.path() / "raftupd.toml", text);
  CHECK_THROWS_WITH(configuration_of({"--data", "/d", "--config", file.string()}),
                    Contains(message));
}

TEST_CASE("configuration: every fault is found at once, each with its rule and value",
          "[server][operation]") {
  const TemporaryFolder folder;
  const fs::path access = write(folder.path() / "access", "token tug acme operator x\n");
  CertificateAuthority authority("test");
  authority.issue("DNS:localhost", -10).write_to(folder.path() / "expired");
  authority.issue("DNS:localhost").write_to(folder.path() / "other");
  write(folder.path() / "file", "");
  const auto faults = faults_of(configuration_of(
      {"--listen", "127.0.0.1", "--listen", "unix:", "--data", (folder.path() / "file").string(),
       "--access", access.string(), "--certificate",
       (folder.path() / "expired/certificate.pem").string(), "--key",
       (folder.path() / "other/key.pem").string(), "--client-ca", "/nowhere"}));
  REQUIRE(faults.size() == 7);
  CHECK_THAT(faults[0], Contains("listen must be HOST:PORT or unix:PATH, got 127.0.0.1"));
  CHECK_THAT(faults[1], Contains("listen must name a path after unix:"));
  CHECK_THAT(faults[2], Contains("key must be that of the certificate"));
  CHECK_THAT(faults[3], Contains("certificate must not have expired, got"));
  CHECK_THAT(faults[4], Contains("client-ca must be a file that can be read, got \"/nowhere\""));
  CHECK_THAT(faults[5], Contains("access, line 1: the digest of a token must be 64"));
  CHECK_THAT(faults[6], Contains("data must be a folder that can be written to, got"));
}

TEST_CASE("configuration: a good one has no faults and leaves no trace", "[server][operation]") {
  const TemporaryFolder folder;
  const fs::path data = folder.path() / "deeper" / "data";
  CHECK(faults_of(configuration_of({"--data", data.string()})).empty());
  CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("configuration: a folder of materials must be there and hold materials",
          "[server][operation]") {
  const TemporaryFolder folder;
  const std::string data = (folder.path() / "data").string();
  const auto fault_of = [&](const fs::path& materials) {
    const auto faults =
        faults_of(configuration_of({"--data", data, "--materials", materials.string()}));
    return faults.empty() ? "" : faults[0];
  };
  CHECK(fault_of(folder.path()).empty());  // nothing to add
  CHECK_THAT(fault_of("/nowhere"), Contains("folder of materials must exist, got '/nowhere'"));
  fs::create_directories(folder.path() / "materials");
  write(folder.path() / "materials" / "moss.json", "{\"name\": \"moss\"}");
  CHECK_THAT(fault_of(folder.path()), Contains("moss.json: 'source' must say where"));
}

TEST_CASE("configuration: the example file of deploy is good", "[server][operation]") {
  const TemporaryFolder folder;
  const Configuration read = configuration_of(
      {"--config", RAFTUP_SOURCE_DIR "/deploy/raftupd.toml", "--data", folder.path().string()});
  CHECK(faults_of(read).empty());
}
