#include "server/operation/admin_endpoint.hpp"

#include <civetweb.h>
#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "hydro/base/error.hpp"
#include "server/base/socket.hpp"
#include "server/operation/periodic_thread.hpp"

namespace raftup::server {

namespace {

using Page = AdminEndpoint::Page;

Page page_of(const AdminEndpoint& endpoint, const mg_request_info& request) {
  const std::string_view method = request.request_method;
  if (method != "GET" && method != "HEAD") return {405, "method must be GET or HEAD\n"};
  const auto found = endpoint.pages().find(request.local_uri);
  if (found == endpoint.pages().end()) {
    std::string paths;
    for (const auto& [path, page] : endpoint.pages()) paths += path + '\n';
    return {404, "path must be one of\n" + paths};
  }
  try {
    return found->second();
  } catch (const std::exception& error) {
    return {500, fmt::format("{}\n", error.what())};
  }
}

/// Answers a request for a page.
/// @returns the HTTP status; civetweb regards any value but 0 as an answered request
int answer(mg_connection* connection) {
  const mg_request_info& request = *mg_get_request_info(connection);
  const Page page = page_of(*static_cast<const AdminEndpoint*>(request.user_data), request);
  std::string text = fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n"
      "Connection: close\r\n\r\n",
      page.status, mg_get_response_code_text(connection, page.status), page.content_type,
      page.body.size());
  if (std::string_view(request.request_method) != "HEAD") text += page.body;
  mg_write(connection, text.data(), text.size());
  return page.status;
}

int ignore_message(const mg_connection* /*connection*/, const char* /*message*/) { return 1; }

/// Starts an HTTP server at an address.
/// @throws Error(kInvalidArgument) if it cannot be started
mg_context* start(const std::string& address, AdminEndpoint& endpoint) {
  mg_callbacks callbacks{};
  callbacks.begin_request = &answer;
  callbacks.log_message = &ignore_message;
  std::array<const char*, 9> options = {"listening_ports",
                                        address.c_str(),
                                        "num_threads",
                                        "2",
                                        "request_timeout_ms",
                                        "5000",
                                        "enable_keep_alive",
                                        "no",
                                        nullptr};
  mg_init_data data{&callbacks, &endpoint, options.data()};
  std::array<char, 256> message{};
  mg_error_data error{nullptr, message.data(), message.size()};
  mg_context* const server = mg_start2(&data, &error);
  require(server != nullptr, fmt::format("admin must be an address that is free here, got {}: {}",
                                         address, message.data()));
  return server;
}

}  // namespace

AdminEndpoint::AdminEndpoint(const std::string& address, Pages pages)
    : pages_(std::move(pages)), server_(start(address, *this), &mg_stop) {
  mg_server_port port{};
  mg_get_server_ports(server_.get(), 1, &port);
  address_ = with_port(address, port.port);
}

AdminEndpoint::~AdminEndpoint() {
  // civetweb checks only every two seconds, or on a connection, whether it should end.
  const PeriodicThread knock(std::chrono::milliseconds(10),
                             [this] { connect_to(address_, std::chrono::milliseconds(100)); });
  server_.reset();
}

}  // namespace raftup::server
