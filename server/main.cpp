/// @file raftupd: the server's command line and its signals.
#include <pthread.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <thread>

#include "server/databases/reader_process.hpp"
#include "server/operation/configuration.hpp"
#include "server/security/grpc_log.hpp"
#include "server/security/token_command.hpp"
#include "server/server.hpp"

namespace {

namespace server = raftup::server;

constexpr auto kGrace = std::chrono::seconds(10);
constexpr int kWrongUse = 2;

/// Signals that end the server; blocked in every thread, so that main can wait for them.
sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

int wait_for(const sigset_t& signals) {
  int signal = 0;
  sigwait(&signals, &signal);
  return signal;
}

int serve(const server::ServerOptions& options) {
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  server::route_grpc_log();
  server::Server running(options);
  for (const auto& address : running.addresses()) {
    std::cout << "listening on " << address << std::endl;  // read by the clients that start us
  }
  spdlog::info("raftupd {} serves from {}", RAFTUP_VERSION, options.data.string());
  spdlog::info("draining after signal {}", wait_for(signals));
  std::thread([signals] {
    wait_for(signals);
    std::_Exit(EXIT_FAILURE);  // the second signal does not wait
  }).detach();
  running.drain(kGrace);
  spdlog::info("stopped");
  return EXIT_SUCCESS;
}

/// Says what is wrong with a configuration. @returns the exit code
int report(const std::vector<std::string>& faults) {
  for (const auto& fault : faults) std::cerr << fault << '\n';
  if (faults.empty()) std::cout << "the configuration is good" << std::endl;
  return faults.empty() ? EXIT_SUCCESS : kWrongUse;
}

int run(const server::Configuration& configuration) {
  const auto faults = faults_of(configuration);
  if (configuration.check_only || !faults.empty()) return report(faults);
  server::start_log(configuration.log);
  try {
    return serve(configuration.server);
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
    return kWrongUse;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "tokens") {
    return server::run_token_command(argc - 1, argv + 1);
  }
  CLI::App app(
      "Raftup's server: steps simulations of vessels that feel each other through the water.");
  app.set_version_flag("--version", RAFTUP_VERSION);
  app.footer(
      "Commands:\n  raftupd tokens add|list|revoke   the tokens of an access file; "
      "see raftupd tokens --help");
  server::Configuration configuration;
  add_options(app, configuration);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? EXIT_SUCCESS : kWrongUse;
  }
  configuration.server.reader = server::ReaderProcess::installed_executable();
  return run(configuration);
}
