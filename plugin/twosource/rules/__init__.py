"""The rules room: claims with their facts come in, findings go out.

One rule a file; each looks at one case and knows nothing of the others. The registry is in the order of the catalogue,
which is the order of the findings in a message.
"""

from twosource.rules.base import Case, Party, Rule
from twosource.rules.date_conflict import DateConflict
from twosource.rules.denied import Denied
from twosource.rules.disputed import Disputed
from twosource.rules.dropped_comparator import DroppedComparator
from twosource.rules.false_precision import FalsePrecision
from twosource.rules.magnitude_slip import MagnitudeSlip
from twosource.rules.missing_evidence import MissingEvidence
from twosource.rules.single_source import SingleSource
from twosource.rules.text_conflict import TextConflict
from twosource.rules.unattributed import Unattributed
from twosource.rules.value_conflict import ValueConflict

RULES: tuple[Rule, ...] = (
    Denied(),
    ValueConflict(),
    DateConflict(),
    TextConflict(),
    MagnitudeSlip(),
    DroppedComparator(),
    FalsePrecision(),
    Disputed(),
    SingleSource(),
    MissingEvidence(),
    Unattributed(),
)

__all__ = ["RULES", "Case", "Party", "Rule"]
