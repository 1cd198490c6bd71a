"""The jobs: a delivery's or a result's id comes in; the draft is checked, the result posted, and the store knows.

Every job can be repeated at any moment, by threads of the server or by any other runner of functions.
"""

from twosource.jobs.checking import check_delivery, check_text
from twosource.jobs.fact_base import FactBaseError
from twosource.jobs.forgetting import forget_bodies
from twosource.jobs.posting import post_outbound
from twosource.jobs.resolving import resolve_flag
from twosource.jobs.service import Service
from twosource.jobs.workers import Workers

__all__ = [
    "FactBaseError",
    "Service",
    "Workers",
    "check_delivery",
    "check_text",
    "forget_bodies",
    "post_outbound",
    "resolve_flag",
]
