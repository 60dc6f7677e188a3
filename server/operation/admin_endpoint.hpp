#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

struct mg_context;

namespace raftup::server {

/// A few pages over plaintext HTTP for the operators of a server: GET and HEAD only, two at a time.
class AdminEndpoint {
 public:
  struct Page {
    int status = 200;
    std::string body;
    const char* content_type = "text/plain; charset=utf-8";
  };
  /// By path, "/livez". Called from threads of the endpoint.
  using Pages = std::map<std::string, std::function<Page()>>;

  /// @param address a checked address, "HOST:PORT"; port 0 = any free one
  /// @throws Error(kInvalidArgument) if the address is not free or not of this machine
  AdminEndpoint(const std::string& address, Pages pages);
  ~AdminEndpoint();
  AdminEndpoint(const AdminEndpoint&) = delete;
  AdminEndpoint& operator=(const AdminEndpoint&) = delete;

  /// The address on which it listens, with the actual port.
  const std::string& address() const { return address_; }
  const Pages& pages() const { return pages_; }

 private:
  Pages pages_;
  std::string address_;
  std::unique_ptr<mg_context, void (*)(mg_context*)> server_;
};

}  // namespace raftup::server
