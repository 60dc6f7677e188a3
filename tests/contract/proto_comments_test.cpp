/// @file The wire contract documents itself: nothing in it is without a comment.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <fstream>

#include "tests/support/catch.hpp"

namespace {

namespace pb = google::protobuf;

template <typename Descriptor>
void check_comment(const Descriptor& descriptor) {
  pb::SourceLocation location;
  const bool found = descriptor.GetSourceLocation(&location);
  INFO(descriptor.full_name());
  CHECK((found && !(location.leading_comments + location.trailing_comments).empty()));
}

void check_enum(const pb::EnumDescriptor& type) {
  check_comment(type);
  for (int i = 0; i < type.value_count(); ++i) check_comment(*type.value(i));
}

void check_message(const pb::Descriptor& type) {
  check_comment(type);
  for (int i = 0; i < type.field_count(); ++i) check_comment(*type.field(i));
  for (int i = 0; i < type.enum_type_count(); ++i) check_enum(*type.enum_type(i));
  for (int i = 0; i < type.nested_type_count(); ++i) {
    if (!type.nested_type(i)->options().map_entry()) check_message(*type.nested_type(i));
  }
}

}  // namespace

TEST_CASE("proto: every message, field, value, service and call has a comment", "[contract]") {
  std::ifstream input(RAFTUP_DESCRIPTOR_SET, std::ios::binary);
  pb::FileDescriptorSet files;
  REQUIRE(files.ParseFromIstream(&input));
  pb::DescriptorPool pool;
  int ours = 0;
  for (const auto& file : files.file()) {
    const pb::FileDescriptor* descriptor = pool.BuildFile(file);
    REQUIRE(descriptor != nullptr);
    if (file.package() == "google.protobuf") continue;
    ++ours;
    for (int i = 0; i < descriptor->message_type_count(); ++i) {
      check_message(*descriptor->message_type(i));
    }
    for (int i = 0; i < descriptor->enum_type_count(); ++i) check_enum(*descriptor->enum_type(i));
    for (int i = 0; i < descriptor->service_count(); ++i) {
      check_comment(*descriptor->service(i));
      for (int k = 0; k < descriptor->service(i)->method_count(); ++k) {
        check_comment(*descriptor->service(i)->method(k));
      }
    }
  }
  CHECK(ours == 49);
}
