/// @file Databases that a test gives to a running server.
#pragma once

#include <grpcpp/create_channel.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include "hydro/base/sha256.hpp"
#include "raftup/v1/database.grpc.pb.h"
#include "tests/contract/running_server.hpp"

namespace raftup::testing {

/// Uploads a file in parts.
/// @param database what is stored, where it is
/// @returns how the upload ended
inline grpc::Status upload(const RunningServer& server, const std::string& bytes,
                           v1::Database& database) {
  constexpr std::size_t kPart = 1 << 20;
  const auto stub = v1::DatabaseService::NewStub(
      grpc::CreateChannel(server.address(), grpc::InsecureChannelCredentials()));
  v1::StartUploadRequest start;
  start.set_database_id("array");
  start.set_size_bytes(static_cast<std::int64_t>(bytes.size()));
  start.set_sha256(sha256(std::string_view(bytes)));
  v1::StartUploadResponse begun;
  grpc::ClientContext first, second;
  const grpc::Status started = stub->StartUpload(&first, start, &begun);
  if (!started.ok()) return started;
  v1::UploadDatabaseResponse response;
  const auto writer = stub->UploadDatabase(&second, &response);
  v1::UploadDatabaseRequest part;
  part.set_upload_id(begun.upload_id());
  for (std::size_t from = 0; from < bytes.size(); from += kPart) {
    part.set_offset_bytes(static_cast<std::int64_t>(from));
    part.set_data(bytes.substr(from, kPart));
    part.set_finish(from + kPart >= bytes.size());
    writer->Write(part);
  }
  writer->WritesDone();
  const grpc::Status ended = writer->Finish();
  database = response.database();
  return ended;
}

/// Stores a file that the server takes.
inline v1::Database upload(const RunningServer& server, const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  v1::Database database;
  const grpc::Status status =
      upload(server, std::string(std::istreambuf_iterator<char>(stream), {}), database);
  if (!status.ok()) throw std::runtime_error(status.error_message());
  return database;
}

/// The first bodies of a database, afloat: the fit of two of array9.h5 takes a second, that of nine
/// many.
inline v1::Model afloat(const v1::Database& database, int bodies) {
  v1::Model model;
  auto& group = *model.add_hydrodynamics();
  group.set_name("array");
  group.set_database(database.name());
  for (int i = 0; i < bodies; ++i) {
    auto& body = *model.add_bodies();
    body.set_name(database.body_names(i));
    body.mutable_inertia()->set_xx(1e7);
    body.mutable_inertia()->set_yy(1e7);
    body.mutable_inertia()->set_zz(1e7);
    auto& member = *group.add_bodies();
    member.set_body(body.name());
    member.set_database_body(body.name());
  }
  model.mutable_integration()->set_step(0.05);
  return model;
}

}  // namespace raftup::testing
