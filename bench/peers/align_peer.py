"""Chronological-TFIDF in scikit-learn and NumPy, one process: the yardstick of bench/align.mjs.

Reads one JSON object a line, { "summary": [...], "story": [...] }, from the file named; prints seconds, chapters and links,
timed from text in memory to links.
"""

import json
import sys
import time

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        chapters = [json.loads(line) for line in file]
    started, busy = time.perf_counter(), time.process_time()
    links = sum(len(staircase(similarity(each["summary"], each["story"]))) for each in chapters)
    spent = {"seconds": time.perf_counter() - started, "cpu": time.process_time() - busy}
    print(json.dumps({**spent, "chapters": len(chapters), "links": links}))


def similarity(summary, story):
    vectorizer = TfidfVectorizer(stop_words="english")
    try:
        vectors = vectorizer.fit_transform(summary + story)
    except ValueError:  # nothing but stop words
        return np.zeros((len(summary), len(story)))
    return (vectors[: len(summary)] @ vectors[len(summary) :].T).toarray()


def staircase(g):
    """The best monotone path; a row at a time: f[j] = c[j] + max over k <= j of (up[k] - c[k - 1]), c the running sum."""
    rows, columns = g.shape
    best = np.empty((rows, columns))
    best[0] = np.cumsum(g[0])
    for i in range(1, rows):
        up = best[i - 1].copy()
        up[1:] = np.maximum(up[1:], best[i - 1, :-1])
        running = np.cumsum(g[i])
        best[i] = running + np.maximum.accumulate(up - (running - g[i]))
    path = []
    i, j = rows - 1, columns - 1
    while True:
        path.append((i, j))
        if i == 0 and j == 0:
            return path
        ways = []
        if i > 0 and j > 0:
            ways.append((best[i - 1, j - 1], 2, i - 1, j - 1))
        if j > 0:
            ways.append((best[i, j - 1], 1, i, j - 1))
        if i > 0:
            ways.append((best[i - 1, j], 0, i - 1, j))
        _, _, i, j = max(ways)


main()
