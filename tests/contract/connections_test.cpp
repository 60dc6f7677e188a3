/// @file More connections than the server has descriptors for.
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <string_view>

#include "server/base/file_descriptor.hpp"
#include "tests/contract/child_program.hpp"
#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::testing;
using server::FileDescriptor;

namespace {

constexpr int kDescriptors = 256;
/// What an HTTP/2 client says first: its preface and an empty SETTINGS frame.
constexpr std::string_view kPreface("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0", 33);

/// A raftupd with few descriptors.
class SmallServer {
 public:
  std::string address() const { return address_; }

  /// A connection that sends `greeting` and then nothing.
  FileDescriptor connect(std::string_view greeting) const {
    FileDescriptor connection(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const std::string port = address_.substr(address_.rfind(':') + 1);
    where.sin_port = htons(static_cast<std::uint16_t>(std::stoi(port)));
    ::connect(connection.get(), reinterpret_cast<const sockaddr*>(&where), sizeof where);
    if (!greeting.empty()) send(connection.get(), greeting.data(), greeting.size(), 0);
    return connection;
  }

  std::vector<FileDescriptor> connect_many(int count, std::string_view greeting) const {
    std::vector<FileDescriptor> connections;
    for (int i = 0; i < count; ++i) connections.push_back(connect(greeting));
    return connections;
  }

 private:
  TemporaryFolder folder_;
  RaftupdProgram program_{{"--listen", "127.0.0.1:0", "--data", folder_.path() / "data"},
                          kDescriptors};
  std::string address_ = program_.address();
};

/// Whether a newcomer gets an answer within `patience`.
bool serves_newcomers(const SmallServer& server, std::chrono::milliseconds patience) {
  client::Client client(server.address());
  try {
    client.call(&client::Client::Stub::ListSessions, v1::ListSessionsRequest(), patience);
    return true;
  } catch (const client::CallError&) {
    return false;
  }
}

}  // namespace

TEST_CASE("connections: 400 silent ones leave a server with 256 descriptors open to newcomers",
          "[contract][security]") {
  const SmallServer server;
  client::Client client(server.address());
  auto stream = client.exchange(controller_of(client.start_session(two_bodies()).name()));
  for (int round = 0; round < 3; ++round) {
    const auto idle = server.connect_many(400, "");
    CHECK(serves_newcomers(server, std::chrono::seconds(5)));
    CHECK(stream.step().step_index() == round + 1);
  }
  CHECK(serves_newcomers(server, std::chrono::seconds(5)));
}

TEST_CASE("connections: where 400 take every place, newcomers wait until one is free",
          "[contract][security]") {
  const SmallServer server;
  client::Client client(server.address());
  auto stream = client.exchange(controller_of(client.start_session(two_bodies()).name()));
  auto taken = server.connect_many(400, kPreface);
  CHECK_FALSE(serves_newcomers(server, std::chrono::milliseconds(500)));
  CHECK(stream.step().step_index() == 1);
  taken.clear();
  CHECK(serves_newcomers(server, std::chrono::seconds(5)));
  CHECK(stream.step().step_index() == 2);
}
