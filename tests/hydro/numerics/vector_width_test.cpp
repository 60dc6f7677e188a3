#include "hydro/numerics/vector_width.hpp"

#include <string>

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

TEST_CASE("vector width: the widest there is, unless a name says another", "[numerics]") {
  const std::vector<VectorWidth> widths = vector_widths();
  CHECK(widths.front() == VectorWidth::kSse2);
  CHECK(chosen_vector_width(nullptr) == widths.back());
  for (const VectorWidth width : widths) {
    CHECK(chosen_vector_width(std::string(vector_width_name(width)).c_str()) == width);
  }
}

TEST_CASE("vector width: another name is refused with those that are here", "[numerics]") {
  try {
    chosen_vector_width("mmx");
    FAIL("mmx was taken");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    const std::string message = error.what();
    CHECK(message.starts_with("RAFTUP_VECTOR must be a width that this processor has: sse2"));
    CHECK(message.ends_with(", got mmx"));
  }
}
