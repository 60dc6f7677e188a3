#pragma once

#include <string>
#include <vector>

#include "solver/description/any_kind.hpp"

namespace raftup::solver {

/// Visitor that collects the names of the bodies in the fields of a description; "" is the world.
class NamedBodies {
 public:
  template <typename Description>
  static std::vector<std::string> of(const Description& description) {
    NamedBodies visitor;
    Description::fields(description, visitor);
    return std::move(visitor.names_);
  }

  template <typename Value>
  void operator()(std::string_view /*name*/, const Value& value, FieldRule rule = {}) {
    if constexpr (Described<Value>) {
      Value::fields(value, *this);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      if (rule.reference == Reference::kBody || rule.reference == Reference::kOtherBody ||
          rule.reference == Reference::kAnyBody) {
        names_.push_back(value);
      }
    } else if constexpr (Sequence<Value>) {
      for (const auto& item : value) (*this)({}, item, rule);
    }
  }
  template <typename Value>
  void pose(std::string_view /*prefix*/, const Value& /*pose*/) {}
  template <typename Value>
  void beside(const Value& /*value*/) {}
  template <typename Kinds>
  void one_of(const Kinds& kinds) {
    visit_kind([this](const auto& kind) { kind.fields(kind, *this); }, kinds);
  }

 private:
  std::vector<std::string> names_;
};

}  // namespace raftup::solver
