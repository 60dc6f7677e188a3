#include "server/rpc/database_service.hpp"

#include <fmt/format.h>
#include <grpcpp/grpcpp.h>

#include <fstream>
#include <iterator>

#include "clients/cpp/client.hpp"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "hydro/base/sha256.hpp"
#include "hydro/database/arrays.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "server/storage/crc32c.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/ships_apart.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::server;

namespace {

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

/// A server with a catalogue of its own, and a client in the same process.
class Service {
 public:
  Service() {
    grpc::ServerBuilder builder;
    builder.RegisterService(&service_);
    builder.AddListeningPort(address(), grpc::InsecureServerCredentials());
    server_ = builder.BuildAndStart();
    stub_ = v1::DatabaseService::NewStub(server_->InProcessChannel({}));
  }
  ~Service() { server_->Shutdown(); }
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  v1::DatabaseService::Stub& stub() { return *stub_; }
  std::string address() const { return "unix:" + (folder_.path() / "socket").string(); }

  grpc::Status start(const std::string& id, const std::string& bytes,
                     v1::StartUploadResponse& response) {
    v1::StartUploadRequest request;
    request.set_database_id(id);
    request.set_size_bytes(static_cast<std::int64_t>(bytes.size()));
    request.set_sha256(sha256(std::string_view(bytes)));
    grpc::ClientContext context;
    return stub_->StartUpload(&context, request, &response);
  }

  /// Sends bytes [from, to) in chunks of 100 kB, the last with `finish` where asked for.
  grpc::Status send(const std::string& upload_id, std::string_view bytes, std::size_t from,
                    std::size_t to, bool finish, v1::UploadDatabaseResponse& response) {
    grpc::ClientContext context;
    const auto stream = stub_->UploadDatabase(&context, &response);
    v1::UploadDatabaseRequest request;
    request.set_upload_id(upload_id);
    while (from < to) {
      const std::string_view chunk = bytes.substr(from, std::min(to - from, std::size_t{100000}));
      request.set_offset_bytes(static_cast<std::int64_t>(from));
      request.set_data(std::string(chunk));
      request.set_crc32c(crc32c(chunk));
      from += chunk.size();
      request.set_finish(finish && from == to);
      if (!stream->Write(request)) break;
      request.clear_upload_id();
    }
    stream->WritesDone();
    return stream->Finish();
  }

  v1::Database upload(const std::string& id, const std::string& bytes) {
    v1::StartUploadResponse begun;
    REQUIRE(start(id, bytes, begun).ok());
    v1::UploadDatabaseResponse response;
    const grpc::Status status = send(begun.upload_id(), bytes, 0, bytes.size(), true, response);
    INFO(status.error_message());
    REQUIRE(status.ok());
    return response.database();
  }

  /// All values of a dataset, and its shape.
  grpc::Status read(const v1::ReadCoefficientsRequest& request, std::vector<double>& values,
                    std::vector<std::int64_t>& shape) {
    grpc::ClientContext context;
    const auto stream = stub_->ReadCoefficients(&context, request);
    v1::ReadCoefficientsResponse part;
    while (stream->Read(&part)) {
      if (values.empty()) shape.assign(part.shape().begin(), part.shape().end());
      values.insert(values.end(), part.values().begin(), part.values().end());
    }
    return stream->Finish();
  }

 private:
  testing::TemporaryFolder folder_;
  AccessControl access_{SecurityOptions{}};
  PerTenant<Catalogue> catalogues_{[this](const std::string& /*tenant*/) {
    return std::make_unique<Catalogue>(folder_.path(), ReaderProcess(RAFTUP_READER));
  }};
  WorkerPool pool_{2};
  DatabaseService service_{access_, catalogues_, pool_};
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::DatabaseService::Stub> stub_;
};

google::rpc::ErrorInfo info_of(const grpc::Status& status) {
  google::rpc::Status details;
  google::rpc::ErrorInfo info;
  REQUIRE(details.ParseFromString(status.error_details()));
  REQUIRE(details.details(0).UnpackTo(&info));
  return info;
}

const std::filesystem::path kAlongside = testing::own_data() / "alongside.h5";

}  // namespace

