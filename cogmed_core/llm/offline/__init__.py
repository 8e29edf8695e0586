"""The offline backbone: rule-based negotiators behind the same protocol as a language model, and never called one."""

from cogmed_core.llm.offline.backbone import Offline

__all__ = ["Offline"]
