#include "clients/cpp/connection_options.hpp"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace raftup::client {

namespace {

std::string text_of(const std::string& file) {
  if (file.empty()) return {};
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::invalid_argument("cannot read " + file);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

std::shared_ptr<grpc::ChannelCredentials> credentials_of(const ConnectionOptions& options) {
  if (options.certificate.empty() != options.key.empty()) {
    throw std::invalid_argument("certificate and key must be given together");
  }
  if (options.ca.empty()) {
    if (options.key.empty()) return grpc::InsecureChannelCredentials();
    throw std::invalid_argument("a certificate must come with the ca of the server");
  }
  grpc::SslCredentialsOptions ssl;
  ssl.pem_root_certs = text_of(options.ca);
  ssl.pem_cert_chain = text_of(options.certificate);
  ssl.pem_private_key = text_of(options.key);
  return grpc::SslCredentials(ssl);
}

}  // namespace

std::shared_ptr<grpc::Channel> open_channel(const std::string& address,
                                            const ConnectionOptions& options) {
  grpc::ChannelArguments arguments;
  // A server that has gone without a word is found out within 30 s; the server asks the same of us.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 20000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10000);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  // Clients of their own do not share a connection: one slow stream would hold the others.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(address, credentials_of(options), arguments);
}

std::unique_ptr<grpc::ClientContext> make_context(const std::string& token) {
  auto context = std::make_unique<grpc::ClientContext>();
  if (!token.empty()) context->AddMetadata("authorization", "Bearer " + token);
  return context;
}

}  // namespace raftup::client
