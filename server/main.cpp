/// @file raftupd: the server's command line, its log and its signals.
#include <pthread.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <thread>

#include "server/databases/reader_process.hpp"
#include "server/security/grpc_log.hpp"
#include "server/security/token_command.hpp"
#include "server/server.hpp"

namespace {

constexpr auto kGrace = std::chrono::seconds(10);

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

void add_security_options(CLI::App& app, raftup::server::SecurityOptions& security) {
  app.add_option("--certificate", security.certificate,
                 "PEM file of the server's certificate chain: HOST:PORT then speaks TLS");
  app.add_option("--key", security.key, "PEM file of its private key");
  app.add_option("--client-ca", security.client_ca,
                 "PEM file of the authorities that sign the certificates of clients");
  app.add_option("--access", security.access,
                 "file of tokens, client certificates and quotas; see raftupd tokens --help");
  app.add_flag("--insecure", security.insecure,
               "allow addresses that other machines reach, without encryption");
  app.add_option("--connections", security.connection_limit,
                 "connections open at once; default: half of the process's descriptors")
      ->check(CLI::Range(1, 1 << 20));
  app.add_option("--transport-memory", security.transport_memory,
                 "bytes that connections and calls together may take")
      ->capture_default_str();
}

int serve(const raftup::server::ServerOptions& options) {
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  raftup::server::route_grpc_log();
  raftup::server::Server server(options);
  for (const auto& address : server.addresses()) {
    std::cout << "listening on " << address << std::endl;  // read by the clients that start us
  }
  spdlog::info("raftupd {} serves from {}", RAFTUP_VERSION, options.data.string());
  spdlog::info("draining after signal {}", wait_for(signals));
  std::thread([signals] {
    wait_for(signals);
    std::_Exit(EXIT_FAILURE);  // the second signal does not wait
  }).detach();
  server.drain(kGrace);
  spdlog::info("stopped");
  return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "tokens") {
    return raftup::server::run_token_command(argc - 1, argv + 1);
  }
  spdlog::set_default_logger(spdlog::stderr_logger_mt("raftupd"));
  raftup::server::ServerOptions options;
  CLI::App app(
      "Raftup's server: steps simulations of vessels that feel each other through the water.");
  app.set_version_flag("--version", RAFTUP_VERSION);
  app.add_option("--listen", options.listen,
                 "HOST:PORT (port 0: any free one) or unix:PATH; may be repeated")
      ->default_val(std::vector<std::string>{"127.0.0.1:50551"});
  app.add_option("--data", options.data, "folder of the databases, made where absent")->required();
  add_security_options(app, options.security);
  app.add_option("--workers", options.workers, "threads that step sessions; default: cores - 1")
      ->check(CLI::Range(1, 1024));
  CLI11_PARSE(app, argc, argv);
  options.reader = raftup::server::ReaderProcess::installed_executable();
  try {
    return serve(options);
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
    return 2;
  }
}
