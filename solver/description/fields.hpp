#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "hydro/numerics/types.hpp"

/// @file How a description names its fields, once, beside them:
///
///   struct PointSpring {
///     static constexpr std::string_view kKind = "point_spring";  // among the kinds of load
///     double stiffness = 0.0;
///     ...
///     template <typename Self, typename Visitor>
///     static void fields(Self& self, Visitor& field) {
///       field("stiffness", self.stiffness, {"N/m", Bound::kNotNegative});
///       ...
///     }
///   };
///
/// A name is that of the field in files, on the wire and in messages; "added_mass.frame" is the
/// field of a part. The initialiser of a member is its default. Whatever is done with every field
/// is a visitor: checks (field_checks.hpp), bodies that are named (named_bodies.hpp), the digest,
/// reading and writing of messages (server/model/message_fields.hpp). A visitor has
///
///   operator()(name, value, FieldRule)  numbers, text, flags, enumerators, vectors, matrices,
///                                       options and sequences of these, and of descriptions;
///   pose(prefix, value)                 a Pose or an option of one, in two fields:
///                                       prefix + "position" [m], prefix + "attitude_deg";
///   one_of(value)                       a variant of descriptions, the oneof `kind`.
namespace raftup::solver {

// The range of the numbers of a model and of its motion, in SI units. It is far beyond what any
// vessel needs, and far enough inside that of a double that products and quotients of several such
// numbers stay finite: energies, powers and torques are numbers wherever the motion is one.
inline constexpr double kLargestNumber = 1e60;   ///< magnitude of a number of a model or an input
inline constexpr double kLeastPositive = 1e-60;  ///< of a number that must be positive
inline constexpr double kLargestState = 1e50;    ///< magnitude of poses, velocities and momenta

/// False of what is no number, too.
inline bool is_within_range(double number) { return std::abs(number) <= kLargestNumber; }

/// What a number may be; what is not finite is refused by all but kPositiveOrInfinite.
enum class Bound {
  kFinite,
  kNotNegative,
  kPositive,
  kPositiveOrInfinite,
  kAboveMinusOne,
  kFraction,  ///< 0 to 1
};

/// What a text is.
enum class Reference {
  kNone,       ///< any text, such as the own name
  kBody,       ///< a body of the model
  kOtherBody,  ///< another one than the field before it; empty = the world
  kAnyBody,    ///< a body of the model; empty = the world
  kJoint,
  kObserver,
};

/// What is said of a field beside its name. Angles in "deg" are radians in the description.
struct FieldRule {
  std::string_view unit;  ///< of each number; empty = 1, or several
  Bound bound = Bound::kFinite;
  Reference reference = Reference::kNone;
  bool whole_matrix = false;  ///< of a matrix 6 x 6: not to be given as its diagonal
  /// Added when models were stored already: one that has its default keeps the digest it had.
  bool late = false;

  constexpr FieldRule() = default;
  constexpr explicit(false) FieldRule(const char* of_numbers, Bound of_values = Bound::kFinite)
      : unit(of_numbers), bound(of_values) {}
  constexpr explicit(false) FieldRule(Bound of_values) : bound(of_values) {}
  constexpr explicit(false) FieldRule(Reference of_text) : reference(of_text) {}
  /// The same of a field that models had not from the beginning.
  constexpr FieldRule added_late() const {
    FieldRule rule = *this;
    rule.late = true;
    return rule;
  }
  /// A matrix that is given in full.
  static constexpr FieldRule whole(const char* of_numbers) {
    FieldRule rule(of_numbers);
    rule.whole_matrix = true;
    return rule;
  }
};

/// Has a list of fields.
template <typename T>
concept Described = requires(T& description, int& visitor) {
  T::fields(description, visitor);
};

/// A number of fixed size: vectors and matrices of Eigen.
template <typename T>
concept Matrix = std::is_base_of_v<Eigen::MatrixBase<T>, T>;

/// An enumeration whose enumerators names_of() lists in their order: "heading", "body".
template <typename T>
concept Enumeration = std::is_enum_v<T>;

template <typename T>
struct IsOption : std::false_type {};
template <typename T>
struct IsOption<std::optional<T>> : std::true_type {};
template <typename T>
concept Option = IsOption<T>::value;

/// A sequence of fields or descriptions.
template <typename T>
concept Sequence = requires(T& sequence) {
  sequence.begin();
  sequence.end();
  sequence.size();
}
&&!Matrix<T> && !std::convertible_to<T, std::string_view>;

/// Name of an enumerator.
template <Enumeration T>
constexpr std::string_view name_of(T value) {
  return names_of(value)[static_cast<std::size_t>(value)];
}

/// The names of the kinds that a variant may be: "a, b, c".
template <typename... Kinds>
std::string kind_names(const std::variant<Kinds...>& /*kinds*/) {
  std::string names;
  ((names += (names.empty() ? "" : ", ") + std::string(Kinds::kKind)), ...);
  return names;
}

}  // namespace raftup::solver
