#include "server/model/message_fields.hpp"

#include <google/protobuf/reflection.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace raftup::server {

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

const FieldDescriptor* find(const Message& message, const std::string& name) {
  const FieldDescriptor* field = message.GetDescriptor()->FindFieldByName(name);
  if (field == nullptr) {
    throw std::logic_error(
        fmt::format("{} has no field {}", message.GetDescriptor()->full_name(), name));
  }
  return field;
}

/// Splits a path at its dots into the names of the enclosing messages and the name of the last
/// field.
std::pair<std::vector<std::string>, std::string> split(std::string_view path) {
  std::vector<std::string> parts;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    parts.emplace_back(path.substr(0, dot));
    path.remove_prefix(dot + 1);
  }
  return {parts, std::string(path)};
}

constexpr std::array kInertia{"xx", "yy", "zz", "xy", "xz", "yz"};
constexpr std::array<std::pair<int, int>, 6> kInertiaPlaces{
    {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};

}  // namespace

MessageField::MessageField(const Message& message, std::string_view path) : owner_(&message) {
  const auto [parts, name] = split(path);
  for (const std::string& part : parts) {
    owner_ = &reflection().GetMessage(*owner_, find(*owner_, part));
  }
  field_ = find(*owner_, name);
}

bool MessageField::given() const {
  if (field_->is_repeated()) return reflection().FieldSize(*owner_, field_) > 0;
  return reflection().HasField(*owner_, field_);
}

double MessageField::number() const { return reflection().GetDouble(*owner_, field_); }

std::int64_t MessageField::integer() const {
  return field_->cpp_type() == FieldDescriptor::CPPTYPE_INT32
             ? reflection().GetInt32(*owner_, field_)
             : reflection().GetInt64(*owner_, field_);
}

bool MessageField::flag() const { return reflection().GetBool(*owner_, field_); }

std::string MessageField::text() const { return reflection().GetString(*owner_, field_); }

std::optional<std::size_t> MessageField::enumerator(std::span<const std::string_view> names) const {
  const auto* value =
      field_->enum_type()->FindValueByNumber(reflection().GetEnumValue(*owner_, field_));
  for (std::size_t i = 0; value != nullptr && i < names.size(); ++i) {
    if (value->name() == enumerator_name(*field_->enum_type(), names[i])) return i;
  }
  return std::nullopt;
}

const Message& MessageField::part() const { return reflection().GetMessage(*owner_, field_); }

int MessageField::count() const { return reflection().FieldSize(*owner_, field_); }

Numbers MessageField::numbers() const {
  const auto values = reflection().GetRepeatedFieldRef<double>(*owner_, field_);
  return {values.begin(), values.end()};
}

std::string MessageField::text(int index) const {
  return reflection().GetRepeatedString(*owner_, field_, index);
}

bool MessageField::flag(int index) const {
  return reflection().GetRepeatedBool(*owner_, field_, index);
}

std::uint32_t MessageField::index(int index) const {
  return reflection().GetRepeatedUInt32(*owner_, field_, index);
}

const Message& MessageField::part(int index) const {
  return reflection().GetRepeatedMessage(*owner_, field_, index);
}

MutableField::MutableField(Message& message, std::string_view path) : owner_(&message) {
  const auto [parts, name] = split(path);
  for (const std::string& part : parts) {
    owner_ = owner_->GetReflection()->MutableMessage(owner_, find(*owner_, part));
  }
  field_ = find(*owner_, name);
}

bool MutableField::given() const { return MessageField(*owner_, field_->name()).given(); }

void MutableField::clear() const { owner_->GetReflection()->ClearField(owner_, field_); }

void MutableField::set(double value) const {
  owner_->GetReflection()->SetDouble(owner_, field_, value);
}

void MutableField::set(std::int64_t value) const {
  if (field_->cpp_type() == FieldDescriptor::CPPTYPE_INT32) {
    owner_->GetReflection()->SetInt32(owner_, field_, static_cast<std::int32_t>(value));
  } else {
    owner_->GetReflection()->SetInt64(owner_, field_, value);
  }
}

void MutableField::set(bool value) const {
  owner_->GetReflection()->SetBool(owner_, field_, value);
}

void MutableField::set(const std::string& value) const {
  owner_->GetReflection()->SetString(owner_, field_, value);
}

void MutableField::set_enumerator(std::span<const std::string_view> names,
                                  std::size_t place) const {
  const auto* value =
      field_->enum_type()->FindValueByName(enumerator_name(*field_->enum_type(), names[place]));
  if (value == nullptr) {
    throw std::logic_error(fmt::format("{} has no {}", field_->full_name(), names[place]));
  }
  owner_->GetReflection()->SetEnum(owner_, field_, value);
}

