#include "clients/fmu/front.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace raftup::fmu {

namespace {

constexpr const char* kLogCategories[] = {"logStatusDiscard", "logStatusError"};

}  // namespace

Instances& instances() {
  static Instances living;
  return living;
}

const char* log_category(Refusal refusal) {
  return kLogCategories[refusal == Refusal::kDiscard ? 0 : 1];
}

void check_log_categories(std::span<const char* const> names) {
  for (const char* const name : names) {
    const bool known =
        name != nullptr && std::ranges::count(kLogCategories, std::string_view(name)) > 0;
    require(known, "a category must be logStatusError or logStatusDiscard");
  }
}

void check_orders(std::span<const std::int32_t> orders) {
  const bool first = std::ranges::all_of(orders, [](std::int32_t order) { return order == 1; });
  require(first, "derivatives of outputs must be of order 1");
}

}  // namespace raftup::fmu
