#pragma once

#include <google/protobuf/message.h>

#include <string>

#include "server/base/service_error.hpp"

namespace raftup::server {

/// Rules that hold for every message whatever it means: numbers are finite, enum values are known,
/// texts are at most 4096 bytes. Walks the message by reflection, so a new field is covered without
/// a word.
/// @param path of `message`; empty = the root
void check_message_rules(const google::protobuf::Message& message, const std::string& path,
                         Violations& violations);

}  // namespace raftup::server
