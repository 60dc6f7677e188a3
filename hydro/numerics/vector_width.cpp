#include "hydro/numerics/vector_width.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "hydro/base/error.hpp"

namespace raftup {

std::vector<VectorWidth> vector_widths() {
  std::vector<VectorWidth> widths{VectorWidth::kSse2};
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  if (__builtin_cpu_supports("x86-64-v3")) widths.push_back(VectorWidth::kAvx2);
  if (__builtin_cpu_supports("x86-64-v4")) widths.push_back(VectorWidth::kAvx512);
#endif
  return widths;
}

std::string_view vector_width_name(VectorWidth width) {
  switch (width) {
    case VectorWidth::kAvx512:
      return "avx512";
    case VectorWidth::kAvx2:
      return "avx2";
    default:
      return "sse2";
  }
}

VectorWidth chosen_vector_width(const char* name) {
  const std::vector<VectorWidth> widths = vector_widths();
  if (name == nullptr) return widths.back();
  const auto found = std::find_if(widths.begin(), widths.end(), [name](VectorWidth width) {
    return vector_width_name(width) == name;
  });
  if (found != widths.end()) return *found;
  std::string rule = "RAFTUP_VECTOR must be a width that this processor has:";
  for (const VectorWidth width : widths) {
    rule += (width == widths.front() ? " " : ", ") + std::string(vector_width_name(width));
  }
  throw Error(ErrorCode::kInvalidArgument, rule + ", got " + name);
}

VectorWidth vector_width_of_environment() {
  return chosen_vector_width(std::getenv("RAFTUP_VECTOR"));
}

}  // namespace raftup
