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

/// @file The list of fields that each description has. The list is written once, in the description
///       itself:
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
/// The names are those of the fields in model files, in messages of the service and in error texts;
/// "added_mass.frame" is the field `frame` of the part `added_mass`. The initializer of a member is
/// its default value. Every operation on all fields is a visitor: checks (field_checks.hpp), the
/// list of named bodies (named_bodies.hpp), the digest, reading and writing of messages
/// (server/model/message_fields.hpp). A visitor has
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
/// largest magnitude of a number of a model or an input
inline constexpr double kLargestNumber = 1e60;
inline constexpr double kLeastPositive = 1e-60;  ///< least value of a number that must be positive
/// largest magnitude of poses [m], velocities and momenta [SI units]
inline constexpr double kLargestState = 1e50;

/// True if the magnitude of a number is at most kLargestNumber. False for NaN.
inline bool is_within_range(double number) { return std::abs(number) <= kLargestNumber; }

/// The bound of a number. All bounds except kPositiveOrInfinite refuse values that are not finite.
enum class Bound {
  kFinite,
  kNotNegative,
  kPositive,
  kPositiveOrInfinite,
  kAboveMinusOne,
  kFraction,  ///< 0 to 1
};

/// What the text in a field refers to.
enum class Reference {
  kNone,       ///< nothing: any text, such as the name of the object itself
  kBody,       ///< a body of the model
  kOtherBody,  ///< a body of the model other than that in the text field before; empty = the world
  kAnyBody,    ///< a body of the model; empty = the world
  kJoint,
  kObserver,
};

/// The rule that the value of a field must fulfill, with its unit. Fields with the unit "deg" are
/// in radians in the description.
struct FieldRule {
  std::string_view unit;  ///< unit of each number; empty = 1, or several units
  Bound bound = Bound::kFinite;
  Reference reference = Reference::kNone;
  /// true for a 6 x 6 matrix that must be given in full, not by its diagonal alone
  bool whole_matrix = false;
  /// True for a field that was added when models had already been stored. If the field has its
  /// default value, it does not change the digest of a model.
  bool late = false;

  constexpr FieldRule() = default;
  constexpr explicit(false) FieldRule(const char* of_numbers, Bound of_values = Bound::kFinite)
      : unit(of_numbers), bound(of_values) {}
  constexpr explicit(false) FieldRule(Bound of_values) : bound(of_values) {}
  constexpr explicit(false) FieldRule(Reference of_text) : reference(of_text) {}
  /// The same rule for a field that was added later, see `late`.
  constexpr FieldRule added_late() const {
    FieldRule rule = *this;
    rule.late = true;
    return rule;
  }
  /// The rule of a 6 x 6 matrix that must be given in full, see `whole_matrix`.
  static constexpr FieldRule whole(const char* of_numbers) {
    FieldRule rule(of_numbers);
    rule.whole_matrix = true;
    return rule;
  }
};

/// A type of description, which has a list of its fields.
template <typename T>
concept Described = requires(T& description, int& visitor) {
  T::fields(description, visitor);
};

/// A vector or matrix of Eigen.
template <typename T>
concept Matrix = std::is_base_of_v<Eigen::MatrixBase<T>, T>;

/// An enumeration with a function names_of(), which lists the names of its enumerators in their
/// order, for instance "heading", "body".
template <typename T>
concept Enumeration = std::is_enum_v<T>;

template <typename T>
struct IsOption : std::false_type {};
template <typename T>
struct IsOption<std::optional<T>> : std::true_type {};
template <typename T>
concept Option = IsOption<T>::value;

/// A container with a sequence of values, such as a std::vector; not a text or an Eigen matrix.
template <typename T>
concept Sequence = requires(T& sequence) {
  sequence.begin();
  sequence.end();
  sequence.size();
}
&&!Matrix<T> && !std::convertible_to<T, std::string_view>;

/// The name of an enumerator, as names_of() lists it.
template <Enumeration T>
constexpr std::string_view name_of(T value) {
  return names_of(value)[static_cast<std::size_t>(value)];
}

/// The names of all kinds of a variant: "a, b, c".
template <typename... Kinds>
std::string kind_names(const std::variant<Kinds...>& /*kinds*/) {
  std::string names;
  ((names += (names.empty() ? "" : ", ") + std::string(Kinds::kKind)), ...);
  return names;
}

}  // namespace raftup::solver
