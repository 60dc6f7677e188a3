/// @file Compiled by two tests of CMakeLists.txt: a load whose hook is spelt as LoadDescription has
/// it, and one whose hook is misspelt, which the compiler must refuse.
#include "solver/model/loads/load_description.hpp"

#ifdef RAFTUP_MISSPELT
#define RAFTUP_HOOK compleet
#else
#define RAFTUP_HOOK complete
#endif

namespace {

struct Spring final : raftup::solver::LoadDescription {
  void RAFTUP_HOOK(const raftup::solver::Model& /*model*/) override {}
};

}  // namespace

int main() {
  Spring spring;
  return spring.outputs().empty() ? 0 : 1;
}
