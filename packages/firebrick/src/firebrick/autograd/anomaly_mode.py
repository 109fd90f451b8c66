"""Anomaly mode, under the names of torch.autograd.anomaly_mode."""

from firebrick_autograd.anomaly_mode import (
    detect_anomaly as detect_anomaly,
    set_detect_anomaly as set_detect_anomaly,
)
