import { sumOf } from "@plotline/base";
import type { Block } from "@plotline/formats";
import type { Chapters } from "../chapters/chapterise.ts";
import { type Section, withIntroduction } from "../chapters/sections.ts";
import { type Cast, speechShare } from "../play/play.ts";

/** A play without acts begins where people begin to speak: what is above under headings of its own is a preface. */
export function withoutPreface(blocks: readonly Block[], found: Chapters, cast: Cast): Chapters {
  const share = ({ from, to }: Section) => speechShare(blocks.slice(from, to), cast);
  const first = found.chapters.findIndex((section) => share(section) > 0.05);
  const isPlay = (sections: readonly Section[]) => sizeOf(blocks, sections) > sizeOf(blocks, found.chapters) / 3;
  if (first <= 0 || !isPlay(found.chapters.slice(first))) return found;
  return {
    ...found,
    chapters: found.chapters.slice(first),
    apart: [...found.apart, ...found.chapters.slice(0, first).flatMap(withIntroduction)],
  };
}

function sizeOf(blocks: readonly Block[], sections: readonly Section[]): number {
  return sumOf(sections, ({ from, to }) => sumOf(blocks.slice(from, to), ({ text }) => text.length));
}
