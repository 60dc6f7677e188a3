/// @file What is said on the streams of a session, to and from messages. Pure functions.
#pragma once

#include <optional>

#include "raftup/v1/exchange.pb.h"
#include "raftup/v1/watch.pb.h"
#include "server/sessions/session.hpp"
#include "server/sessions/streams/frame_rows.hpp"

namespace raftup::server {

/// Answers the attachment of a stream; to be called inside the session's strand.
void attached_to_proto(const Session& session, const SessionStream& stream, v1::Attached& message);

/// @throws ServiceError(kBadField) for an unknown role
AttachOrder attach_order_from_proto(const v1::Attach& attach);
/// Samples of inputs, as spans into the message.
InputSamples input_samples_from_proto(const v1::Inputs& inputs);

StepRequest step_request_from_proto(const v1::Advance& advance);

/// The inputs of an Advance or a StepSession, if any.
template <typename Message>
std::optional<InputSamples> optional_samples_from_proto(const Message& message) {
  if (!message.has_inputs()) return std::nullopt;
  return input_samples_from_proto(message.inputs());
}

v1::StepResult step_result_to_proto(StepResult result);
/// All but the rows.
void frame_summary_to_proto(const FrameSummary& summary, v1::Frame& message);
void notice_to_proto(const SessionNotice& notice, v1::Notice& message);
/// The notice STEP_DISCARDED.
/// @param error      why the step failed
/// @param step_index where the session stands
void step_failure_to_proto(const ServiceError& error, std::int64_t step_index, v1::Notice& message);

/// @throws ServiceError(kBadField)
WatchOrder watch_order_from_proto(const v1::WatchSessionRequest& request);
/// Inside the session's strand.
void watching_to_proto(const Session& session, const Columns& columns, v1::Watching& message);

}  // namespace raftup::server
