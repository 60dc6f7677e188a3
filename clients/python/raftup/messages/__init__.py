"""The registry of messages: every error, notice and finding by its code."""

from raftup.messages.registry import Message, find_message, messages

__all__ = ["Message", "find_message", "messages"]