Message& MutableField::part() const {
  return *owner_->GetReflection()->MutableMessage(owner_, field_);
}

void MutableField::set(std::span<const double> values) const {
  clear();
  for (const double value : values) owner_->GetReflection()->AddDouble(owner_, field_, value);
}

Message& MutableField::part(int index) const {
  return *owner_->GetReflection()->MutableRepeatedMessage(owner_, field_, index);
}

void MutableField::set(const std::vector<std::string>& values) const {
  clear();
  for (const std::string& value : values) {
    owner_->GetReflection()->AddString(owner_, field_, value);
  }
}

void MutableField::set(std::span<const bool> values) const {
  clear();
  for (const bool value : values) owner_->GetReflection()->AddBool(owner_, field_, value);
}

void MessageReader::read_numbers(const MessageField& field, const std::string& path,
                                 std::span<double> values) {
  const Numbers numbers = field.numbers();
  if (violations_.expect(std::cmp_equal(numbers.size(), values.size()), path,
                         fmt::format("must have {} values", values.size()),
                         std::to_string(numbers.size()))) {
    std::copy(numbers.begin(), numbers.end(), values.begin());
  }
}

void MessageReader::read_points(const MessageField& field, const std::string& path,
                                std::vector<Vector3>& values) {
  const Numbers numbers = field.numbers();
  if (!violations_.expect(numbers.size() % 3 == 0, path, "must have three values for each point",
                          std::to_string(numbers.size()))) {
    return;
  }
  for (int i = 0; i < numbers.size(); i += 3) {
    values.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  }
}

void MessageReader::read_triangles(const MessageField& field, const std::string& path,
                                   std::vector<std::array<std::size_t, 3>>& values) {
  if (!violations_.expect(field.count() % 3 == 0, path, "must have three indices for each triangle",
                          std::to_string(field.count()))) {
    return;
  }
  for (int i = 0; i < field.count(); i += 3) {
    values.push_back({field.index(i), field.index(i + 1), field.index(i + 2)});
  }
}

void MessageReader::read_flags(const MessageField& field, const std::string& path,
                               std::span<bool> values) {
  if (!violations_.expect(std::cmp_equal(field.count(), values.size()), path,
                          fmt::format("must have {} values", values.size()),
                          std::to_string(field.count()))) {
    return;
  }
  for (int i = 0; i < field.count(); ++i) values[static_cast<std::size_t>(i)] = field.flag(i);
}

void MessageReader::read_inertia(const Message& message, Matrix3& inertia) {
  for (std::size_t k = 0; k < kInertia.size(); ++k) {
    const auto [i, j] = kInertiaPlaces[k];
    inertia(i, j) = inertia(j, i) = MessageField(message, kInertia[k]).number();
  }
}

std::optional<Quaternion> MessageReader::attitude_of(std::string_view prefix) {
  const std::string name = std::string(prefix) + "attitude_deg";
  return attitude(MessageField(message_, name).numbers(), at(name), violations_);
}

void MessageReader::pose(std::string_view prefix, solver::Pose& pose) {
  (*this)(std::string(prefix) + "position", pose.position);
  pose.attitude = attitude_of(prefix).value_or(pose.attitude);
}

void MessageReader::pose(std::string_view prefix, std::optional<solver::Pose>& pose) {
  const std::string position = std::string(prefix) + "position";
  const bool placed = MessageField(message_, position).given();
  const bool turned = MessageField(message_, std::string(prefix) + "attitude_deg").given();
  if (!placed && !turned) return;
  violations_.expect(placed, at(position),
                     fmt::format("must be given together with {}attitude_deg", prefix));
  this->pose(prefix, pose.emplace());
}

void MessageWriter::pose(std::string_view prefix, solver::Pose& pose) {
  (*this)(std::string(prefix) + "position", pose.position);
  const MutableField angles(message_, std::string(prefix) + "attitude_deg");
  if (angles.given()) return;
  const Vector3 degrees = attitude_deg(pose.attitude);
  angles.set(std::span(degrees.data(), 3));
  pose.attitude = attitude(Numbers(degrees.begin(), degrees.end()));
}

void MessageWriter::write_inertia(const Matrix3& inertia, Message& message) {
  for (std::size_t k = 0; k < kInertia.size(); ++k) {
    const auto [i, j] = kInertiaPlaces[k];
    MutableField(message, kInertia[k]).set(inertia(i, j));
  }
}

}  // namespace raftup::server
