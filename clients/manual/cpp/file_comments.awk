# A sentence follows "@file" in the headers, where doxygen takes the first word for a name: the command gets a line of its
# own, in exchange for the next empty line, so that all others keep their numbers.
/^\/\/\/ @file / { print "/// @file"; sub(/@file /, ""); split_up = 1 }
split_up && !NF { split_up = 0; next }
{ print }
