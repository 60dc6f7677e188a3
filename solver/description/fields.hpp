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
/// field of a part. The initializer of a member is its default. Whatever is done with every field
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
/// magnitude of poses [m], velocities and momenta [SI]
inline constexpr double kLargestState = 1e50;

/// False also for a value that is not a number.
inline bool is_within_range(double number) { return std::abs(number) <= kLargestNumber; }

/// The bound of a number; all but kPositiveOrInfinite refuse values that are not finite.
enum class Bound {
  kFinite,
  kNotNegative,
  kPositive,
  kPositiveOrInfinite,
  kAboveMinusOne,
  kFraction,  ///< 0 to 1
};

/// The meaning of a text.
enum class Reference {
  kNone,       ///< any text, such as the own name
  kBody,       ///< a body of the model
  kOtherBody,  ///< another one than the field before it; empty = the world
  kAnyBody,    ///< a body of the model; empty = the world
  kJoint,
  kObserver,
};

/// The rule of a field. Angles with the unit "deg" are radians in the description.
struct FieldRule {
  std::string_view unit;  ///< of each number; empty = 1, or several units
  Bound bound = Bound::kFinite;
  Reference reference = Reference::kNone;
  bool whole_matrix = false;  ///< for a 6 x 6 matrix: its diagonal alone is not accepted
  /// True for a field that was added after models had been stored: with its default value the
  /// digest is the former one.
  bool late = false;

  constexpr FieldRule() = default;
  constexpr explicit(false) FieldRule(const char* of_numbers, Bound of_values = Bound::kFinite)
      : unit(of_numbers), bound(of_values) {}
  constexpr explicit(false) FieldRule(Bound of_values) : bound(of_values) {}
  constexpr explicit(false) FieldRule(Reference of_text) : reference(of_text) {}
  /// The rule of a field that was added later.
  constexpr FieldRule added_late() const {
    FieldRule rule = *this;
    rule.late = true;
    return rule;
  }
  /// The rule of a matrix that must be given in full.
  static constexpr FieldRule whole(const char* of_numbers) {
    FieldRule rule(of_numbers);
    rule.whole_matrix = true;
    return rule;
  }
};

/// A type with a list of fields.
template <typename T>
concept Described = requires(T& description, int& visitor) {
  T::fields(description, visitor);
};

/// Vectors and matrices of Eigen.
template <typename T>
concept Matrix = std::is_base_of_v<Eigen::MatrixBase<T>, T>;

/// An enumeration whose enumerators names_of() lists in their order, for instance "heading",
/// "body".
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
