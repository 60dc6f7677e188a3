#pragma once

#include <grpcpp/channel.h>

#include <chrono>
#include <memory>
#include <string>

#include "clients/cpp/coefficients.hpp"
#include "clients/cpp/connection.hpp"
#include "clients/cpp/exchange.hpp"
#include "clients/cpp/linearisation.hpp"
#include "clients/cpp/watch.hpp"
#include "raftup/v1/database.grpc.pb.h"
#include "raftup/v1/session.grpc.pb.h"

namespace raftup::client {

/// Parses a model from JSON in the JSON mapping of protobuf; field names are in snake_case.
/// @throws std::invalid_argument if a field is unknown or a value is wrong; the message names it
v1::Model model_from_json(const std::string& json);

/// An exported checkpoint, which can be imported into the same or another server.
struct CheckpointFile {
  v1::Checkpoint checkpoint;
  std::string sha256;  ///< SHA-256 digest of the file as the exporting server returned it
  std::string bytes;
};

/// A connection to a raftupd server. Thread-safe. All streams of the client share the connection.
class Client {
 public:
  using Stub = v1::SessionService::Stub;

  /// The connection is opened at the first call.
  /// @param address "HOST:PORT" or "unix:PATH"
  /// @throws std::invalid_argument if a file that the options name cannot be read, or if the
  ///         options are incomplete
  explicit Client(const std::string& address, const ConnectionOptions& options = {});

  /// Makes any unary call of SessionService, for example
  /// client.call(&Client::Stub::GetSession, request). The metadata of the call contain the name of
  /// the session in the request, so that a proxy can route the call to the server of this session.
  /// @throws CallError if the call fails or takes longer than `timeout`
  template <typename Request, typename Response>
  Response call(grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                const Request& request,
                std::chrono::milliseconds timeout = std::chrono::minutes(10)) {
    const auto context = make_context(token_, session_of(request));
    context->set_deadline(std::chrono::system_clock::now() + timeout);
    Response response;
    throw_unless_ok(((*stub_).*method)(context.get(), request, &response));
    return response;
  }

  /// Creates and initializes a session, which is then ready to step.
  /// @param session_id  id of the session; empty = a random id that cannot be guessed
  /// @param progress_id id under which GetProgress returns the progress of this call, see FitWatch
  /// @returns the session; its model contains the value of every default
  v1::Session start_session(const v1::SessionSpec& spec, const std::string& session_id = "",
                            const std::string& progress_id = "");
  void delete_session(const std::string& name);

  /// Stores a copy of the state of a session on the server.
  /// @param session name of the session, "sessions/{id}"
  /// @param label   any text that describes the checkpoint to people
  v1::Checkpoint create_checkpoint(const std::string& session, const std::string& label = "");
  /// Restores a session to the state of one of its checkpoints, bit for bit.
  /// @param checkpoint name of the checkpoint, "sessions/{id}/checkpoints/{id}"
  v1::Session restore_checkpoint(const std::string& checkpoint);

  /// Downloads a checkpoint with everything that another server needs to continue from it, except
  /// the hydrodynamic databases.
  /// @param name "sessions/{id}/checkpoints/{id}"
  CheckpointFile export_checkpoint(const std::string& name);
  /// Uploads a checkpoint that export_checkpoint() returned, from this or another server.
  /// @param session    name of the session that receives the checkpoint; empty = a new session is
  ///                   created, which continues from the checkpoint
  /// @param session_id id of the new session; empty = a random id that cannot be guessed
  v1::Checkpoint import_checkpoint(const CheckpointFile& file, const std::string& session = "",
                                   const std::string& session_id = "");

  /// Computes the linear equations of a session or a model about a mean position; see
  /// linearisation.proto.
  Linearisation linearize(const v1::LinearizeRequest& request);

  /// Reads the hydrodynamic coefficients of a stored database, all datasets or a single one; see
  /// database.proto.
  Coefficients read_coefficients(const v1::ReadCoefficientsRequest& request);

  /// Cancels an unfinished upload; the server deletes the bytes that it has received.
  /// @param upload_id "{id}@{sha256}": id of the database and SHA-256 digest of its file
  void cancel_upload(const std::string& upload_id);

  /// Opens an Exchange stream to a session; see Exchange. The client must outlive the stream.
  Exchange exchange(const v1::Attach& attach) { return Exchange(*stub_, attach, token_); }

  /// Starts to receive the outputs of a session without taking part in it; see Watch.
  Watch watch(const v1::WatchSessionRequest& request) { return Watch(*stub_, request, token_); }

 private:
  std::string token_;
  std::unique_ptr<Stub> stub_;
  std::unique_ptr<v1::DatabaseService::Stub> databases_;
};

}  // namespace raftup::client
