#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

struct mg_context;

namespace raftup::server {

/// An HTTP server (without TLS) with a few pages for the operators of a server. It accepts GET and
/// HEAD requests only and answers two at a time.
class AdminEndpoint {
 public:
  struct Page {
    int status = 200;
    std::string body;
    const char* content_type = "text/plain; charset=utf-8";
  };
  /// Functions that make the pages, by path, such as "/livez". They are called in threads of the
  /// endpoint.
  using Pages = std::map<std::string, std::function<Page()>>;

  /// Starts the HTTP server.
  /// @param address address that check_admin_address() has accepted, "HOST:PORT"; port 0 = any free
  ///         port
  /// @throws Error(kInvalidArgument) if the address is in use or does not belong to this machine
  AdminEndpoint(const std::string& address, Pages pages);
  ~AdminEndpoint();
  AdminEndpoint(const AdminEndpoint&) = delete;
  AdminEndpoint& operator=(const AdminEndpoint&) = delete;

  /// The address on which the HTTP server listens, with the actual port.
  const std::string& address() const { return address_; }
  const Pages& pages() const { return pages_; }

 private:
  Pages pages_;
  std::string address_;
  std::unique_ptr<mg_context, void (*)(mg_context*)> server_;
};

}  // namespace raftup::server
