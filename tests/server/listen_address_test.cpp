#include <fstream>

#include "hydro/base/error.hpp"
#include "server/base/socket.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;

TEST_CASE("listen address: only this machine unless asked otherwise", "[server]") {
  for (const char* address :
       {"127.0.0.1:0", "localhost:50551", "[::1]:0", "127.8.9.1:1", "unix:/tmp/raftup"}) {
    INFO(address);
    CHECK_NOTHROW(server::check_listen_address(address, false));
  }
  for (const char* address : {"0.0.0.0:0", "[::]:0", "10.0.0.1:80", "127.0.0.1.example.org:80"}) {
    INFO(address);
    CHECK_THROWS_WITH(server::check_listen_address(address, false),
                      Catch::Contains("this machine only without TLS or --insecure"));
    CHECK_NOTHROW(server::check_listen_address(address, true));
  }
}

TEST_CASE("listen address: a port that was free to choose is put in", "[server]") {
  CHECK(server::with_port("[::1]:0", 4711) == "[::1]:4711");
  CHECK(server::with_port("unix:/tmp/a:0", 0) == "unix:/tmp/a:0");
}

TEST_CASE("listen address: a Unix socket that a living server has is refused to a second one",
          "[server]") {
  const testing::TemporaryFolder folder;
  const std::string address = "unix:" + (folder.path() / "socket").string();
  const auto listens_already = Catch::Contains("another server listens there");
  {
    const auto first = server::listen_at(address);
    CHECK_THROWS_WITH(server::listen_at(address), listens_already);
    // An older server holds no lock.
    std::filesystem::remove(folder.path() / "socket.lock");
    CHECK_THROWS_WITH(server::listen_at(address), listens_already);
    CHECK(std::filesystem::is_socket(folder.path() / "socket"));
  }
  CHECK_NOTHROW(server::listen_at(address));  // what the first has left behind is replaced
}
