# Run by ctest: install, configure, build and run the consumer; any failure is fatal.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE "${WORK_FOLDER}")
run(${CMAKE_COMMAND} --install "${BUILD_FOLDER}" --prefix "${WORK_FOLDER}/prefix")
run(${CMAKE_COMMAND} -S "${CONSUMER_SOURCE}" -B "${WORK_FOLDER}/build" -G "${GENERATOR}"
    "-DCMAKE_PREFIX_PATH=${WORK_FOLDER}/prefix" -DCMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build "${WORK_FOLDER}/build")
run("${WORK_FOLDER}/build/consumer")
