/// @file The program raftupd: command line, start, signals and end of the server.
#include <malloc.h>
#include <pthread.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <thread>
#include <variant>

#include "hydro/base/error.hpp"
#include "hydro/numerics/vector_width.hpp"
#include "server/databases/reader_process.hpp"
#include "server/model/field_lists.hpp"
#include "server/moorings/mooring_process.hpp"
#include "server/operation/configuration.hpp"
#include "server/operation/service_manager.hpp"
#include "server/security/refusals.hpp"
#include "server/server.hpp"

namespace {

namespace server = raftup::server;

constexpr auto kGrace = std::chrono::seconds(2);  ///< for open calls, after the streams have ended
/// Longest time from the end of the delay to the end of the process.
constexpr auto kDrainBudget = std::chrono::milliseconds(4500);
constexpr auto kProbeTimeout = std::chrono::seconds(5);

/// Signals that end the server. They are blocked in every thread, so that main can wait for them.
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

timespec to_timespec(std::chrono::milliseconds time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
  return {seconds.count(), std::chrono::nanoseconds(time - seconds).count()};
}

/// Ends the process at once when another signal arrives or the time to drain is over. Work that has
/// not ended by then has changed nothing, and all data reported to clients have been written.
void end_in_time(const sigset_t& signals, std::chrono::seconds delay) {
  std::thread([signals, delay] {
    const timespec budget = to_timespec(delay + kDrainBudget);
    if (sigtimedwait(&signals, nullptr, &budget) >= 0) std::_Exit(EXIT_FAILURE);
    spdlog::warn("work that does not give way is cut off");
    std::_Exit(EXIT_SUCCESS);
  }).detach();
}

/// Reports that the server is not ready, so that no new work arrives. After the delay, notifies the
/// clients and ends the server.
void drain(server::Server& running, std::chrono::seconds delay) {
  running.withdraw();
  std::this_thread::sleep_for(delay);
  running.drain(kGrace);
}

void announce(const server::Server& running) {
  for (const auto& address : running.addresses()) {
    std::cout << "listening on " << address << '\n'
              << std::flush;  // read by clients that start the server
  }
  if (!running.admin_address().empty()) {
    std::cout << "admin pages on http://" << running.admin_address() << '\n' << std::flush;
  }
}

int serve(const server::Configuration& configuration) {
  const server::ServerOptions& options = configuration.server;
  const server::ServiceManager manager;
  // A limit of the size of files is told as a full disk is, by the call that writes.
  std::signal(SIGXFSZ, SIG_IGN);
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  server::route_grpc_log();
  server::Server running(options);
  announce(running);
  server::Watchdog watchdog(
      manager, [address = running.addresses().front(), tls = options.security.speaks_tls()] {
        return server::answers(address, tls, kProbeTimeout);
      });
  spdlog::info("raftupd {} serves from {}", RAFTUP_VERSION, options.data.string());
  manager.notify("READY=1\nSTATUS=serving at " + running.addresses().front());
  spdlog::info("draining after signal {}", wait_for(signals));
  manager.notify("STOPPING=1\nSTATUS=draining");
  watchdog.end_probing();
  end_in_time(signals, configuration.drain_delay);
  drain(running, configuration.drain_delay);
  spdlog::info("stopped");
  return EXIT_SUCCESS;
}

/// Prints the faults of a configuration.
/// @returns the exit code of the process
int report(const std::vector<std::string>& faults) {
  for (const auto& fault : faults) std::cerr << fault << '\n';
  if (faults.empty()) std::cout << "the configuration is good" << '\n' << std::flush;
  return faults.empty() ? EXIT_SUCCESS : server::kWrongUse;
}

int run(const server::Configuration& configuration) {
  const auto faults = faults_of(configuration);
  if (configuration.check_only || !faults.empty()) return report(faults);
  server::start_log(configuration.log);
  try {
    return serve(configuration);
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
    return server::kWrongUse;
  }
}

/// Limits the size from which glibc maps blocks individually. glibc would raise this size to that
/// of the largest block freed so far, up to 32 MiB, and the memory of an upload or a fit would
/// never be returned to the system. Messages of a thousand rows must stay below this size: if their
/// memory were mapped and returned for each message, the page faults would cost a fifth of the
/// steps on two cores.
void give_back_large_blocks() {
  constexpr int kLarge = 1 << 20;  // bytes
  mallopt(M_MMAP_THRESHOLD, kLarge);
  mallopt(M_TRIM_THRESHOLD, 2 * kLarge);
}

}  // namespace

int main(int argc, char** argv) {
  give_back_large_blocks();
  if (argc > 1 && std::string(argv[1]) == "tokens") {
    return server::run_token_command(argc - 1, argv + 1);
  }
  auto asked = server::read_command_line(argc, argv);
  if (const int* const code = std::get_if<int>(&asked)) return *code;
  if (const auto slips = server::find_field_list_slips(); !slips.empty()) return report(slips);
  try {
    raftup::vector_width();
  } catch (const raftup::Error& error) {
    std::cerr << error.what() << '\n';
    return server::kWrongUse;
  }
  auto& configuration = std::get<server::Configuration>(asked);
  configuration.server.reader = server::ReaderProcess::installed_executable();
  configuration.server.moordyn_program = server::MoorDynMoorings::installed_executable();
  return run(configuration);
}
