import type { AlignedChapter, AlignedWork } from "./aligned-work.ts";

type Place = Pick<AlignedChapter, "number" | "marks">;

/** The `xml:id`s of a document: those of the edition that the text came from, and others that differ from all of them. */
export class TeiIds {
  private readonly taken: ReadonlySet<string>;

  constructor({ chapters }: Pick<AlignedWork, "chapters">) {
    this.taken = new Set(
      chapters.flatMap(({ marks }) =>
        marks === undefined ? [] : [marks.division, ...marks.paragraphs].flatMap(({ id }) => id ?? []),
      ),
    );
  }

  chapter({ number, marks }: Place): string {
    return marks?.division.id ?? this.free(`c${number + 1}`);
  }

  /** `c3p12`: the chapter and the paragraph counted from 1. */
  paragraph({ number, marks }: Place, paragraph: number): string {
    return marks?.paragraphs[paragraph]?.id ?? this.free(`c${number + 1}p${paragraph + 1}`);
  }

  point({ number }: Place, point: number): string {
    return this.free(`c${number + 1}s${point + 1}`);
  }

  private free(id: string): string {
    return this.taken.has(id) ? this.free(`${id}_`) : id;
  }
}
