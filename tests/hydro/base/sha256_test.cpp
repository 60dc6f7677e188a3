#include "hydro/base/sha256.hpp"

#include "tests/support/catch.hpp"

using namespace raftup;

TEST_CASE("SHA-256: the vectors of FIPS 180", "[hydro][base]") {
  REQUIRE(sha256(std::string_view("")) ==
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  REQUIRE(sha256(std::string_view("abc")) ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("SHA-256: pieces give the digest of the whole", "[hydro][base]") {
  const std::string text(1000, 'x');
  const auto bytes = std::as_bytes(std::span(text));
  Sha256 digest;
  digest.update(bytes.first(1));
  digest.update(bytes.subspan(1, 0));
  digest.update(bytes.subspan(1));
  REQUIRE(digest.finish() == sha256(text));
}
