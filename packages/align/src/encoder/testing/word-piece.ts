const special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];

/** BERT's tokenizer over these pieces, in the form of tokenizer.json. */
export function wordPieceTokenizer(vocabulary: readonly string[], lowercase = true): object {
  const sequence = (id: string, type: number) => ({ Sequence: { id, type_id: type } });
  const mark = (id: string, type: number) => ({ SpecialToken: { id, type_id: type } });
  const own = (id: string) => ({ id, ids: [vocabulary.indexOf(id)], tokens: [id] });
  return {
    version: "1.0",
    added_tokens: special
      .filter((content) => vocabulary.includes(content))
      .map((content) => ({ id: vocabulary.indexOf(content), content, special: true, normalized: false })),
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [mark("[CLS]", 0), sequence("A", 0), mark("[SEP]", 0)],
      pair: [mark("[CLS]", 0), sequence("A", 0), mark("[SEP]", 0), sequence("B", 1), mark("[SEP]", 1)],
      special_tokens: { "[CLS]": own("[CLS]"), "[SEP]": own("[SEP]") },
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((piece, id) => [piece, id])),
    },
  };
}
