/// @file What an operator sees of a server: its pages over HTTP, its metrics, what it tells its
/// service manager, and its memory.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <map>
#include <string>

namespace raftup::testing {

struct HttpAnswer {
  int status = 0;
  std::string head;  ///< status line and headers
  std::string body;
};

/// One request over a connection of its own.
/// @param address "HOST:PORT" in numbers
/// @throws std::runtime_error where nobody answers
HttpAnswer http_get(const std::string& address, const std::string& path,
                    const std::string& method = "GET");

/// Samples by how they are written: "raftup_sessions{state=\"running\"}".
using MetricSamples = std::map<std::string, double>;

/// Reads Prometheus' text format 0.0.4 and checks it: HELP and TYPE before the samples of each
/// family, once; names, labels and values well formed; no sample twice; counters named _total;
/// buckets in order, cumulative, and complete.
/// @throws std::runtime_error naming the line and the rule
MetricSamples parse_metrics(const std::string& text);

/// The socket of a service manager, to which a service tells of its state.
class NotifySocket {
 public:
  /// @param name a path, or "@" and an abstract name
  explicit NotifySocket(const std::string& name);
  ~NotifySocket();
  NotifySocket(const NotifySocket&) = delete;
  NotifySocket& operator=(const NotifySocket&) = delete;

  /// The next message; empty where none comes in time.
  std::string receive(std::chrono::milliseconds timeout = std::chrono::seconds(10));
  /// Forgets what has come so far.
  void discard();

 private:
  int socket_;
};

/// Memory that a process has in RAM [MiB].
inline double resident_mebibytes(pid_t process = getpid()) {
  std::ifstream statm("/proc/" + std::to_string(process) + "/statm");
  double pages = 0.0;
  statm >> pages >> pages;
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1048576.0;
}

}  // namespace raftup::testing
