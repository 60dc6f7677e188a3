#include "server/base/socket.hpp"
#include "tests/support/catch.hpp"

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
