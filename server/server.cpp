#include "server/server.hpp"

#include <fmt/format.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>

#include "hydro/base/error.hpp"
#include "server/base/socket.hpp"
#include "server/databases/catalogue.hpp"
#include "server/databases/radiation_cache.hpp"
#include "server/moorings/mooring_process.hpp"
#include "server/operation/admin_endpoint.hpp"
#include "server/operation/health.pb.h"
#include "server/operation/metrics_page.hpp"
#include "server/operation/periodic_thread.hpp"
#include "server/operation/readiness.hpp"
#include "server/rpc/database_service.hpp"
#include "server/rpc/estimate_service.hpp"
#include "server/rpc/session_service.hpp"
#include "server/security/access_control.hpp"
#include "server/security/connection_acceptor.hpp"
#include "server/security/tls_credentials.hpp"
#include "server/storage/build_identity.hpp"
#include "server/storage/folder_layout.hpp"
#include "server/storage/session_host.hpp"
#include "solver/geometry/collision/defect_memory.hpp"

namespace raftup::server {

namespace {

/// Threads of each of the pools for background work, and how many of them one tenant can use.
constexpr int kSharedThreads = 3, kOfOneTenant = 2;
constexpr int kLeastSpareThreads = 4;
constexpr auto kLookAfterPeriod = std::chrono::milliseconds(100);
constexpr auto kHousekeepingPeriod = std::chrono::seconds(1);
constexpr int kLeastPingIntervalMs = 10000;  ///< clients that ping more often are disconnected
constexpr int kHandshakeTimeoutMs = 10000;   ///< ms for the handshakes of TLS and HTTP/2
constexpr int kStreamsPerConnection = 256;
constexpr int kMessageByteLimit = 16 << 20;  ///< bytes, for a model with long lists of components

/// Returns the program that computes mooring systems, or null if no library of MoorDyn is given.
DatabaseLookup::Moorings moorings_of(const ServerOptions& options) {
  if (options.moordyn.empty()) return nullptr;
  return std::make_shared<MoorDynMoorings>(
      MoorDynProgram{options.moordyn_program, options.moordyn});
}

/// Returns the limits of the pool for steps. A tenant with long steps gets half of the spare
/// threads, so that others have threads left.
PoolLimits stepping_limits(int workers) {
  const int threads = workers == 0 ? WorkerPool::default_thread_count() : workers;
  const int spare = std::max(kLeastSpareThreads, threads);
  return {.threads = threads, .spare_threads = spare, .running_per_tenant = threads + spare / 2};
}

/// Returns the library of materials that shapes can use without a description in the model.
DatabaseLookup::Materials materials_of(const ServerOptions& options) {
  auto library = solver::MaterialLibrary::standard();
  if (!options.materials.empty()) library.add_folder(options.materials);
  return std::make_shared<const solver::MaterialLibrary>(std::move(library));
}

/// Disables compression. A compressed message of one MiB may expand to a GiB, and it is expanded
/// before the sender is authenticated. The data of the server cannot be compressed well.
void refuse_compression(grpc::ServerBuilder& builder) {
  for (const auto algorithm : {GRPC_COMPRESS_DEFLATE, GRPC_COMPRESS_GZIP}) {
    builder.SetCompressionAlgorithmSupportStatus(algorithm, false);
  }
  builder.AddChannelArgument(GRPC_ARG_ENABLE_PER_MESSAGE_DECOMPRESSION, 0);
}

/// Returns the pages for operators: whether the server runs, whether it is ready, and its metrics.
AdminEndpoint::Pages admin_pages(const Readiness& readiness, const MetricSources& sources) {
  return {{"/livez",
           [] {
             return AdminEndpoint::Page{200, "ok\n"};
           }},
          {"/readyz", [&readiness] { return readiness_page(readiness); }},
          {"/metrics", [sources] {
             return AdminEndpoint::Page{200, metrics_page(sources), kMetricsContentType};
           }}};
}

}  // namespace

class Server::Implementation {
 public:
  explicit Implementation(const ServerOptions& options)
      : store_(options.data, options.durability),
        pool_(stepping_limits(options.workers)),
        access_(options.security),
        catalogues_([data = options.data,
                     reader = ReaderProcess(options.reader)](const std::string& tenant) {
          return std::make_unique<Catalogue>(tenant_folder(data, tenant), reader);
        }),
        libraries_{moorings_of(options), materials_of(options)},
        fits_(options.data / "fits", this_build().build_id),
        sessions_(options.session_limit),
        host_(sessions_, store_, pool_, tenant_resources()),
        services_{{access_, calls_, background_, computing_, sessions_, host_},
                  {access_, catalogues_, background_},
                  EstimateService(access_)},
        acceptor_(options.security.connection_limit),
        readiness_(options.data, pool_) {
    catalogues_.of(kDefaultTenant);  // shows at once whether the folder can be used
    start_admin(options);            // reports that the server runs before it is ready
    host_.recover();
    start(options);
  }

