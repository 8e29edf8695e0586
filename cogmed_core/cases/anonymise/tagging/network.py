"""The network, in numpy: word vectors, two bidirectional gated recurrent layers, tag scores, best tag path.

After Baidu's lexical analyser LAC 2.1 (Jiao, Sun, Sun 2018), whose weights it runs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

Floats = NDArray[np.float32]
Integers = NDArray[np.intp]
_LAYERS = ((0, 1), (2, 3))


class Network:
    """Turns sequences of word numbers into tag scores and tag numbers."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._embeddings = arrays["embeddings"]
        self._scales = arrays["scales"].astype(np.float32)
        names = [name for name in arrays if name.startswith(("fc_", "gru_")) or name == "transitions"]
        self._weights: dict[str, Floats] = {name: arrays[name].astype(np.float32) for name in names}

    def __call__(self, batch: Sequence[Sequence[int]]) -> tuple[Floats, Integers]:
        """Return scores ``[time, sequence, tag]`` and best tags ``[time, sequence]``; longest sequences first."""
        with threadpool_limits(1):  # small matrices, many times: threads wait for each other far longer than they work
            return self._run(batch)

    def _run(self, batch: Sequence[Sequence[int]]) -> tuple[Floats, Integers]:
        lengths = [len(sequence) for sequence in batch]
        padded = np.zeros((lengths[0], len(batch)), np.intp)
        for column, sequence in enumerate(batch):
            padded[: len(sequence), column] = sequence
        active = [sum(length > time for length in lengths) for time in range(lengths[0])]
        states: Floats = self._embeddings[padded].astype(np.float32) * self._scales[padded]
        for forward, backward in _LAYERS:
            states = np.concatenate(
                [self._recur(states, forward, active), self._recur(states, backward, active, reverse=True)], -1
            )
        scores: Floats = states @ self._weights["fc_4_w"] + self._weights["fc_4_b"]
        return scores, self._best_path(scores, active)

    def _recur(self, states: Floats, number: int, active: list[int], *, reverse: bool = False) -> Floats:
        """Run one gated recurrent unit along time; only the sequences that reach a time step are computed."""
        weights = self._weights[f"gru_{number}_w"].ravel()
        size = self._weights[f"gru_{number}_b"].size // 3
        gates_w = weights[: 2 * size * size].reshape(size, 2 * size)
        candidate_w = weights[2 * size * size :].reshape(size, size)
        bias = self._weights[f"fc_{number}_b"] + self._weights[f"gru_{number}_b"]
        inputs = states @ self._weights[f"fc_{number}_w"] + bias
        hidden: Floats = np.zeros((states.shape[1], size), np.float32)
        outputs: Floats = np.zeros((*states.shape[:2], size), np.float32)
        times = range(len(active) - 1, -1, -1) if reverse else range(len(active))
        for time in times:
            count = active[time]
            before = hidden[:count]
            given = inputs[time, :count]
            gates = 1 / (1 + np.exp(-(given[:, : 2 * size] + before @ gates_w)))
            update, reset = gates[:, :size], gates[:, size:]
            candidate = np.tanh(given[:, 2 * size :] + (reset * before) @ candidate_w)
            hidden[:count] = before + update * (candidate - before)
            outputs[time, :count] = hidden[:count]
        return outputs

    def _best_path(self, scores: Floats, active: list[int]) -> Integers:
        """Viterbi decoding; the first two rows of the transitions score the first and the last tag."""
        table = self._weights["transitions"]
        first, last, steps = table[0], table[1], table[2:]
        total = first + scores[0]
        back = np.zeros(scores.shape, np.intp)
        back[:] = np.arange(scores.shape[2])
        for time in range(1, len(active)):
            count = active[time]
            paths = total[:count, :, None] + steps
            back[time, :count] = paths.argmax(1)
            total[:count] = paths.max(1) + scores[time, :count]
        path: Integers = np.zeros(scores.shape[:2], np.intp)
        columns = np.arange(scores.shape[1])
        path[-1] = (total + last).argmax(1)
        for time in range(len(active) - 1, 0, -1):
            path[time - 1] = back[time, columns, path[time]]
        return path
