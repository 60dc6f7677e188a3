/// @file A server inside the test program, with clients that talk to it as any other would.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "clients/cpp/client.hpp"
#include "server/server.hpp"

namespace raftup::testing {

enum class Transport { kTcp, kUnixSocket };

/// A server with a data folder of its own, on loopback or on a Unix socket; gone with the object.
/// Sessions outlive restart() unless their spec says otherwise.
class RunningServer {
 public:
  explicit RunningServer(int workers = 2, Transport transport = Transport::kTcp,
                         const server::SecurityOptions& security = {});
  ~RunningServer();
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;

  /// Stops it and starts it again with the same data, on loopback at another port. `meanwhile` is
  /// called when the files are nobody's.
  void restart(const std::function<void()>& meanwhile = [] {});

  server::Server& server() const { return *server_; }
  const std::string& address() const { return server_->addresses().front(); }
  const std::filesystem::path& data() const { return options_.data; }
  client::Client client(const client::ConnectionOptions& options = {}) const {
    return client::Client(server_->addresses().front(), options);
  }

 private:
  std::filesystem::path folder_;
  server::ServerOptions options_;
  std::unique_ptr<server::Server> server_;
};

/// Two bodies in heave with coupled added mass, both on springs, both pushed by clients:
/// inputs push_a, push_b; outputs a.displacement, b.displacement.
v1::SessionSpec two_bodies();

v1::Attach controller_of(const std::string& session, const std::vector<std::string>& inputs = {});

using Values = std::vector<double>;
Values values_of(const v1::Frame& frame);

/// Whether two rows of numbers have the same bytes.
bool same_bytes(const Values& a, const Values& b);

/// Runs `call` and returns the error it must end with.
template <typename Call>
client::CallError error_of(Call&& call) {
  try {
    call();
  } catch (const client::CallError& error) {
    return error;
  }
  throw std::logic_error("the call did not fail");
}

}  // namespace raftup::testing
