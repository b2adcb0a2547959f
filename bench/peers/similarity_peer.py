"""Times scikit-learn and NLTK on chapters: similarity_peer.py CHAPTERS.jsonl, one {"summary": […], "story": […]} a line.

Prints one JSON object: for each peer the seconds it took and the pairs of paragraphs it scored.
"""

import json
import re
import sys
import time
import warnings

from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
from sklearn.feature_extraction.text import TfidfVectorizer

warnings.filterwarnings("ignore")
bleu_pairs = 20_000


def main():
    chapters = [json.loads(line) for line in open(sys.argv[1], encoding="utf8")]
    print(json.dumps({
        "scikit-learn TfidfVectorizer": timed(tfidf, chapters),
        "NLTK sentence_bleu, 1 order": timed(lambda chapters: bleu(chapters, 1), chapters),
        "NLTK sentence_bleu, 4 orders": timed(lambda chapters: bleu(chapters, 4), chapters),
    }))


def timed(score, chapters):
    start = time.perf_counter()
    pairs = score(chapters)
    return {"seconds": time.perf_counter() - start, "pairs": pairs}


def tfidf(chapters):
    pairs = 0
    for chapter in chapters:
        summary, story = chapter["summary"], chapter["story"]
        try:
            vectors = TfidfVectorizer(stop_words="english").fit_transform(summary + story)
        except ValueError:  # a chapter of stop words alone
            continue
        pairs += (vectors[: len(summary)] @ vectors[len(summary) :].T).toarray().size
    return pairs


def bleu(chapters, orders):
    smooth = SmoothingFunction().method4
    words = re.compile(r"\w+(?:['’]\w+)*").findall
    pairs = 0
    for chapter in chapters:
        summary = [words(text.lower()) for text in chapter["summary"]]
        story = [words(text.lower()) for text in chapter["story"]]
        for hypothesis in summary:
            for reference in story:
                if hypothesis and reference:
                    sentence_bleu([reference], hypothesis, weights=[1 / orders] * orders, smoothing_function=smooth)
                pairs += 1
            if pairs >= bleu_pairs:
                return pairs
    return pairs


if __name__ == "__main__":
    main()
