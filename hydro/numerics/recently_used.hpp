#pragma once

#include <algorithm>
#include <cstddef>
#include <list>
#include <optional>
#include <utility>

namespace raftup {

/// Cache of the values that were used most recently, by their keys. Not thread-safe.
template <typename Key, typename Value>
class RecentlyUsed {
 public:
  /// @param most greatest number of values that are kept, >= 1
  explicit RecentlyUsed(std::size_t most) : most_(most) {}

  /// Returns the value with this key, if it is in the cache.
  std::optional<Value> find(const Key& key) {
    const auto found = place_of(key);
    if (found == values_.end()) return std::nullopt;
    values_.splice(values_.begin(), values_, found);
    return values_.front().second;
  }

  /// Stores a value. It replaces a value with the same key, or else the least recently used one if
  /// the cache is full.
  void store(const Key& key, Value value) {
    const auto known = place_of(key);
    if (known != values_.end()) values_.erase(known);
    values_.emplace_front(key, std::move(value));
    if (values_.size() > most_) values_.pop_back();
  }

 private:
  auto place_of(const Key& key) {
    return std::find_if(values_.begin(), values_.end(),
                        [&](const auto& entry) { return entry.first == key; });
  }

  std::size_t most_;
  std::list<std::pair<Key, Value>> values_;  ///< keys and values, the most recently used first
};

}  // namespace raftup
