#pragma once

#include <fmt/format.h>
#include <google/protobuf/message.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "server/model/field_lists.hpp"
#include "server/model/shapes.hpp"
#include "solver/description/any_kind.hpp"
#include "solver/description/fields.hpp"
#include "solver/model/bodies/rigid_body.hpp"

/// @file Reads descriptions from messages and writes them to messages. Every field of a description
///         is found in the message by its name (solver/description/fields.hpp), so that no field
///         needs code of its own here.
namespace raftup::server {

/// A field of a message for reading, found by its name or by a path of names separated by dots. A
/// name that the message does not have is a mistake in a list of fields; such a mistake prevents
/// the start of the server, see field_lists.hpp.
class MessageField {
 public:
  MessageField(const google::protobuf::Message& message, std::string_view path);

  const google::protobuf::FieldDescriptor& descriptor() const { return *field_; }
  /// True if the message contains a value of the field. A number without explicit presence counts
  /// as missing if it is 0.
  bool given() const;
  double number() const;
  std::int64_t integer() const;
  bool flag() const;
  std::string text() const;
  /// Index in `names` of the enumerator that is the value of the field; none if it is not among
  /// them.
  std::optional<std::size_t> enumerator(std::span<const std::string_view> names) const;
  const google::protobuf::Message& part() const;

  int count() const;
  Numbers numbers() const;
  std::string text(int index) const;
  bool flag(int index) const;
  std::uint32_t index(int index) const;
  const google::protobuf::Message& part(int index) const;

 private:
  const google::protobuf::Reflection& reflection() const { return *owner_->GetReflection(); }

  const google::protobuf::Message* owner_;
  const google::protobuf::FieldDescriptor* field_;
};

/// A field of a message for writing, found by its name or by a path of names separated by dots.
class MutableField {
 public:
  MutableField(google::protobuf::Message& message, std::string_view path);

  bool given() const;
  void clear() const;
  void set(double value) const;
  void set(std::int64_t value) const;
  void set(bool value) const;
  void set(const std::string& value) const;
  void set_enumerator(std::span<const std::string_view> names, std::size_t place) const;
  google::protobuf::Message& part() const;

  void set(std::span<const double> values) const;
  google::protobuf::Message& part(int index) const;
  void set(const std::vector<std::string>& values) const;
  void set(std::span<const bool> values) const;

 private:
  google::protobuf::Message* owner_;
  const google::protobuf::FieldDescriptor* field_;
};

/// Visitor that reads the fields of a description from a message. Fields for which the message
/// contains no value keep their values.
class MessageReader {
 public:
  /// Reads a description from a message.
  /// @param path path of the message in the request; a wrong number of values is a violation at
  ///         this path
  template <solver::Described Description, std::derived_from<google::protobuf::Message> Message>
  static void read(const Message& message, const std::string& path, Description& description,
                   FieldViolations& violations) {
    if constexpr (!std::is_same_v<Message, google::protobuf::Message>) {
      static_cast<void>(kFieldListRegistered<Description, Message>);
    }
    MessageReader visitor(message, path, violations);
    Description::fields(description, visitor);
  }
  /// Reads a description from each message of a list and appends it. The path of the first message
  /// is "list[0]".
  template <typename Messages, solver::Described Description>
  static void read_each(const Messages& messages, std::string_view list,
                        std::vector<Description>& descriptions, FieldViolations& violations) {
    for (int i = 0; i < messages.size(); ++i) {
      read(messages[i], fmt::format("{}[{}]", list, i), descriptions.emplace_back(), violations);
    }
  }

  template <typename Value>
  void operator()(std::string_view name, Value& value, solver::FieldRule rule = {}) {
    const MessageField field(message_, name);
    if (field.given()) read_value(field, at(name), value, rule);
  }
  void pose(std::string_view prefix, solver::Pose& pose);
  void pose(std::string_view prefix, std::optional<solver::Pose>& pose);
  template <typename... Kinds>
  void one_of(std::variant<Kinds...>& kinds, const std::string& oneof = "kind");
  template <typename List>
  void one_of(solver::AnyKind<List>& any);
  /// A geometry beside the fields of a description is the oneof `geometry` of its message.
  template <typename... Kinds>
  void beside(std::variant<Kinds...>& kinds) {
    one_of(kinds, "geometry");
  }
  template <typename Value>
  void beside(const Value& /*value*/) {}

 private:
  /// Visitor that sets the only field of a description to a text.
  struct SingleText {
    std::string text;

