"""Makes the golden files of packages/align/src/similarity/fixtures and packages/text/src/fixtures from the sample corpus (ours, CC0).

    pip install scikit-learn nltk bm25s
    python3 bench/peers/similarity_fixtures.py

Every number in them comes from scikit-learn, NLTK or bm25s; tests compare with them and need no Python.
"""

import json
import logging
import re
import warnings
from pathlib import Path

import bm25s
from nltk.stem import SnowballStemmer
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
from sklearn.feature_extraction.text import TfidfVectorizer

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)
root = Path(__file__).resolve().parents[2]
sample = root / "corpora" / "sample"
stem = SnowballStemmer("english").stem
stop_words = set(json.loads((root / "packages/text/src/data/stop-words.json").read_text("utf8")))


def main():
    summary, story = paragraphs("summaries", 0)[:8], paragraphs("stories", 0)[:14]
    summary += ["Zweiundzwanzig Ängste!", "of the and", ""]
    story += ["Perpetua", "", "The _Perpetua_ — the perpetua, ÄNGSTE_2 ; the the the."]
    write("align/src/similarity", "tfidf", {"summary": summary, "story": story, "cases": list(tfidf_cases(summary, story))})
    write("align/src/similarity", "bm25", {"summary": summary, "story": story, "cases": list(bm25_cases(summary, story))})
    hypotheses = [letters(text) for text in paragraphs("summaries", 1)[:5]] + ["the", "the captain", "said the captain", "xylem"]
    references = [letters(text) for text in paragraphs("stories", 1)[:9]] + ["the", "said the captain to the fire"]
    write("align/src/similarity", "bleu", {"summary": hypotheses, "story": references, "cases": list(bleu_cases(hypotheses, references))})
    write("text/src", "stems", {word: stem(word) for word in stem_words()})


def paragraphs(side, number, title="The Sea's Tithe"):
    text = (sample / side / title / f"{number}.txt.utf8").read_text("utf8")
    return [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]


def letters(text):
    return " ".join(re.findall("[a-z]+", text.lower()))


def write(folder, name, content):
    path = root / "packages" / folder / "fixtures" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False) + "\n", "utf8")


def analyzer(options):
    def analyze(text):
        words = re.findall(r"(?u)\b\w\w+\b", text.lower())
        words = [word for word in words if not (options["stopWords"] and word in stop_words)]
        return [stem(word) for word in words] if options["stems"] else words

    return analyze


def tfidf_cases(summary, story):
    documents = {"chapter": summary + story, "story": story}
    for counts in ("raw", "sublinear"):
        for stopping in (False, True):
            for stemming in (False, True):
                for choice in documents:
                    options = {"counts": counts, "stopWords": stopping, "stems": stemming, "documents": choice}
                    analyze = analyzer(options)
                    vocabulary = sorted({term for text in summary + story for term in analyze(text)})
                    vectorizer = TfidfVectorizer(analyzer=analyze, sublinear_tf=counts == "sublinear", vocabulary=vocabulary)
                    vectorizer.fit(documents[choice])
                    product = vectorizer.transform(summary) @ vectorizer.transform(story).T
                    yield {"options": options, "values": product.toarray().ravel().tolist()}


def bm25_cases(summary, story):
    """bm25s leaves the constant factor k1 + 1 out, as Lucene does since version 8."""
    for k1, b in ((1.2, 0.75), (2.0, 0.3)):
        for stemming in (False, True):
            options = {"k1": k1, "b": b, "stopWords": False, "stems": stemming}
            analyze = analyzer(options)
            index = bm25s.BM25(method="lucene", k1=k1, b=b, dtype="float64")
            index.index([analyze(text) for text in story], show_progress=False)
            known = set(index.vocab_dict)
            rows = [sorted(set(analyze(text)) & known) for text in summary]
            scores = [index.get_scores(row).tolist() if row else [0.0] * len(story) for row in rows]
            yield {"options": options, "values": [(k1 + 1) * score for row in scores for score in row]}


def bleu_cases(hypotheses, references):
    for orders, method in ((1, 4), (2, 4), (3, 4), (4, 4), (4, 5)):  # method 5 takes 5-grams after the last order, whatever it is
        values = [nltk_bleu(h.split(), r.split(), orders, method) for h in hypotheses for r in references]
        yield {"orders": orders, "options": {"smoothing": f"nltk-{method}"}, "values": values}


def nltk_bleu(hypothesis, reference, orders, method):
    smooth = getattr(SmoothingFunction(), f"method{method}")
    return float(sentence_bleu([reference], hypothesis, weights=[1 / orders] * orders, smoothing_function=smooth))


def stem_words():
    text = " ".join(path.read_text("utf8") for path in sorted(sample.glob("s*/*/*.utf8")))
    words = set(re.findall(r"[a-z]+(?:['’][a-z]+)?", text.lower())) | set(extra_words.split())
    return sorted(words)


extra_words = """
skis skies dying lying tying idly gently ugly early only singly sky news howe atlas cosmos bias andes inning outing
canning herring earring proceed exceed succeed generously communities arsenal yes youth boyish sayings cried ties gas
this kiwis gaps hopping hoping hoped falling filing luxuriated fizzed bled bleeding agreed agreedly feed freed
nationalization conditional valenci hesitanci digitizer radically differently vilely analogously predication operator
feudalism decisiveness hopefulness callousness formality sensitivity sensibility hopefully apology electrical goodness
formative triplicate electricity allowance inference adjustable replacement adjustment dependent adoption communism
activate angularity homologous effective controlling rolling probate rate cease vowels consonant consoling knightly
"""

if __name__ == "__main__":
    main()