TEST_CASE("database service: an upload that breaks off goes on and gives the database",
          "[rpc][databases]") {
  Service service;
  const std::string bytes = bytes_of(kAlongside);
  v1::StartUploadResponse begun;
  REQUIRE(service.start("two-ships", bytes, begun).ok());
  REQUIRE(begun.chunk_limit_bytes() == 1 << 20);
  v1::UploadDatabaseResponse response;
  REQUIRE(service.send(begun.upload_id(), bytes, 0, 1000000, false, response).ok());
  REQUIRE(response.committed_bytes() == 1000000);
  REQUIRE_FALSE(response.has_database());

  REQUIRE(service.start("two-ships", bytes, begun).ok());
  REQUIRE(begun.committed_bytes() == 1000000);
  REQUIRE(service.send(begun.upload_id(), bytes, 1000000, bytes.size(), true, response).ok());
  REQUIRE(response.database().body_count() == 2);
  REQUIRE(response.database().has_body_interaction());
  REQUIRE(response.database().findings(0).name() == "added_mass_asymmetric");
  REQUIRE(response.database().findings(0).severity() == v1::SEVERITY_WARNING);

  REQUIRE(service.start("two-ships", bytes, begun).ok());
  REQUIRE(begun.existing_database() == response.database().name());
}

TEST_CASE("database service: a chunk at another place tells where to go on", "[rpc][databases]") {
  Service service;
  const std::string bytes(5000, 'x');
  v1::StartUploadResponse begun;
  REQUIRE(service.start("nonsense", bytes, begun).ok());
  v1::UploadDatabaseResponse response;
  REQUIRE(service.send(begun.upload_id(), bytes, 0, 3000, false, response).ok());
  const grpc::Status status = service.send(begun.upload_id(), bytes, 0, 3000, false, response);
  REQUIRE(status.error_code() == grpc::StatusCode::ABORTED);
  REQUIRE(info_of(status).reason() == "UPLOAD_OFFSET");
  REQUIRE(info_of(status).metadata().at("committed_bytes") == "3000");
}