    void operator()(std::string_view /*name*/, std::string& value) { value = std::move(text); }
    template <typename Value>
    void operator()(std::string_view /*name*/, Value& /*value*/, solver::FieldRule /*rule*/ = {}) {}
    template <typename Value>
    void beside(const Value& /*value*/) {}
    template <typename Value>
    void pose(std::string_view /*prefix*/, Value& /*value*/) {}
    template <typename Value>
    void one_of(Value& /*value*/, const std::string& /*oneof*/) {}
  };

  MessageReader(const google::protobuf::Message& message, const std::string& path,
                FieldViolations& violations)
      : message_(message), path_(path), violations_(violations) {}

  std::string at(std::string_view name) const { return fmt::format("{}.{}", path_, name); }

  template <typename Value>
  void read_value(const MessageField& field, const std::string& path, Value& value,
                  solver::FieldRule rule);
  void read_numbers(const MessageField& field, const std::string& path, std::span<double> values);
  void read_points(const MessageField& field, const std::string& path,
                   std::vector<Vector3>& values);
  void read_triangles(const MessageField& field, const std::string& path,
                      std::vector<std::array<std::size_t, 3>>& values);
  void read_flags(const MessageField& field, const std::string& path, std::span<bool> values);
  static void read_inertia(const google::protobuf::Message& message, Matrix3& inertia);
  std::optional<Quaternion> attitude_of(std::string_view prefix);

  const google::protobuf::Message& message_;
  const std::string& path_;
  FieldViolations& violations_;
};

/// Visitor that writes all fields of a description, including defaults, to a message. Numbers that
/// are not finite are left out. Angles in degrees that the message contains are kept. If the
/// message contains no attitude, the attitude of the description is written in degrees and then
/// computed again from these degrees, so that the message, when it is read again, gives the same
/// description bit for bit.
class MessageWriter {
 public:
  template <solver::Described Description, std::derived_from<google::protobuf::Message> Message>
  static void write(Description& description, Message& message) {
    if constexpr (!std::is_same_v<Message, google::protobuf::Message>) {
      static_cast<void>(kFieldListRegistered<Description, Message>);
    }
    MessageWriter visitor(message);
    Description::fields(description, visitor);
  }

  template <typename Value>
  void operator()(std::string_view name, Value& value, solver::FieldRule rule = {}) {
    write_value(MutableField(message_, name), value, rule);
  }
  void pose(std::string_view prefix, solver::Pose& pose);
  void pose(std::string_view prefix, std::optional<solver::Pose>& given) {
    if (given) pose(prefix, *given);
  }
  template <typename... Kinds>
  void one_of(std::variant<Kinds...>& kinds);
  template <typename List>
  void one_of(solver::AnyKind<List>& any);
  template <typename Value>
  void beside(const Value& /*value*/) {}

 private:
  explicit MessageWriter(google::protobuf::Message& message) : message_(message) {}

  template <typename Value>
  void write_value(const MutableField& field, Value& value, solver::FieldRule rule);
  template <typename Kind>
  void write_kind(Kind& kind);
  static void write_inertia(const Matrix3& inertia, google::protobuf::Message& message);

  google::protobuf::Message& message_;
};

// --- what both make of each type of value
// ---------------------------------------------------------

template <typename Value>
void MessageReader::read_value(const MessageField& field, const std::string& path, Value& value,
                               solver::FieldRule rule) {
  if constexpr (solver::Option<Value>) {
    read_value(field, path, value.emplace(), rule);
  } else if constexpr (std::is_same_v<Value, double>) {
    value = rule.unit == "deg" ? radians(field.number()) : field.number();
  } else if constexpr (std::is_same_v<Value, bool>) {
    value = field.flag();
  } else if constexpr (std::is_same_v<Value, std::string>) {
    value = field.text();
  } else if constexpr (solver::Enumeration<Value>) {
    constexpr auto kNames = names_of(Value{});
    if (const auto place = field.enumerator(kNames)) value = static_cast<Value>(*place);
  } else if constexpr (std::is_same_v<Value, std::size_t>) {
    if (violations_.expect(field.integer() >= 0, path, "must not be negative",
                           std::to_string(field.integer()))) {
      value = static_cast<Value>(field.integer());
    }
  } else if constexpr (std::is_integral_v<Value>) {
    value = static_cast<Value>(field.integer());
  } else if constexpr (std::is_same_v<Value, Matrix6>) {
    value = matrix6(field.numbers(), !rule.whole_matrix, path, violations_);
  } else if constexpr (std::is_same_v<Value, Matrix3>) {
    read_inertia(field.part(), value);
  } else if constexpr (solver::Matrix<Value>) {
    read_numbers(field, path, {value.data(), static_cast<std::size_t>(value.size())});
  } else if constexpr (solver::Described<Value>) {
    read(field.part(), path, value, violations_);
  } else if constexpr (std::is_same_v<Value, std::array<bool, 6>>) {
    read_flags(field, path, value);
  } else if constexpr (std::is_same_v<Value, std::vector<Vector3>>) {
    read_points(field, path, value);
  } else if constexpr (std::is_same_v<Value, std::vector<std::array<std::size_t, 3>>>) {
    read_triangles(field, path, value);
  } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
    const Numbers numbers = field.numbers();
    value.assign(numbers.begin(), numbers.end());
    if (rule.unit == "deg") std::ranges::transform(value, value.begin(), radians);
  } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    for (int i = 0; i < field.count(); ++i) value.push_back(field.text(i));
  } else {
    for (int i = 0; i < field.count(); ++i) {
      read(field.part(i), fmt::format("{}[{}]", path, i), value.emplace_back(), violations_);
    }
  }
}

