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

/// A model from its JSON text (snake_case names, protobuf's JSON mapping).
/// @throws std::invalid_argument naming the unknown field or the wrong value
v1::Model model_from_json(const std::string& json);

/// A checkpoint that can go to another server.
struct CheckpointFile {
  v1::Checkpoint checkpoint;
  std::string sha256;  ///< of the bytes, as the server that gave them told
  std::string bytes;
};

/// A connection to a raftupd. Thread-safe; streams share the connection.
class Client {
 public:
  using Stub = v1::SessionService::Stub;

  /// @param address "HOST:PORT" or "unix:PATH"; connects at the first call
  /// @throws std::invalid_argument for files that cannot be read
  explicit Client(const std::string& address, const ConnectionOptions& options = {});

  /// Any call of SessionService: client.call(&Client::Stub::GetSession, request). It names the
  /// session that its request is about, so that a proxy finds that one's server.
  /// @throws CallError
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

  /// Creates and initialises a session: ready to step.
  /// @param session_id  empty = one that nobody can guess
  /// @param progress_id by which GetProgress says how far it is, see FitWatch
  /// @returns the session with every default of its model written out
  v1::Session start_session(const v1::SessionSpec& spec, const std::string& session_id = "",
                            const std::string& progress_id = "");
  void delete_session(const std::string& name);

  /// Keeps a copy of a session's state on the server.
  /// @param label for people
  v1::Checkpoint create_checkpoint(const std::string& session, const std::string& label = "");
  /// Puts the session of a checkpoint back to it, bit for bit.
  v1::Session restore_checkpoint(const std::string& checkpoint);

  /// A checkpoint with all that another server needs to go on from it, but the databases.
  /// @param name "sessions/{id}/checkpoints/{id}"
  CheckpointFile export_checkpoint(const std::string& name);
  /// Takes in what export_checkpoint() gave, here or elsewhere.
  /// @param session    name of the one that gets it; empty = a new one that goes on from it
  /// @param session_id of the new one; empty = one that nobody can guess
  v1::Checkpoint import_checkpoint(const CheckpointFile& file, const std::string& session = "",
                                   const std::string& session_id = "");

  /// The linear equations of a session or a model about a mean position; see linearisation.proto.
  Linearisation linearize(const v1::LinearizeRequest& request);

  /// The coefficients of a stored database, all that it has or one dataset; see database.proto.
  Coefficients read_coefficients(const v1::ReadCoefficientsRequest& request);

  /// Ends an upload that broke off and forgets its bytes.
  /// @param upload_id "{id}@{sha256}" of the file
  void cancel_upload(const std::string& upload_id);

  /// Attaches to a session; see Exchange. The client must outlive the stream.
  Exchange exchange(const v1::Attach& attach) { return Exchange(*stub_, attach, token_); }

  /// Looks at a session; see Watch.
  Watch watch(const v1::WatchSessionRequest& request) { return Watch(*stub_, request, token_); }

 private:
  std::string token_;
  std::unique_ptr<Stub> stub_;
  std::unique_ptr<v1::DatabaseService::Stub> databases_;
};

}  // namespace raftup::client
