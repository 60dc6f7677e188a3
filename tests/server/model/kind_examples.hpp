/// @file An example of each alternative of every oneof of a model, and models that have them.
#pragma once

#include <google/protobuf/message.h>

#include <functional>
#include <map>
#include <string>

#include "raftup/v1/model.pb.h"

namespace raftup::testing {

/// JSON of the alternatives of a oneof, by their field names.
using KindExamples = std::map<std::string, std::string>;

/// A oneof of the model description with what is needed to have each of its alternatives.
struct ExampleOneOf {
  KindExamples examples;
  /// A model of one alternative, given as a JSON member: "sphere": {"radius": 1}.
  std::function<v1::Model(const std::string& member)> model;
  /// The message of such a model that has the oneof.
  std::function<google::protobuf::Message&(v1::Model&)> owner;
};

/// By message and oneof: "Load.kind".
const std::map<std::string, ExampleOneOf>& example_one_ofs();

}  // namespace raftup::testing
