#include "tests/contract/running_server.hpp"

#include <unistd.h>

#include <cstring>
#include <stdexcept>

#include "tests/support/reference_data.hpp"
#include "tests/support/two_bodies.hpp"

namespace raftup::testing {

namespace {

std::filesystem::path temporary_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "raftup-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  return name;
}

}  // namespace

RunningServer::RunningServer(int workers, Transport transport,
                             const server::SecurityOptions& security)
    : folder_(temporary_folder()) {
  options_.listen = {transport == Transport::kTcp ? "127.0.0.1:0"
                                                  : "unix:" + (folder_ / "socket").string()};
  options_.workers = workers;
  options_.data = folder_ / "data";
  options_.reader = RAFTUP_READER;
  options_.moordyn_program = options_.reader.parent_path() / "raftup-run-moordyn";
  options_.moordyn = moordyn_library().value_or("");
  options_.security = security;
  options_.admin = "127.0.0.1:0";
  server_ = std::make_unique<server::Server>(options_);
}

void RunningServer::restart(const std::function<void()>& meanwhile) {
  server_.reset();
  meanwhile();
  server_ = std::make_unique<server::Server>(options_);
}

RunningServer::~RunningServer() {
  server_.reset();
  std::filesystem::remove_all(folder_);
}

v1::SessionSpec two_bodies() {
  v1::SessionSpec spec;
  *spec.mutable_model() = client::model_from_json(kTwoBodies);
  return spec;
}

v1::Attach controller_of(const std::string& session, const std::vector<std::string>& inputs) {
  v1::Attach attach;
  attach.set_session(session);
  attach.set_role(v1::ROLE_CONTROLLER);
  for (const auto& input : inputs) attach.add_input_variables(input);
  return attach;
}

Values values_of(const v1::Frame& frame) { return {frame.values().begin(), frame.values().end()}; }

bool same_bytes(const Values& a, const Values& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

}  // namespace raftup::testing
