#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "solver/description/fields.hpp"

namespace raftup::solver {

/// A description that is of one of several kinds, such as a kind of load. It is a value like a
/// std::variant, but its header does not need the headers of all kinds. Code that creates or reads
/// one kind includes the header of that kind only. Code that visits all kinds includes the header
/// in which `List` is complete: List::Kinds is a std::variant of all kinds. After an AnyKind was
/// moved from, it has no kind.
template <typename List>
class AnyKind {
 public:
  template <typename Kind>
  requires requires { Kind::kKind; }
  // NOLINTNEXTLINE(*-explicit-constructor): as a variant is made of what it holds
  AnyKind(Kind kind) : held_(std::make_unique<Of<Kind>>(std::move(kind))) {}
  AnyKind(const AnyKind& other) : held_(other.held_ ? other.held_->copy() : nullptr) {}
  AnyKind(AnyKind&&) noexcept = default;
  AnyKind& operator=(const AnyKind& other) {
    if (this != &other) held_ = other.held_ ? other.held_->copy() : nullptr;
    return *this;
  }
  AnyKind& operator=(AnyKind&&) noexcept = default;
  ~AnyKind() = default;

  /// The value if it is of the kind `Kind`, else null.
  template <typename Kind>
  const Kind* get_if() const noexcept {
    return held_ && held_->type == &kType<Kind> ? &static_cast<const Of<Kind>&>(*held_).value
                                                : nullptr;
  }
  template <typename Kind>
  Kind* get_if() noexcept {
    return const_cast<Kind*>(std::as_const(*this).template get_if<Kind>());
  }
  /// Returns the value, which must be of the kind `Kind`.
  /// @throws std::bad_variant_access if it is of another kind
  template <typename Kind>
  const Kind& get() const {
    const Kind* kind = get_if<Kind>();
    if (kind == nullptr) throw std::bad_variant_access();
    return *kind;
  }
  template <typename Kind>
  Kind& get() {
    return const_cast<Kind&>(std::as_const(*this).template get<Kind>());
  }
  template <typename Kind>
  bool holds() const noexcept {
    return get_if<Kind>() != nullptr;
  }

  /// Index of the kind of the value in List::Kinds.
  /// @throws std::bad_variant_access if it has no kind
  std::size_t index() const { return index_among(std::type_identity<typename List::Kinds>()); }

 private:
  /// A variable whose address identifies a kind.
  template <typename Kind>
  static constexpr char kType = 0;

  struct Held {
    explicit Held(const void* of_type) : type(of_type) {}
    Held(const Held&) = default;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
    virtual std::unique_ptr<Held> copy() const = 0;

    const void* type;
  };

  template <typename Kind>
  struct Of final : Held {
    explicit Of(Kind of_value) : Held(&kType<Kind>), value(std::move(of_value)) {}
    std::unique_ptr<Held> copy() const override { return std::make_unique<Of>(*this); }

    Kind value;
  };

  template <typename... Kinds>
  std::size_t index_among(std::type_identity<std::variant<Kinds...>> /*of*/) const {
    std::size_t index = 0;
    const bool found = ((holds<Kinds>() || (++index, false)) || ...);
    if (!found) throw std::bad_variant_access();
    return index;
  }

  std::unique_ptr<Held> held_;
};

/// Calls `visitor` with the value in its own kind, like std::visit().
template <typename Visitor, typename... Kinds>
decltype(auto) visit_kind(Visitor&& visitor, const std::variant<Kinds...>& kinds) {
  return std::visit(std::forward<Visitor>(visitor), kinds);
}
template <typename Visitor, typename... Kinds>
decltype(auto) visit_kind(Visitor&& visitor, std::variant<Kinds...>& kinds) {
  return std::visit(std::forward<Visitor>(visitor), kinds);
}

/// The implementation of visit_kind() for an AnyKind, which may be const.
template <typename Visitor, typename Any, typename First, typename... Rest>
decltype(auto) visit_among(Visitor& visitor, Any& any,
                           std::type_identity<std::variant<First, Rest...>> /*of*/) {
  if constexpr (sizeof...(Rest) == 0) {
    return visitor(any.template get<First>());
  } else {
    if (auto* kind = any.template get_if<First>()) return visitor(*kind);
    return visit_among(visitor, any, std::type_identity<std::variant<Rest...>>());
  }
}

template <typename Visitor, typename List>
decltype(auto) visit_kind(Visitor&& visitor, const AnyKind<List>& any) {
  return visit_among(visitor, any, std::type_identity<typename List::Kinds>());
}
template <typename Visitor, typename List>
decltype(auto) visit_kind(Visitor&& visitor, AnyKind<List>& any) {
  return visit_among(visitor, any, std::type_identity<typename List::Kinds>());
}

/// The names of all kinds of an AnyKind: "a, b, c".
template <typename List>
std::string kind_names(const AnyKind<List>& /*any*/) {
  return kind_names(typename List::Kinds());
}

}  // namespace raftup::solver
