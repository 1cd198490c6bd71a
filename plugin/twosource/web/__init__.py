"""The web: requests come in; they are verified, validated and answered, errors as problem documents.

Flask stays in here. Nothing is checked or posted in a webhook's request; the jobs do that after it is acknowledged.
"""

from twosource.web.app import create_app
from twosource.web.links import opens_review, review_key, review_link, review_path

__all__ = ["create_app", "opens_review", "review_key", "review_link", "review_path"]
