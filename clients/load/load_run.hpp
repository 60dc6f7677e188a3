/// @file Load test of a server: scenario, streams that carry it out, measured results.
#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "clients/cpp/client.hpp"
#include "clients/load/latency_histogram.hpp"

namespace raftup::client {

/// Load of a test: number and kind of the sessions, and the messages that are sent to them.
struct LoadScenario {
  v1::Model model;                  ///< model of every session
  std::vector<std::string> inputs;  ///< held inputs; every message contains a sample of each
  int sessions = 1;                 ///< number of sessions at the same time, >= 1
  int steps_per_message = 1;        ///< number of steps that a message requests, >= 1
  /// Messages per second to each session, sent at times that are fixed in advance, even if the
  /// server is late (open loop). 0 = each message is sent when the previous one is answered
  /// (closed loop).
  double rate = 0.0;
  std::chrono::duration<double> duration{5.0};  ///< duration of the measurement [s], > 0
  std::chrono::duration<double> warm_up{1.0};   ///< time [s] before the measurement, not counted
  int connections = 1;                          ///< number of connections that the sessions share
};

/// Checks the numbers of a scenario.
/// @throws std::invalid_argument if a rule is broken, with the rule and the value
void check(const LoadScenario& scenario);

using LoadClock = std::chrono::steady_clock;

/// Latencies and counts of a measurement, recorded by all of its streams. Only messages whose due
/// time lies within [start, end) are counted.
struct LoadRecord {
  LoadClock::time_point start;
  LoadClock::time_point end;
  LatencyHistogram latency;  ///< times from the due time of a message to its answer
  LatencyHistogram delay;    ///< times from the due time of a message until the connection gets it
  std::atomic<std::int64_t> scheduled{0};  ///< number of messages that were due
  std::atomic<std::int64_t> failed{0};     ///< number of messages answered without all their steps
  std::atomic<LoadClock::time_point> last_answer{LoadClock::time_point::min()};

  /// Whether a message with this due time is counted.
  bool counts(LoadClock::time_point due) const { return start <= due && due < end; }
};

/// The stream of the controller of one session. It sends messages when they are due, without
/// waiting for earlier answers. Only if 200 messages are unanswered, further ones wait in this
/// object; their latency still counts from the time at which they were due. Thread-safe.
class LoadStream final : public grpc::ClientBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse> {
 public:
  /// Opens the stream of a session.
  /// @param stub     connection to the server; must outlive the stream
  /// @param token    bearer token of the calls; empty = none
  /// @param session  name of the session
  /// @param scenario load of the test
  /// @param record   receives the measurements; must outlive the stream
  LoadStream(v1::SessionService::Stub& stub, const std::string& token, const std::string& session,
             const LoadScenario& scenario, LoadRecord& record);
  ~LoadStream() override;

  /// Waits until the server has attached the stream to the session.
  /// @throws CallError if the server refuses it
  void await_attached();
  /// Sends a message that is due at this time, or queues it.
  void schedule(LoadClock::time_point due);
  /// Closed loop: sends a message now, and a new one after each answer until the end of the record.
  void keep_busy();
  /// Waits until all scheduled messages are answered, at most until `deadline`, and closes the
  /// stream.
  /// @returns the status with which the server ended the stream; nothing if it did not
  std::optional<grpc::Status> finish(LoadClock::time_point deadline);

  void OnWriteDone(bool ok) override;
  void OnReadDone(bool ok) override;
  void OnDone(const grpc::Status& status) override;

 private:
  void write_due();
  void fill_request();
  void receive_frame(const v1::Frame& frame);

  LoadRecord& record_;
  std::int64_t steps_per_message_;
  std::unique_ptr<grpc::ClientContext> context_;
  v1::ExchangeRequest request_;
  v1::ExchangeRequest credit_;
  v1::ExchangeResponse response_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<LoadClock::time_point> due_;         ///< due times of messages not yet sent
  std::deque<LoadClock::time_point> unanswered_;  ///< due times of messages not yet answered
  std::optional<v1::Attached> attached_;
  std::optional<grpc::Status> ended_;
  std::int64_t step_index_ = 0;  ///< step index after all sent messages
  std::int64_t sequence_ = 0;
  int input_width_ = 0;
  int frames_since_credit_ = 0;
  bool writing_ = true;  ///< a write is in progress, at first that of the Attach message
  bool hung_up_ = false;
  bool closed_loop_ = false;
};

/// Measured results of a load test.
struct LoadResult {
  std::int64_t scheduled = 0;   ///< number of messages that were due during the measurement
  std::int64_t answered = 0;    ///< number of these that were answered with all their steps
  std::int64_t failed = 0;      ///< number of these that were answered without all their steps
  std::int64_t unanswered = 0;  ///< number of these not answered within 30 s after the last message
  double seconds = 0.0;         ///< s from the start of the measurement to its end or last answer
  std::string error;            ///< error of the first stream that the server ended; empty = none
};

/// Runs a load test with new sessions, which are deleted afterwards.
/// @param address  HOST:PORT or unix:PATH of the server
/// @param options  certificates and token of the connections
/// @param scenario load of the test
/// @param stop     becomes true if the test is to end early
/// @param record   receives the measurements, and start and end of the measurement
/// @throws CallError if the sessions cannot be created
/// @throws std::invalid_argument if the scenario breaks a rule
LoadResult run_load(const std::string& address, const ConnectionOptions& options,
                    const LoadScenario& scenario, const std::atomic<bool>& stop,
                    LoadRecord& record);

}  // namespace raftup::client
