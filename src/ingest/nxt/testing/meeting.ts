/** An NXT file with this in it. */
export function nxt(content: string): string {
  return `<?xml version="1.0" encoding="ISO-8859-1"?>\n<nite:root xmlns:nite="http://nite.sourceforge.net/">${content}</nite:root>\n`;
}

/** A small meeting of two people, made up; some of its files may be left out. */
export function meetingFiles(name: string, without: readonly string[] = []): Record<string, string> {
  const word = (agent: string, k: number, time: number, text: string, more = "") =>
    `<w nite:id="${name}.${agent}.words${k}" starttime="${time}"${more}>${text}</w>`;
  const act = (agent: string, k: number, from: number, to: number) =>
    `<dact nite:id="${name}.${agent}.act${k}"><nite:child href="${name}.${agent}.words.xml#id(${name}.${agent}.words${from})..id(${name}.${agent}.words${to})"/></dact>`;
  const link = (act: string, sentence: string) =>
    `<summlink><nite:pointer role="extractive" href="${name}.${act.slice(0, 1)}.dialog-act.xml#id(${name}.${act})"/><nite:pointer role="abstractive" href="${name}.abssumm.xml#id(${name}.${sentence})"/></summlink>`;
  const files = {
    [`words/${name}.A.words.xml`]: nxt(
      [
        word("A", 0, 1, "Hello"),
        word("A", 1, 1, ",", ' punc="true"'),
        word("A", 2, 1.5, "all"),
        word("A", 3, 1.5, ".", ' punc="true"'),
        word("A", 4, 2, "We"),
        `<vocalsound nite:id="${name}.A.words5" starttime="2"/>`,
        word("A", 6, 2.5, "need"),
        word("A", 7, 2.6, "a"),
        word("A", 8, 2.7, "lamp"),
        word("A", 9, 2.8, ".", ' punc="true"'),
        word("A", 10, 9, "It"),
        word("A", 11, 9.1, "costs"),
        word("A", 12, 9.2, "ten"),
        word("A", 13, 9.3, ".", ' punc="true"'),
        word("A", 14, 12, "Nobody"),
      ].join(""),
    ),
    [`words/${name}.B.words.xml`]: nxt(word("B", 0, 5, "Fine") + word("B", 1, 5.1, ".", ' punc="true"')),
    [`acts/${name}.A.dialog-act.xml`]: nxt(act("A", 0, 0, 3) + act("A", 1, 4, 9) + act("A", 2, 10, 13)),
    [`acts/${name}.B.dialog-act.xml`]: nxt(act("B", 0, 0, 1)),
    [`sums/${name}.abssumm.xml`]: nxt(
      `<abstract nite:id="p"><sentence nite:id="${name}.s1">They want a lamp.</sentence><sentence nite:id="${name}.s2">*NA*</sentence></abstract><decisions nite:id="q"><sentence nite:id="${name}.s3"> It will\n cost ten. </sentence></decisions>`,
    ),
    [`sums/${name}.summlink.xml`]: nxt(
      [
        link("A.act0", "s1"),
        link("A.act1", "s1"),
        link("B.act0", "s1"),
        link("A.act2", "s3"),
        link("A.act9", "s3"),
      ].join(""),
    ),
    "meetings.xml": nxt(
      ["XX1a", "XX1b"]
        .map(
          (each) =>
            `<meeting observation="${each}"><speaker nxt_agent="A" role="PM"/><speaker nxt_agent="B"/></meeting>`,
        )
        .join(""),
    ),
  };
  return Object.fromEntries(Object.entries(files).filter(([path]) => !without.includes(path)));
}
