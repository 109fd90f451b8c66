"""Streams and events, under the names of torch.cuda.streams."""

from firebrick_core.cuda import Event as Event, ExternalStream as ExternalStream, Stream as Stream
