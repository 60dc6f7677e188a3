/// @file A scenario, the streams that carry it out, and what a server made of it.
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

/// What a server is asked to carry.
struct LoadScenario {
  v1::Model model;                  ///< of every session
  std::vector<std::string> inputs;  ///< held ones that every message brings a sample of
  int sessions = 1;
  int steps_per_message = 1;
  /// Messages per second to each session, sent at times fixed in advance whatever the server does
  /// (open loop); 0 = the next message as soon as the answer is there (closed loop).
  double rate = 0.0;
  std::chrono::duration<double> duration{5.0};
  std::chrono::duration<double> warm_up{1.0};  ///< before it, not counted
  int connections = 1;                         ///< that the sessions share
};

/// @throws std::invalid_argument naming the rule that is broken
void check(const LoadScenario& scenario);

using LoadClock = std::chrono::steady_clock;

/// What all streams of a measurement fill together. Messages count that were due within
/// [start, end).
struct LoadRecord {
  LoadClock::time_point start;
  LoadClock::time_point end;
  LatencyHistogram latency;  ///< from when a message was due to its answer
  LatencyHistogram delay;    ///< from when a message was due to its being handed to the connection
  std::atomic<std::int64_t> scheduled{0};
  std::atomic<std::int64_t> failed{0};  ///< answered, but not with all its steps
  std::atomic<LoadClock::time_point> last_answer{LoadClock::time_point::min()};

  bool counts(LoadClock::time_point due) const { return start <= due && due < end; }
};

/// The stream of one controller that sends messages when they are due and never waits for answers
/// before it sends the next, but for the few hundred that a server takes ahead: what is due then
/// waits here, and its latency counts from when it was due. Thread-safe.
class LoadStream final : public grpc::ClientBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse> {
 public:
  /// @param record outlives the stream
  LoadStream(v1::SessionService::Stub& stub, const std::string& token, const std::string& session,
             const LoadScenario& scenario, LoadRecord& record);
  ~LoadStream() override;

  /// Waits until the stream is attached.
  /// @throws CallError
  void await_attached();
  /// A message is due.
  void schedule(LoadClock::time_point due);
  /// Keeps one message on its way until the record's end, from now on.
  void keep_busy();
  /// Waits until all that was scheduled is answered, at most until `deadline`, and hangs up.
  /// @returns the error that ended the stream, if one did
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
  std::deque<LoadClock::time_point> due_;         ///< not sent yet
  std::deque<LoadClock::time_point> unanswered_;  ///< when they were due
  std::optional<v1::Attached> attached_;
  std::optional<grpc::Status> ended_;
  std::int64_t step_index_ = 0;  ///< where the messages sent lead
  std::int64_t sequence_ = 0;
  int input_width_ = 0;
  int frames_since_credit_ = 0;
  bool writing_ = true;  ///< the Attach
  bool hung_up_ = false;
  bool closed_loop_ = false;
};

/// Measured results of a load test: how a server has coped with the messages of a scenario.
struct LoadResult {
  std::int64_t scheduled = 0;   ///< messages that were due while it was measured
  std::int64_t answered = 0;    ///< of these, with all their steps
  std::int64_t failed = 0;      ///< of these, without
  std::int64_t unanswered = 0;  ///< of these, when the time to wait for answers was over
  double seconds = 0.0;         ///< from the first to the last answer's time, at least the duration
  std::string error;            ///< of the first stream that the server ended; empty = none
};

/// Runs a scenario on sessions of its own, which are deleted afterwards.
/// @param record filled; its start and end are set
/// @param stop   set by anybody ends the run early
/// @throws CallError where the sessions cannot be made
/// @throws std::invalid_argument for a scenario that breaks a rule
LoadResult run_load(const std::string& address, const ConnectionOptions& options,
                    const LoadScenario& scenario, const std::atomic<bool>& stop,
                    LoadRecord& record);

}  // namespace raftup::client
