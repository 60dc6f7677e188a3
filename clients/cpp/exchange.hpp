#pragma once

#include <grpcpp/client_context.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "raftup/v1/session.grpc.pb.h"

namespace raftup::client {

/// An Exchange stream with blocking calls. Not thread-safe. The destructor cancels what is open;
/// the session stays as it is.
class Exchange {
 public:
  /// Attaches and waits for the answer. A credit of 0 in `attach` becomes 64, and is renewed by
  /// receive_frame().
  /// @param token who calls, see ConnectionOptions; empty = nobody in particular
  /// @throws CallError
  Exchange(v1::SessionService::Stub& stub, v1::Attach attach, const std::string& token = "");
  ~Exchange();
  Exchange(Exchange&&) noexcept = default;
  Exchange& operator=(Exchange&&) noexcept = default;

  /// Columns, times and credit as the server gave them.
  const v1::Attached& attached() const { return attached_; }
  std::int64_t step_index() const { return step_index_; }

  /// Samples of the inputs.
  /// @param times_ns  ascending, later than those sent before
  /// @param values    [sample][column] in the order of Attach.input_variables
  /// @param watermark samples are complete up to here; default: the newest
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

  /// The next frame; what else comes goes into notices() and last_need().
  /// @returns valid until the next call
  /// @throws CallError where the server has ended the stream
  const v1::Frame& receive_frame();

  /// Waits for whatever comes next.
  const v1::ExchangeResponse& receive();

  const std::vector<v1::Notice>& notices() const { return notices_; }
  const std::optional<v1::Need>& last_need() const { return last_need_; }

  /// Writes a request as it is.
  /// @throws CallError
  void send(const v1::ExchangeRequest& request);

  /// Leaves in good order, after the Advances ordered.
  /// @throws CallError where the server ended the stream with an error
  void close();

 private:
  /// The next step, whose held inputs are `values`, or those that the server has.
  v1::Advance& one_step(std::span<const double> values);
  void fill_inputs(std::span<const std::int64_t> times_ns, std::span<const double> values,
                   v1::Inputs& inputs);
  [[noreturn]] void fail();

  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::ExchangeRequest, v1::ExchangeResponse>> stream_;
  v1::ExchangeRequest request_;
  v1::ExchangeResponse response_;
  v1::Attached attached_;
  std::int64_t step_index_ = 0;  ///< where the steps ordered end
  std::int64_t sequence_ = 0;
  int credit_batch_ = 1;  ///< frames after which the credit is renewed
  int frames_since_credit_ = 0;
  std::vector<v1::Notice> notices_;
  std::optional<v1::Need> last_need_;
};

}  // namespace raftup::client
