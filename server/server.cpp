#include "server/server.hpp"

#include <fmt/format.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>

#include "hydro/error.hpp"
#include "server/databases/catalogue.hpp"
#include "server/databases/file_fit_cache.hpp"
#include "server/listen_address.hpp"
#include "server/rpc/database_service.hpp"
#include "server/rpc/session_service.hpp"

namespace raftup::server {

namespace {

constexpr int kBackgroundThreads = 2;
constexpr int kKeepaliveMs = 20000;
constexpr int kKeepaliveTimeoutMs = 10000;
constexpr int kLeastPingIntervalMs = 10000;  ///< clients that ping more often are sent away
constexpr int kStreamsPerConnection = 256;
constexpr int kMessageByteLimit = 16 << 20;  ///< a model with long component lists

}  // namespace

class Server::Implementation {
 public:
  explicit Implementation(const ServerOptions& options)
      : pool_(options.workers == 0 ? WorkerPool::default_thread_count() : options.workers),
        sessions_(pool_, options.session_limit),
        catalogue_(options.data, ReaderProcess(options.reader)),
        fits_(options.data / "fits"),
        session_service_(
            background_, sessions_,
            [this](const std::string& name) { return catalogue_.open(name); }, &fits_),
        database_service_(catalogue_, background_) {
    start(options);
  }

  const std::vector<std::string>& addresses() const { return addresses_; }

  void drain(std::chrono::milliseconds grace) {
    server_->GetHealthCheckService()->SetServingStatus(false);
    sessions_.drain();
    server_->Shutdown(std::chrono::system_clock::now() + grace);
    server_->Wait();
  }

 private:
  void start(const ServerOptions& options) {
    require(!options.listen.empty(), "listen must name at least one address");
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    grpc::ServerBuilder builder;
    // A second server on the same port must fail, not share it.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                               kLeastPingIntervalMs);
    builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kStreamsPerConnection);
    builder.SetMaxReceiveMessageSize(kMessageByteLimit);
    builder.RegisterService(&session_service_);
    builder.RegisterService(&database_service_);
    std::vector<int> ports(options.listen.size(), 0);
    for (std::size_t i = 0; i < options.listen.size(); ++i) {
      check_listen_address(options.listen[i], options.insecure);
      builder.AddListeningPort(options.listen[i], grpc::InsecureServerCredentials(), &ports[i]);
    }
    server_ = builder.BuildAndStart();
    require(server_ != nullptr, fmt::format("listen must name addresses that are free, got {}",
                                            fmt::join(options.listen, ", ")));
    for (std::size_t i = 0; i < options.listen.size(); ++i) {
      addresses_.push_back(with_port(options.listen[i], ports[i]));
    }
    auto* health = server_->GetHealthCheckService();
    health->SetServingStatus("raftup.v1.SessionService", true);
    health->SetServingStatus("raftup.v1.DatabaseService", true);
  }

  WorkerPool pool_;                            ///< steps sessions
  WorkerPool background_{kBackgroundThreads};  ///< builds models, reads and writes databases
  SessionRegistry sessions_;
  Catalogue catalogue_;
  FileFitCache fits_;
  SessionService session_service_;
  DatabaseService database_service_;
  std::unique_ptr<grpc::Server> server_;
  std::vector<std::string> addresses_;
};

Server::Server(const ServerOptions& options)
    : implementation_(std::make_unique<Implementation>(options)) {}

Server::~Server() { implementation_->drain(std::chrono::milliseconds(0)); }

const std::vector<std::string>& Server::addresses() const { return implementation_->addresses(); }

void Server::drain(std::chrono::milliseconds grace) { implementation_->drain(grace); }

}  // namespace raftup::server