TEST_CASE("database service: a file that is no database is an error, and remembered",
          "[rpc][databases]") {
  Service service;
  const std::string bytes(5000, 'x');
  v1::StartUploadResponse begun;
  REQUIRE(service.start("nonsense", bytes, begun).ok());
  v1::UploadDatabaseResponse response;
  const grpc::Status status = service.send(begun.upload_id(), bytes, 0, 5000, true, response);
  REQUIRE(status.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
  REQUIRE(info_of(status).reason() == "DATABASE_REJECTED");
  grpc::ClientContext context;
  v1::GetUploadRequest request;
  request.set_upload_id(begun.upload_id());
  v1::GetUploadResponse upload;
  REQUIRE(service.stub().GetUpload(&context, request, &upload).ok());
  REQUIRE(upload.state() == v1::DATABASE_STATE_REJECTED);
  REQUIRE(upload.rejection() == status.error_message());
}

TEST_CASE("database service: coefficients come back to the bit", "[rpc][databases]") {
  Service service;
  const std::string name = service.upload("two-ships", bytes_of(kAlongside)).name();
  const hydro::Database database = hydro::read_bemio(kAlongside);
  v1::ReadCoefficientsRequest request;
  request.set_name(name);
  std::vector<double> values;
  std::vector<std::int64_t> shape;
  SECTION("a long series in several messages") {
    request.set_dataset("retardation_kernel");
    REQUIRE(service.read(request, values, shape).ok());
    REQUIRE(shape == std::vector<std::int64_t>{1001, 12, 12});
    REQUIRE(values[(1000 * 12 + 7) * 12 + 3] == database.retardation_kernel.values[1000](7, 3));
  }
  SECTION("one block") {
    request.set_dataset("added_mass");
    request.set_row_body(1);
    request.set_column_body(2);
    REQUIRE(service.read(request, values, shape).ok());
    REQUIRE(shape == std::vector<std::int64_t>{117, 6, 6});
    REQUIRE(values[(5 * 6 + 1) * 6 + 2] == database.added_mass[5](1, 8));
  }
  SECTION("a transfer function") {
    request.set_dataset("excitation_force");
    request.set_row_body(2);
    REQUIRE(service.read(request, values, shape).ok());
    REQUIRE(shape == std::vector<std::int64_t>{2, 117, 24, 6});
    REQUIRE(values[((117 + 10) * 24 + 3) * 6 + 2] == database.excitation.values[3](8, 10).imag());
  }
  SECTION("a value of each body") {
    request.set_dataset("center_of_gravity");
    REQUIRE(service.read(request, values, shape).ok());
    REQUIRE(shape == std::vector<std::int64_t>{2, 3});
    REQUIRE(values[4] == database.bodies[1].center_of_gravity.y());
  }
  SECTION("data that the file lacks") {
    request.set_dataset("diffraction_force");
    const grpc::Status status = service.read(request, values, shape);
    REQUIRE(status.error_code() == grpc::StatusCode::NOT_FOUND);
    REQUIRE(status.error_message() == "the database has no diffraction_force");
  }
  SECTION("a dataset that does not exist") {
    request.set_dataset("magic");
    const grpc::Status status = service.read(request, values, shape);
    REQUIRE(status.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
    REQUIRE_THAT(status.error_message(), Catch::StartsWith("dataset must be one of body, xyz,"));
  }
  SECTION("a body that does not exist") {
    request.set_dataset("added_mass");
    request.set_column_body(3);
    REQUIRE(service.read(request, values, shape).error_message() ==
            "column_body must be 0 (all) to 2, got 3");
  }
}

TEST_CASE("database service: a node of a family is read as a database is",
          "[rpc][databases][configurations]") {
  Service service;
  const std::vector<std::byte> image = testing::ships_apart();
  const auto* bytes = reinterpret_cast<const char*>(image.data());
  v1::ReadCoefficientsRequest request;
  request.set_name(service.upload("family", std::string(bytes, image.size())).name());
  std::vector<double> values;
  std::vector<std::int64_t> shape;
  SECTION("its place") {
    request.set_dataset("node_position");
    REQUIRE(service.read(request, values, shape).ok());
    REQUIRE(shape == std::vector<std::int64_t>{2, 3});
    REQUIRE(values[4] == Approx(values[1] + 2.0));
    REQUIRE(values[3] == values[0]);
    REQUIRE(values[5] == 0.0);
  }
  SECTION("its place on a track") {
    const std::vector<std::byte> track = testing::ships_along_a_track();
    const std::string file(reinterpret_cast<const char*>(track.data()), track.size());
    request.set_name(service.upload("track", file).name());
    request.set_dataset("node_position");
    REQUIRE(service.read(request, values, shape).ok());
    REQUIRE(shape == std::vector<std::int64_t>{2, 1, 3});
    REQUIRE(values[4] == Approx(values[1] + 2.0));
  }
  SECTION("its coefficients") {
    request.set_dataset("center_of_gravity");
    std::vector<double> away;
    REQUIRE(service.read(request, values, shape).ok());
    request.set_node(1);
    REQUIRE(service.read(request, away, shape).ok());
    REQUIRE(away.at(4) == values.at(4) + 2.0);
    REQUIRE(shape == std::vector<std::int64_t>{2, 3});
  }
  SECTION("a node that does not exist") {
    request.set_node(2);
    REQUIRE(service.read(request, values, shape).error_message() == "node must be 0 to 1, got 2");
  }
}

TEST_CASE("database service: a C++ client gets all that a database has, drift and qtfs too",
          "[rpc][databases]") {
  Service service;
  const hydro::Database database = testing::with_modes(testing::complete_database(2));
  const std::vector<std::byte> image = hydro::write_raftup(database);
  const auto* bytes = reinterpret_cast<const char*>(image.data());
  v1::ReadCoefficientsRequest request;
  request.set_name(service.upload("complete", std::string(bytes, image.size())).name());
  client::Client client(service.address());
  const client::Coefficients all = client.read_coefficients(request);
  REQUIRE(all.arrays().size() == hydro::array_names().size());
  REQUIRE(all["influenced_dof"].texts.at(8) == "ship2.heave");
  REQUIRE(all["gravity"].at({}) == database.gravity);
  const client::CoefficientArray& drift = all["mean_drift_force"];
  REQUIRE(drift.dimensions ==
          std::vector<std::string>{"omega", "wave_direction", "influenced_dof"});
  REQUIRE(drift.units == "N/m2, N/m");
  REQUIRE(drift.at({2, 1, 7}) == database.mean_drift_force[1](7, 2));
  const auto& entry = database.qtf_difference.entries[1];
  REQUIRE(all["qtf_difference"].at({1, 1, 0, 1}) == entry.values(0, 1).imag());
  REQUIRE(all["qtf_difference_influenced_dof"].at({1}) == 2.0);
  REQUIRE(all["qtf_difference_direction"].at({1, 0}) == entry.direction_1);
  REQUIRE_THROWS_AS(all["magic"], std::out_of_range);

  request.set_dataset("mean_drift_force");
  request.set_row_body(2);
  const client::Coefficients one = client.read_coefficients(request);
  REQUIRE(one.arrays().size() == 1);
  REQUIRE(one["mean_drift_force"].at({2, 1, 1}) == database.mean_drift_force[1](7, 2));
}

TEST_CASE("database service: a mesh comes back as it is drawn, a database is none",
          "[rpc][databases]") {
  Service service;
  const auto read = [&](const std::string& name, v1::ReadMeshResponse& mesh) {
    grpc::ClientContext context;
    v1::ReadMeshRequest request;
    request.set_name(name);
    const auto stream = service.stub().ReadMesh(&context, request);
    for (v1::ReadMeshResponse part; stream->Read(&part);) mesh.MergeFrom(part);
    return stream->Finish();
  };
  std::string grid;  // 200 x 200 nodes: more than a message holds
  for (int i = 0; i < 200; ++i) {
    for (int j = 0; j < 200; ++j) grid += fmt::format("v {} {} {}\n", i, j, 0.001 * i * j - 5.0);
  }
  for (int i = 0; i + 1 < 200; ++i) {
    for (int j = 1; j < 200; ++j) {
      const int node = 200 * i + j;
      grid += fmt::format("f {} {} {} {}\n", node, node + 1, node + 201, node + 200);
    }
  }
  v1::ReadMeshResponse mesh;
  const std::string name = service.upload("grid", grid).name();
  REQUIRE(read(name, mesh).ok());
  REQUIRE(mesh.vertices_size() == 3 * 200 * 200);
  REQUIRE(mesh.triangles_size() == 3 * 2 * 199 * 199);
  const auto corner = [&](int i) { return static_cast<int>(mesh.triangles(i)); };
  const int last = mesh.triangles_size() - 1;
  CHECK(corner(last) < 200 * 200);
  const float x = mesh.vertices(3 * corner(last));
  const float y = mesh.vertices(3 * corner(last) + 1);
  CHECK(mesh.vertices(3 * corner(last) + 2) ==
        Approx(0.001 * x * y - 5.0).epsilon(0.0).margin(1e-5));

  v1::ReadMeshResponse nothing;
  const auto ship = service.upload("ship", bytes_of(testing::own_data() / "hemisphere.h5"));
  const grpc::Status refused = read(ship.name(), nothing);
  CHECK(refused.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
  CHECK_THAT(refused.error_message(), Catch::Matchers::Contains("mesh"));
  CHECK(read("databases/unknown", nothing).error_code() == grpc::StatusCode::NOT_FOUND);
}

TEST_CASE("database service: lists in pages, gets and deletes", "[rpc][databases]") {
  Service service;
  const std::string bytes = bytes_of(testing::own_data() / "hemisphere.h5");
  service.upload("ship", bytes);
  v1::StartUploadResponse begun;
  for (const char* id : {"ship-2", "tug-1"}) REQUIRE(service.start(id, bytes, begun).ok());
  v1::ListDatabasesRequest list;
  list.set_page_size(2);
  std::vector<std::string> ids;
  do {
    grpc::ClientContext context;
    v1::ListDatabasesResponse page;
    REQUIRE(service.stub().ListDatabases(&context, list, &page).ok());
    REQUIRE(page.databases_size() <= 2);
    for (const auto& database : page.databases()) ids.push_back(database.display_name());
    list.set_page_token(page.next_page_token());
  } while (!list.page_token().empty());
  // "-" comes before the "@" that ends an id
  REQUIRE(ids == std::vector<std::string>{"ship-2", "ship", "tug-1"});

  grpc::ClientContext deleting;
  v1::DeleteDatabaseRequest remove;
  remove.set_name("ship-2");
  v1::DeleteDatabaseResponse removed;
  REQUIRE(service.stub().DeleteDatabase(&deleting, remove, &removed).ok());
  grpc::ClientContext getting;
  v1::GetDatabaseRequest get;
  get.set_name("ship-2");
  v1::GetDatabaseResponse got;
  REQUIRE(service.stub().GetDatabase(&getting, get, &got).error_code() ==
          grpc::StatusCode::NOT_FOUND);
}
