"""Reports: one HTML page about a result, with its evidence and everything needed to reproduce it."""

from gfkit.show.report.classes import class_report
from gfkit.show.report.making import Report, find_browser, print_page, report
from gfkit.show.report.polynomials import polynomial_report

__all__ = ["Report", "class_report", "find_browser", "polynomial_report", "print_page", "report"]
