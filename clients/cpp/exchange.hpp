/// @file The Exchange stream of a controller, participant or observer, which can be resumed after
/// a broken connection, and partners that are coupled to a session by iteration.
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

/// Messages other than frames that a client has received on an Exchange stream.
struct StreamNews {
  std::vector<v1::Notice> notices;
  std::vector<v1::ContactEvent> contact_events;
  std::optional<v1::Need> last_need;
};

/// Counters of the client for flow control: how many frames it has received since it last permitted
/// the server to send more.
struct FrameCredit {
  int batch = 1;  ///< number of frames after which the client renews the credit
  int used = 0;   ///< frames received since the credit was last renewed
};

/// An Exchange stream with blocking calls. It can be moved but not copied; it is not thread-safe.
/// The destructor cancels an open stream and leaves the session as it is. The stub must outlive
/// the stream.
class Exchange {
 public:
  /// Opens the stream and waits for the answer of the server. A credit of 0 in `attach` is replaced
  /// by 64. receive_frame() renews the credit.
  /// @param token bearer token of the caller, see ConnectionOptions; empty = anonymous
  /// @throws CallError if the server cannot be reached or refuses the stream
  Exchange(v1::SessionService::Stub& stub, v1::Attach attach, const std::string& token = "");

  /// The most recent answer of the server to Attach, with the columns of inputs and outputs, the
  /// simulation time, the step and the credit at the moment when the stream was opened or resumed.
  const v1::Attached& attached() const { return attached_; }
  /// Number of steps that the session will have taken when all steps ordered so far are done.
  std::int64_t step_index() const { return progress_.step_index; }

  /// Starts a thread that sends a heartbeat every third of the lease, so that no other client can
  /// take the place of this one. From this call on, the samples of inputs that the session has not
  /// passed are also kept, so that resume() can send them again.
  void stay_attached();

  /// Opens the stream again after its connection broke; the new stream replaces the broken one.
  /// Samples that stay_attached() has kept and the server has not received are sent again. Steps
  /// that were ordered but not taken are dropped, and step_index() is the index of the session.
  /// @returns the rows of outputs that were missed; valid until the next call
  /// @throws CallError with the reason RESUME_TOO_OLD if the lease has ended and the session has
  ///         advanced, or if the server no longer keeps all missed rows
  const v1::Frame& resume();

  /// Adapts the stream to a session that Client::restore_checkpoint() or a reset has moved to
  /// another step. Steps that are ordered after this call begin at `step_index`, and samples sent
  /// before it are discarded. A controller must call it; streams of other roles call it themselves
  /// when the server sends the notice CHECKPOINT_RESTORED or SESSION_RESET.
  void go_to(std::int64_t step_index);

  /// Sends samples of the inputs to the session.
  /// @param times_ns     simulation times of the samples in ns, ascending, later than all samples
  ///                     sent before
  /// @param values       [sample][column] with the columns of Attach.input_variables
  /// @param watermark_ns simulation time in ns up to and including which the samples are complete;
  ///                     default: the time of the newest sample
  void send_inputs(std::span<const std::int64_t> times_ns, std::span<const double> values,
                   std::optional<std::int64_t> watermark_ns = std::nullopt);

  /// Orders steps without waiting for the answer. It may be called several times before
  /// receive_frame(); each order is answered by one frame.
  void send_advance(std::int64_t step_count);

  /// Takes one step, during which the inputs of this stream are held at `values`. If `values` is
  /// empty, no samples are sent. One message is sent and one frame is received.
  /// @returns the frame after the step; valid until the next call
  const v1::Frame& step(std::span<const double> values = {});

  /// Tries the next step, during which the inputs of this stream are held at `values`, and undoes
  /// it. If `values` is empty, the inputs keep the samples that were sent last.
  /// @returns the frame with the outputs at the end of the tried step; valid until the next call
  const v1::Frame& try_step(std::span<const double> values = {});
  /// Commits the step that try_step() tried last, with the inputs of that try.
  /// @returns the frame after the step; valid until the next call
  const v1::Frame& commit_step();

  /// Orders `step_count` steps and waits until they are taken.
  /// @returns the frame that answers the order; valid until the next call
  const v1::Frame& advance(std::int64_t step_count);

  /// Waits for the next frame. Other messages that arrive before it are added to notices(),
  /// last_need() and contact_events().
  /// @returns the frame; valid until the next call
  /// @throws CallError if the server has ended the stream
  const v1::Frame& receive_frame();