template <typename... Kinds>
void MessageReader::one_of(std::variant<Kinds...>& kinds, const std::string& oneof) {
  const auto* alternatives = message_.GetDescriptor()->FindOneofByName(oneof);
  const auto* set = message_.GetReflection()->GetOneofFieldDescriptor(message_, alternatives);
  if (set == nullptr) {
    return violations_.add(path_, "must have one of " + solver::kind_names(kinds));
  }
  const auto read_kind = [&]<typename Kind>(std::type_identity<Kind> /*of*/) {
    if (set->name() != Kind::kKind) return;
    const MessageField field(message_, Kind::kKind);
    Kind& kind = kinds.template emplace<Kind>();
    if (set->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_STRING) {
      SingleText visitor{field.text()};
      Kind::fields(kind, visitor);
    } else {
      read(field.part(), at(Kind::kKind), kind, violations_);
    }
  };
  (read_kind(std::type_identity<Kinds>{}), ...);
}

template <typename List>
void MessageReader::one_of(solver::AnyKind<List>& any) {
  typename List::Kinds kinds;
  one_of(kinds);
  std::visit([&any](auto& kind) { any = std::move(kind); }, kinds);
}

template <typename Value>
void MessageWriter::write_value(const MutableField& field, Value& value, solver::FieldRule rule) {
  if constexpr (solver::Option<Value>) {
    if (value) write_value(field, *value, rule);
  } else if constexpr (std::is_same_v<Value, double>) {
    if (rule.unit == "deg") return;
    std::isfinite(value) ? field.set(value) : field.clear();
  } else if constexpr (solver::Enumeration<Value>) {
    constexpr auto kNames = names_of(Value{});
    field.set_enumerator(kNames, static_cast<std::size_t>(value));
  } else if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, std::string> ||
                       std::is_same_v<Value, std::vector<std::string>>) {
    field.set(value);
  } else if constexpr (std::is_integral_v<Value>) {
    field.set(static_cast<std::int64_t>(value));
  } else if constexpr (std::is_same_v<Value, Matrix6>) {
    const Eigen::Matrix<double, 6, 6, Eigen::RowMajor> rows = value;
    field.set(std::span(rows.data(), 36));
  } else if constexpr (std::is_same_v<Value, Matrix3>) {
    write_inertia(value, field.part());
  } else if constexpr (solver::Matrix<Value>) {
    field.set(std::span(value.data(), static_cast<std::size_t>(value.size())));
  } else if constexpr (solver::Described<Value>) {
    write(value, field.part());
  } else if constexpr (std::is_same_v<Value, std::array<bool, 6>>) {
    field.set(std::span<const bool>(value));
  } else if constexpr (std::is_same_v<Value, std::vector<Vector3>>) {
    field.set(std::span(value.empty() ? nullptr : value.front().data(), 3 * value.size()));
  } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
    if (rule.unit != "deg") field.set(std::span<const double>(value));
  } else {
    for (std::size_t i = 0; i < value.size(); ++i) {
      write(value[i], field.part(static_cast<int>(i)));
    }
  }
}

template <typename Kind>
void MessageWriter::write_kind(Kind& kind) {
  const MessageField field(message_, Kind::kKind);
  if (field.descriptor().cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) {
    write(kind, MutableField(message_, Kind::kKind).part());
  }
}

template <typename... Kinds>
void MessageWriter::one_of(std::variant<Kinds...>& kinds) {
  std::visit([this](auto& kind) { this->write_kind(kind); }, kinds);
}

template <typename List>
void MessageWriter::one_of(solver::AnyKind<List>& any) {
  solver::visit_kind([this](auto& kind) { this->write_kind(kind); }, any);
}

}  // namespace raftup::server
