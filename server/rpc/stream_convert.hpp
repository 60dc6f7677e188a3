/// @file Conversions of the messages on the streams of a session. Pure functions.
#pragma once

#include <optional>

#include "raftup/v1/exchange.pb.h"
#include "raftup/v1/watch.pb.h"
#include "server/sessions/session.hpp"
#include "server/sessions/streams/frame_rows.hpp"

namespace raftup::server {

/// Writes the answer to a client that has attached. To be called in the session's strand.
void attached_to_proto(const Session& session, const SessionStream& stream, v1::Attached& message);

/// Reads the request of a client to attach.
/// @throws ServiceError(kBadField) for an unknown role
AttachOrder attach_order_from_proto(const v1::Attach& attach);
/// Reads samples of inputs. The spans of the result refer to the message.
InputSamples input_samples_from_proto(const v1::Inputs& inputs);

StepRequest step_request_from_proto(const v1::Advance& advance);

/// Reads the input samples of an Advance or StepSession message; none if it contains none.
template <typename Message>
std::optional<InputSamples> optional_samples_from_proto(const Message& message) {
  if (!message.has_inputs()) return std::nullopt;
  return input_samples_from_proto(message.inputs());
}

v1::StepResult step_result_to_proto(StepResult result);
/// Writes all data of a frame except its rows.
void frame_summary_to_proto(const FrameSummary& summary, v1::Frame& message);
void notice_to_proto(const SessionNotice& notice, v1::Notice& message);
/// Writes the notice STEP_DISCARDED, which reports that a step has failed.
/// @param error reason of the failure
/// @param step_index step that the session has reached
void step_failure_to_proto(const ServiceError& error, std::int64_t step_index, v1::Notice& message);

/// Reads the request of a client to watch a session.
/// @throws ServiceError(kBadField) for values outside their ranges
WatchOrder watch_order_from_proto(const v1::WatchSessionRequest& request);
/// Writes the answer to a client that has begun to watch. To be called in the session's strand.
void watching_to_proto(const Session& session, const Columns& columns, v1::Watching& message);

}  // namespace raftup::server
