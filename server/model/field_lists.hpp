/// @file Checks that the fields which a description lists (solver/description/fields.hpp) exist in
///         the message with the same content. Fields are looked up in messages by name while a
///         request is served. Since a wrong name does not depend on the request, every list of
///         fields for which MessageReader or MessageWriter is compiled is checked when the program
///         starts.
#pragma once

#include <google/protobuf/descriptor.h>

#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "solver/description/any_kind.hpp"
#include "solver/description/fields.hpp"
#include "solver/model/bodies/rigid_body.hpp"

namespace raftup::server {

/// Mistakes in lists of fields, one sentence for each.
using FieldListSlips = std::vector<std::string>;

/// Name of an enumerator in the protocol, such as "HYDRO_FRAME_FIRST_BODY" for the name
/// "first_body" of the type HydroFrame.
std::string enumerator_name(const google::protobuf::EnumDescriptor& type, std::string_view name);

/// Visitor of the fields of a description that checks each field against the type of a message.
class FieldListCheck {
 public:
  using Descriptor = google::protobuf::Descriptor;
  using FieldDescriptor = google::protobuf::FieldDescriptor;

  FieldListCheck(const Descriptor& message, FieldListSlips& slips)
      : message_(message), slips_(slips) {}

  /// A description that has parts of its own type, as a shape has parts that are shapes, is checked
  /// once.
  template <solver::Described Description>
  static void run(const Descriptor& message, FieldListSlips& slips) {
    static std::set<const Descriptor*> begun;
    if (!begun.insert(&message).second) return;
    FieldListCheck visitor(message, slips);
    static Description description;  // only the types of its fields matter
    Description::fields(description, visitor);
    begun.erase(&message);
  }

  template <typename Value>
  void operator()(std::string_view name, const Value& /*value*/, solver::FieldRule /*rule*/ = {}) {
    if (const FieldDescriptor* field = find(name)) check<Value>(*field);
  }
  template <typename Pose>
  void pose(std::string_view prefix, const Pose& /*pose*/) {
    for (const char* part : {"position", "attitude_deg"}) {
      const FieldDescriptor* field = find(std::string(prefix) + part);
      if (field != nullptr) require(*field, FieldDescriptor::CPPTYPE_DOUBLE, true);
    }
  }
  template <typename... Kinds>
  void one_of(const std::variant<Kinds...>& /*kinds*/, const std::string& oneof = "kind") {
    if (message_.FindOneofByName(oneof) == nullptr) slip(oneof, "must be a oneof");
    (check_kind<Kinds>(), ...);
  }
  template <typename List>
  void one_of(const solver::AnyKind<List>& /*any*/) {
    one_of(typename List::Kinds());
  }
  /// A geometry beside the fields of a description is the oneof `geometry` of its message.
  template <typename... Kinds>
  void beside(const std::variant<Kinds...>& kinds) {
    one_of(kinds, "geometry");
  }
  template <typename Value>
  void beside(const Value& /*value*/) {}

  /// Checks that the enumeration of a field has an enumerator for each of `names`.
  void check_enumerators(const FieldDescriptor& field, std::span<const std::string_view> names);
  /// The field with a name, or with a path of names; null if there is none, and the mistake is then
  /// recorded.
  const FieldDescriptor* find(std::string_view path);

 private:
  void require(const FieldDescriptor& field, FieldDescriptor::CppType type, bool repeated);
  void require_integer(const FieldDescriptor& field);
  void require_inertia(const FieldDescriptor& field);
  void slip(std::string_view field, const std::string& rule);

  template <typename Kind>
  void check_kind() {
    const FieldDescriptor* field = find(Kind::kKind);
    if (field != nullptr && field->message_type() != nullptr) {
      run<Kind>(*field->message_type(), slips_);
    }
  }

  template <typename Description>
  void check_parts(const FieldDescriptor& field, bool repeated) {
    require(field, FieldDescriptor::CPPTYPE_MESSAGE, repeated);
    if (field.message_type() != nullptr) run<Description>(*field.message_type(), slips_);
  }

  template <typename Value>
  void check(const FieldDescriptor& field) {
    if constexpr (solver::Option<Value>) {
      check<typename Value::value_type>(field);
    } else if constexpr (std::is_same_v<Value, double>) {
      require(field, FieldDescriptor::CPPTYPE_DOUBLE, false);
    } else if constexpr (std::is_same_v<Value, bool>) {
      require(field, FieldDescriptor::CPPTYPE_BOOL, false);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      require(field, FieldDescriptor::CPPTYPE_STRING, false);
    } else if constexpr (solver::Enumeration<Value>) {
      constexpr auto kNames = names_of(Value{});
      check_enumerators(field, kNames);
    } else if constexpr (std::is_integral_v<Value>) {
      require_integer(field);
    } else if constexpr (std::is_same_v<Value, Matrix3>) {
      require_inertia(field);
    } else if constexpr (solver::Matrix<Value>) {
      require(field, FieldDescriptor::CPPTYPE_DOUBLE, true);
    } else if constexpr (solver::Described<Value>) {
      check_parts<Value>(field, false);
    } else {
      check_entries<typename Value::value_type>(field);
    }
  }

  /// Checks the type of the elements of a repeated field.
  template <typename Entry>
  void check_entries(const FieldDescriptor& field) {
    if constexpr (std::is_same_v<Entry, double> || solver::Matrix<Entry>) {
      require(field, FieldDescriptor::CPPTYPE_DOUBLE, true);
    } else if constexpr (std::is_same_v<Entry, bool>) {
      require(field, FieldDescriptor::CPPTYPE_BOOL, true);
    } else if constexpr (std::is_same_v<Entry, std::array<std::size_t, 3>>) {
      require(field, FieldDescriptor::CPPTYPE_UINT32, true);
    } else if constexpr (std::is_same_v<Entry, std::string>) {
      require(field, FieldDescriptor::CPPTYPE_STRING, true);
    } else {
      check_parts<Entry>(field, true);
    }
  }

  const Descriptor& message_;
  FieldListSlips& slips_;
};

/// Registers a list of fields so that find_field_list_slips() checks it. Called before main().
/// @param message returns the type of the message
/// @param check checks the list against the type
/// @returns true
bool register_field_list(const google::protobuf::Descriptor* (*message)(),
                         void (*check)(const google::protobuf::Descriptor&, FieldListSlips&));

std::size_t count_field_lists();

/// Checks all registered lists of fields. The result is empty if there are no mistakes.
FieldListSlips find_field_list_slips();

/// The initialization of this variable registers the list of fields of a description for a message.
template <typename Description, typename Message>
inline const bool kFieldListRegistered = register_field_list(&Message::descriptor,
                                                             &FieldListCheck::run<Description>);

}  // namespace raftup::server
