"""Reports: one page in HTML about a result, with all that a reader needs to believe and to repeat it."""

from gfkit.show.report.making import Report, find_browser, print_page, report
from gfkit.show.report.polynomials import polynomial_report

__all__ = ["Report", "find_browser", "polynomial_report", "print_page", "report"]
