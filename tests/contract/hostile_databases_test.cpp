/// @file Databases that would cost a server its memory or its time: refused within seconds, with
/// words, and nothing but their upload suffers.
#include <hdf5.h>

#include <chrono>

#include "tests/contract/running_server.hpp"
#include "tests/contract/uploads.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hdf5_image.hpp"

using namespace raftup;
using namespace raftup::testing;
using Stub = client::Client::Stub;

namespace {

constexpr const char* kAddedMass = "/body1/hydro_coeffs/added_mass/inf_freq";
constexpr const char* kStiffness = "/body1/hydro_coeffs/linear_restoring_stiffness";

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A small database with groups within groups.
std::string nested(int depth) {
  Hdf5Image image;
  minimal_bemio(1).write_to(image);
  hid_t group = H5Gcreate2(image.file(), "deep", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  for (int i = 0; i < depth; ++i) {
    const hid_t next = H5Gcreate2(group, "g", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Gclose(group);
    group = next;
  }
  H5Gclose(group);
  return text_of(image.bytes());
}

/// A small database of which every entry of one array is this.
std::string filled(const char* path, double entry) {
  BemioFields fields = minimal_bemio(1);
  for (double& value : fields.arrays.at(path).values) value = entry;
  return text_of(fields.image());
}

/// The words of a refusal, which must come within seconds.
std::string refusal(const RunningServer& server, const std::string& bytes) {
  const auto asked = std::chrono::steady_clock::now();
  v1::Database database;
  const grpc::Status status = upload(server, bytes, database);
  CHECK(std::chrono::steady_clock::now() - asked < std::chrono::seconds(5));
  CHECK(status.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
  return status.error_message();
}

}  // namespace

TEST_CASE("databases: what would cost memory or time is refused at its upload, with words",
          "[contract][databases][hostile]") {
  const RunningServer server;
  CHECK_THAT(refusal(server, nested(3000)),
             Catch::Contains("lies in more groups within groups than the 16 that may be"));
  CHECK_THAT(refusal(server, filled(kAddedMass, 1e-303)),
             Catch::Contains("added_mass") && Catch::Contains("in magnitude, got 1e-300"));
  CHECK_THAT(refusal(server, filled(kStiffness, 1e296)),
             Catch::Contains("hydrostatic_stiffness") && Catch::Contains("got 1e+300"));
  // the server goes on: the same database within its bounds is stored and floats
  v1::Database database;
  REQUIRE(upload(server, nested(3), database).ok());
  v1::SessionSpec spec;
  *spec.mutable_model() = afloat(database, 1);
  spec.mutable_model()->mutable_hydrodynamics(0)->mutable_radiation()->set_memory(
      v1::RADIATION_MEMORY_NONE);
  auto client = server.client();
  CHECK(client.start_session(spec).step_index() == 0);
}

TEST_CASE("databases: one that was refused is none that a session can name",
          "[contract][databases][hostile]") {
  const RunningServer server;
  refusal(server, nested(3000));
  v1::Database named;
  named.set_name("databases/array");
  named.add_body_names("body1");
  v1::CreateSessionRequest request;
  *request.mutable_session()->mutable_spec()->mutable_model() = afloat(named, 1);
  auto client = server.client();
  const auto error =
      error_of([&] { client.call(&Stub::CreateSession, request, std::chrono::seconds(5)); });
  CHECK(error.code() == grpc::StatusCode::INVALID_ARGUMENT);
  REQUIRE_FALSE(error.field_violations().empty());
  CHECK(error.field_violations()[0].field == "session.spec.model.hydrodynamics[0].database");
}
