"""What a run will take, as far as it can be told before: figures, trends, and time for looking ahead."""

from gfkit.foresight.clock import Clock, OutOfTime
from gfkit.foresight.forecast import Figure, Forecast
from gfkit.foresight.trend import Trend

__all__ = ["Clock", "Figure", "Forecast", "OutOfTime", "Trend"]