  /// Waits for the next message of the server, of any kind.
  /// @returns the message; valid until the next call
  /// @throws CallError if the server has ended the stream
  const v1::ExchangeResponse& receive();

  /// All notices that receive_frame() and close() have received on this stream, in order.
  const std::vector<v1::Notice>& notices() const { return news_.notices; }
  /// The contact events that arrived between the last two frames.
  const std::vector<v1::ContactEvent>& contact_events() const { return news_.contact_events; }
  /// The newest message Need: the session was waiting for samples. Empty if none has arrived.
  const std::optional<v1::Need>& last_need() const { return news_.last_need; }

  /// Sends a request without changing it.
  /// @throws CallError if the stream has ended
  void send(const v1::ExchangeRequest& request);

  /// Ends the stream in good order, after the steps that were ordered before.
  /// @throws CallError if the server ended the stream with an error
  void close();

 private:
  /// Values with which the stream is opened, and opened again by resume().
  struct Opening {
    v1::SessionService::Stub* stub;
    std::string token;
    v1::Attach attach;
  };
  /// The last request and the last response; both objects are reused to avoid allocations.
  struct Messages {
    v1::ExchangeRequest request;
    v1::ExchangeResponse response;
  };
  /// Counters of the steps and samples that were sent and of the frames that were received.
  struct Progress {
    std::int64_t step_index = 0;       ///< step_index at the end of all ordered steps
    std::int64_t seen_step_index = 0;  ///< step_index of the newest frame that is not tentative
    std::int64_t sequence = 0;         ///< Inputs.sequence of the newest samples that were sent
    bool resumed = false;  ///< samples of the next step may have been sent before resume()
  };

  /// Prepares a request for one step, during which the inputs are held at `values`, or at the
  /// samples that the server already has if `values` is empty.
  v1::Advance& one_step(std::span<const double> values);
  void fill_inputs(std::span<const std::int64_t> times_ns, std::span<const double> values,
                   v1::Inputs& inputs);
  void open(v1::Attach attach);
  /// Opens the stream and repeats the attempt for about 1 s while the server is unreachable, since
  /// gRPC may not have noticed yet that the old connection is broken.
  void open_patiently(const v1::Attach& attach);
  void start_heartbeat();
  void receive(const v1::Frame& frame);
  /// Stores the notice, Need or contact events of the last response.
  void receive_news();
  bool has_sample() const;
  /// Reads the remaining messages of the server and ends the call.
  /// @returns the status of the call
  grpc::Status finish();
  /// Ends the call and throws its error as a CallError.
  [[noreturn]] void fail();

  Opening opening_;
  std::unique_ptr<ExchangeCall> call_;  ///< the open call; null after the stream has ended
  Messages messages_;
  v1::Attached attached_;
  Progress progress_;
  FrameCredit credit_;
  bool stays_attached_ = false;
  std::deque<v1::Inputs> unconfirmed_;  ///< sent samples at times that the session has not passed
  StreamNews news_;
};

/// The cause of the newest failed step of a stream, that is of the newest frame with
/// STEP_RESULT_DISCARDED. It equals the error with which StepSession would fail at that step. If
/// the server sent only a message, the error has this message, the code FAILED_PRECONDITION and an
/// empty reason.
/// @returns no value if no step has failed
std::optional<CallError> step_failure(const Exchange& stream);

/// A program that is coupled to a session by iteration: after every try of a step it computes new
/// values of its inputs from the outputs of the try.
class Partner {
 public:
  virtual ~Partner() = default;
  /// Computes the partner's step from its last accepted state, given the outputs of the tried step
  /// of the session.
  /// @returns values of the inputs with which the session tries or commits the step next
  virtual std::vector<double> answer(const v1::Frame& frame) = 0;
  /// Makes the result of the last answer() the state of the partner, since the session has
  /// committed its step.
  virtual void accept() = 0;
};

/// Runs the exchange of a participant whose held inputs are iterated (SessionSpec.iteration): it
/// sends the answers of the partner to every try until the session reaches `until_step_index`.
/// @param first inputs of the first try of the first step; later steps begin with the last answer
/// @param until_step_index number of steps of the session at which the function returns
/// @throws CallError if the server ends the stream
void couple(Exchange& stream, Partner& partner, std::span<const double> first,
            std::int64_t until_step_index);

}  // namespace raftup::client
