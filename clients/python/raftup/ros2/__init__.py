"""A session among nodes of ROS 2, by DDS: topics in and out, lock step, recordings.

Sources: REP 103 and REP 105 (frames and units), the definitions of the messages in the packages of
ROS 2, and the names of topics and types in DDS by its article "Topic and service name mapping".
"""

from raftup.ros2.bridge import Bridge, Counts
from raftup.ros2.inputs import Inputs
from raftup.ros2.network import Network
from raftup.ros2.recording import Recording
from raftup.ros2.topics import TopicMap, read_topics

__all__ = ["Bridge", "Counts", "Inputs", "Network", "Recording", "TopicMap", "read_topics"]