  const std::vector<std::string>& addresses() const { return addresses_; }

  std::string admin_address() const { return admin_ ? admin_->address() : ""; }

  void withdraw() {
    readiness_.withdraw();
    health_->update();
  }

  void drain(std::chrono::milliseconds grace) {
    withdraw();
    acceptor_.stop();
    sessions_.drain();
    server_->Shutdown(std::chrono::system_clock::now() + grace);
    server_->Wait();
  }

 private:
  TenantResources tenant_resources() {
    return {[this](const std::string& tenant) -> DatabaseLookup {
              Catalogue& catalogue = catalogues_.of(tenant);
              return DatabaseLookup(
                  [&catalogue](const std::string& name) { return catalogue.open(name); },
                  [&catalogue](const std::string& name) { return catalogue.open_mesh(name); },
                  [&catalogue](const std::string& name) { return catalogue.open_family(name); },
                  libraries_.moorings, libraries_.materials, defects_.of(tenant));
            },
            [this](const std::string& tenant) -> QuotaLedger& { return access_.ledger(tenant); },
            [this](const std::string& tenant) { return &tenant_fits_.of(tenant); }};
  }

  void start(const ServerOptions& options) {
    require(!options.listen.empty(), "listen must name at least one address");
    grpc::EnableDefaultHealthCheckService(true);
    // A use of a message of the file links the file into the program, where reflection finds it.
    require(grpc::health::v1::HealthCheckRequest::descriptor() != nullptr, "health must be known");
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    grpc::ServerBuilder builder;
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, options.keepalive_ms);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, options.keepalive_ms / 2);
    // Connections without open calls are checked too, since the peer of an ended call may have
    // vanished.
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                               kLeastPingIntervalMs);
    builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kStreamsPerConnection);
    builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, kHandshakeTimeoutMs);
    builder.SetMaxReceiveMessageSize(kMessageByteLimit);
    refuse_compression(builder);
    builder.SetResourceQuota(
        grpc::ResourceQuota("raftupd").Resize(options.security.transport_memory));
    std::vector<std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>> counters;
    counters.push_back(call_counter(calls_));
    builder.experimental().SetInterceptorCreators(std::move(counters));
    builder.RegisterService(&services_.sessions);
    builder.RegisterService(&services_.databases);
    builder.RegisterService(&services_.estimates);
    add_receivers(builder, options.security);
    for (const auto& address : options.listen) listen(address, options.security);
    server_ = builder.BuildAndStart();
    if (!server_) throw Error(ErrorCode::kInternal, "gRPC does not start");
    acceptor_.start();
    readiness_.recovered();
    health_.emplace(readiness_, *server_->GetHealthCheckService());
    health_->update();
    housekeeping_.emplace(kHousekeepingPeriod,
                          [this, certificates = CertificateWatch(options.security)]() mutable {
                            health_->update();
                            certificates.look();
                          });
  }

  void start_admin(const ServerOptions& options) {
    if (options.admin.empty()) return;
    check_admin_address(options.admin, options.security.insecure);
    const MetricSources sources{sessions_, store_, access_.refusals(), calls_, readiness_, pool_};
    admin_ = std::make_unique<AdminEndpoint>(options.admin, admin_pages(readiness_, sources));
  }

  using Receiver = grpc::experimental::ExternalConnectionAcceptor;
  struct Receivers {
    std::unique_ptr<Receiver> plaintext;
    std::unique_ptr<Receiver> tls;  ///< null if no address uses TLS
  };
  /// What models can refer to besides databases.
  struct Libraries {
    DatabaseLookup::Moorings moorings;
    DatabaseLookup::Materials materials;
  };

  /// Adds a receiver of plaintext connections and, if configured, one of TLS connections. Unix
  /// sockets are always plaintext, since only this machine can reach them.
  void add_receivers(grpc::ServerBuilder& builder, const SecurityOptions& security) {
    const auto add = [&](const std::shared_ptr<grpc::ServerCredentials>& credentials) {
      return builder.experimental().AddExternalConnectionAcceptor(
          grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD, credentials);
    };
    receivers_.plaintext = add(grpc::InsecureServerCredentials());
    if (security.speaks_tls()) receivers_.tls = add(tls_credentials(security));
  }

  void listen(const std::string& address, const SecurityOptions& security) {
    check_listen_address(address, security.insecure || receivers_.tls != nullptr);
    const bool encrypted = receivers_.tls != nullptr && !address.starts_with("unix:");
    const int port = acceptor_.listen(address, encrypted ? *receivers_.tls : *receivers_.plaintext);
    addresses_.push_back(with_port(address, port));
  }

  SessionStore store_;
  WorkerPool pool_;  ///< steps sessions
  /// Reads and writes databases and waits for sessions.
  WorkerPool background_{{.threads = kSharedThreads, .running_per_tenant = kOfOneTenant}};
  /// Builds models, fits radiation memories and linearizes models.
  WorkerPool computing_{
      {.threads = kSharedThreads, .running_per_tenant = kOfOneTenant, .yields = true}};
  /// Starts spare threads for other sessions when a step takes long.
  PeriodicThread caretaker_{kLookAfterPeriod, [this] { pool_.look_after(); }};
  AccessControl access_;
  CallMetrics calls_;
  PerTenant<Catalogue> catalogues_;
  Libraries libraries_;
  // The memory of defects belongs to one tenant. Otherwise the time of a call would show whether
  // another tenant has used the same mesh.
  PerTenant<DatabaseLookup::Defects> defects_{[](const std::string& /*tenant*/) {
    return std::make_unique<DatabaseLookup::Defects>(std::make_shared<solver::DefectMemory>());
  }};
  RadiationCache fits_;
  PerTenant<TenantFitCache> tenant_fits_{[this](const std::string& tenant) {
    return std::make_unique<TenantFitCache>(fits_, tenant);
  }};
  SessionRegistry sessions_;
  SessionHost host_;
  /// The gRPC services. They use all members above.
  struct {
    SessionService sessions;
    DatabaseService databases;
    EstimateService estimates;
  } services_;
  Receivers receivers_;
  std::unique_ptr<grpc::Server> server_;
  ConnectionAcceptor acceptor_;
  std::vector<std::string> addresses_;
  Readiness readiness_;
  std::optional<HealthReport> health_;
  std::unique_ptr<AdminEndpoint> admin_;
  std::optional<PeriodicThread> housekeeping_;
};

Server::Server(const ServerOptions& options)
    : implementation_(std::make_unique<Implementation>(options)) {}

Server::~Server() { implementation_->drain(std::chrono::milliseconds(0)); }

const std::vector<std::string>& Server::addresses() const { return implementation_->addresses(); }

std::string Server::admin_address() const { return implementation_->admin_address(); }

void Server::withdraw() { implementation_->withdraw(); }

void Server::drain(std::chrono::milliseconds grace) { implementation_->drain(grace); }

}  // namespace raftup::server
