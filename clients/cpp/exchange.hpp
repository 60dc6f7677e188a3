/// @file The stream of a participant, with resuming, and partners that answer every try of a step.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clients/cpp/connection.hpp"
#include "clients/cpp/exchange_call.hpp"
#include "raftup/v1/session.grpc.pb.h"

namespace raftup::client {

/// What a server has told on a stream beside rows.
struct StreamNews {
  std::vector<v1::Notice> notices;
  std::vector<v1::ContactEvent> contact_events;
  std::optional<v1::Need> last_need;
};

/// Frames that a server may send before it is given more credit.
struct FrameCredit {
  int batch = 1;  ///< frames after which the credit is renewed
  int used = 0;   ///< frames since then
};

/// An Exchange stream with blocking calls. Moved, not copied; not thread-safe. The destructor
/// cancels what is open; the session stays as it is. The stub must outlive it.
class Exchange {
 public:
  /// Attaches and waits for the answer. A credit of 0 in `attach` becomes 64, and is renewed by
  /// receive_frame().
  /// @param token who calls, see ConnectionOptions; empty = nobody in particular
  /// @throws CallError
  Exchange(v1::SessionService::Stub& stub, v1::Attach attach, const std::string& token = "");

  /// Columns, times and credit as the server gave them, last.
  const v1::Attached& attached() const { return attached_; }
  std::int64_t step_index() const { return progress_.step_index; }

  /// From now on a heartbeat is sent every third of the lease, from a thread of its own, so that
  /// nobody else may take this client's place; and samples are kept until the session has passed
  /// them, for resume().
  void stay_attached();

  /// Opens the stream anew after its connection broke: it takes the place of the broken one.
  /// Samples that did not arrive are sent again; steps that were ordered and not taken are
  /// forgotten: step_index() says where the session stands.
  /// @returns the rows that were missed; valid until the next call
  /// @throws CallError RESUME_TOO_OLD where the lease is over and the session has gone on, or more
  ///         has been missed than the server keeps
  const v1::Frame& resume();

  /// The session stands elsewhere: Client::restore_checkpoint() or a reset has put it there. Steps
  /// that are ordered from here on begin at `step_index`, and samples sent before do not count any
  /// more. A stream that does not control its session hears of it by a notice and does this itself.
  void go_to(std::int64_t step_index);

  /// Samples of the inputs.
  /// @param times_ns     ascending, later than those sent before
  /// @param values       [sample][column] in the order of Attach.input_variables
  /// @param watermark_ns samples are complete up to here; default: the newest
  void send_inputs(std::span<const std::int64_t> times_ns, std::span<const double> values,
                   std::optional<std::int64_t> watermark_ns = std::nullopt);

  /// Orders steps; may be called several times before receive_frame().
  void send_advance(std::int64_t step_count);

  /// One step whose held inputs are `values`: one message each way.
  /// @returns valid until the next call
  const v1::Frame& step(std::span<const double> values = {});

  /// Tries the next step with held inputs `values` and undoes it; empty: with those sent last.
  /// @returns where it would lead, valid until the next call
  const v1::Frame& try_step(std::span<const double> values = {});
  /// Takes the step that was tried last, with the values that it had.
  const v1::Frame& commit_step();

  /// Orders steps and waits for their frame.
  const v1::Frame& advance(std::int64_t step_count);

  /// The next frame; what else comes goes into notices(), last_need() and contact_events().
  /// @returns valid until the next call
  /// @throws CallError where the server has ended the stream
  const v1::Frame& receive_frame();

  /// Waits for whatever comes next.
  const v1::ExchangeResponse& receive();

  const std::vector<v1::Notice>& notices() const { return news_.notices; }
  /// Those of the steps since the frame before the last one.
  const std::vector<v1::ContactEvent>& contact_events() const { return news_.contact_events; }
  const std::optional<v1::Need>& last_need() const { return news_.last_need; }

  /// Writes a request as it is.
  /// @throws CallError
  void send(const v1::ExchangeRequest& request);

  /// Leaves in good order, after the Advances ordered.
  /// @throws CallError where the server ended the stream with an error
  void close();

 private:
  /// How the stream is opened, and opened anew.
  struct Opening {
    v1::SessionService::Stub* stub;
    std::string token;
    v1::Attach attach;
  };
  /// The last of each, kept for their memory.
  struct Messages {
    v1::ExchangeRequest request;
    v1::ExchangeResponse response;
  };
  /// How far orders and answers are.
  struct Progress {
    std::int64_t step_index = 0;       ///< where the steps ordered end
    std::int64_t seen_step_index = 0;  ///< of the newest frame
    std::int64_t sequence = 0;         ///< of the newest samples
    bool resumed = false;              ///< samples may have come by a stream before this one
  };

  /// The next step, whose held inputs are `values`, or those that the server has.
  v1::Advance& one_step(std::span<const double> values);
  void fill_inputs(std::span<const std::int64_t> times_ns, std::span<const double> values,
                   v1::Inputs& inputs);
  void open(v1::Attach attach);
  /// Again while the connection is not there: gRPC may not have seen yet that it is broken.
  void open_patiently(const v1::Attach& attach);
  void start_heartbeat();
  void receive(const v1::Frame& frame);
  /// What has come between frames.
  void receive_news();
  bool has_sample() const;
  /// Hears out what the server still says, and ends the call.
  grpc::Status finish();
  [[noreturn]] void fail();

  Opening opening_;
  std::unique_ptr<ExchangeCall> call_;  ///< null once it has ended
  Messages messages_;
  v1::Attached attached_;
  Progress progress_;
  FrameCredit credit_;
  bool stays_attached_ = false;
  std::deque<v1::Inputs> unconfirmed_;  ///< samples that the session has not passed yet
  StreamNews news_;
};

/// Why the step of a stream that failed last did, of which a frame STEP_RESULT_DISCARDED tells: the
/// error of a StepSession for that step. A server that tells it in words alone gives those words,
/// the code FAILED_PRECONDITION and no reason. Nothing where no step has failed.
std::optional<CallError> step_failure(const Exchange& stream);

/// A program that moves with a session and answers every try of a step.
class Partner {
 public:
  virtual ~Partner() = default;
  /// The inputs for a step that would lead to `frame`, from the partner's own last state.
  virtual std::vector<double> answer(const v1::Frame& frame) = 0;
  /// The step is taken with the last answer: that is the partner's state from now on.
  virtual void accept() = 0;
};

/// Plays the part of a participant whose held inputs are iterated (SessionSpec.iteration).
/// @param first inputs of the first try of the first step; later steps begin with the last answer
/// @param until_step_index where it ends
/// @throws CallError
void couple(Exchange& stream, Partner& partner, std::span<const double> first,
            std::int64_t until_step_index);

}  // namespace raftup::client
