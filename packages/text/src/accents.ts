/** A text without accents: guides and books spell Miüsov, Miusov, Élise, Elise. */
export function withoutAccents(text: string): string {
  return mayHaveAccents.test(text) ? text.normalize("NFD").replace(/\p{M}/gu, "") : text;
}

/** Anything but ASCII, its neighbours that are no letters, and typographic marks: most texts are neither copied nor searched. */
const mayHaveAccents = /[\u00c0-\u1fff\u2070-\uffff]/;
