#include "server/operation/admin_endpoint.hpp"

#include <fstream>

#include "server/operation/readiness.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/operator_view.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::server;
using namespace raftup::testing;
using Catch::Contains;

namespace {

AdminEndpoint::Pages pages() {
  return {{"/fine",
           [] {
             return AdminEndpoint::Page{200, "all is well\n"};
           }},
          {"/broken", []() -> AdminEndpoint::Page { throw std::runtime_error("no figures"); }}};
}

}  // namespace

TEST_CASE("admin endpoint: answers for its pages and says which there are", "[server][operation]") {
  const AdminEndpoint endpoint("127.0.0.1:0", pages());
  const HttpAnswer fine = http_get(endpoint.address(), "/fine");
  CHECK(fine.status == 200);
  CHECK(fine.body == "all is well\n");
  CHECK_THAT(fine.head, Contains("Content-Length: 12"));
  CHECK(http_get(endpoint.address(), "/fine", "HEAD").body.empty());
  const HttpAnswer unknown = http_get(endpoint.address(), "/../etc/passwd");
  CHECK(unknown.status == 404);
  CHECK(http_get(endpoint.address(), "/fine", "POST").status == 405);
  CHECK(http_get(endpoint.address(), "/broken").status == 500);
  CHECK(http_get(endpoint.address(), "/nothing").body == "path must be one of\n/broken\n/fine\n");
}

TEST_CASE("admin endpoint: an address that is taken is refused", "[server][operation]") {
  const AdminEndpoint first("127.0.0.1:0", pages());
  CHECK_THROWS_WITH(AdminEndpoint(first.address(), pages()),
                    Contains("admin must be an address that is free here, got " + first.address()));
}

TEST_CASE("readiness: every check is named with what fails it", "[server][operation]") {
  const TemporaryFolder folder;
  const WorkerPool pool(1);
  Readiness readiness(folder.path(), pool);
  AdminEndpoint::Page page = readiness_page(readiness);
  CHECK(page.status == 503);
  CHECK(page.body ==
        "store: ok\nrecovery: sessions are being recovered\ndescriptors: ok\nworkers: ok\n"
        "draining: ok\n");
  readiness.recovered();
  CHECK(readiness_page(readiness).status == 200);
  readiness.withdraw();
  page = readiness_page(readiness);
  CHECK(page.status == 503);
  CHECK_THAT(page.body, Contains("draining: the server is about to stop\n"));
}

TEST_CASE("readiness: a data folder that is gone, or none, is noticed", "[server][operation]") {
  const TemporaryFolder folder;
  const auto data = folder.path() / "data";
  std::filesystem::create_directory(data);
  const WorkerPool pool(1);
  Readiness readiness(data, pool);
  readiness.recovered();
  CHECK(readiness_page(readiness).status == 200);
  CHECK(std::filesystem::is_empty(data));
  std::filesystem::remove(data);
  CHECK(readiness_page(readiness).status == 503);
  std::ofstream(data) << "a file";
  CHECK_THAT(readiness_page(readiness).body, Contains("store: data must be a folder, got"));
}
