/**
 * The page's script. The function is written into the page as it is, so it uses nothing from outside itself: links are
 * drawn as ribbons between the panes, what is linked lights up, and a click brings the other side level.
 */
export function behaviour(): void {
  const all: [number, number, number][] = JSON.parse(document.getElementById("links")?.textContent ?? "[]");
  const svg = document.querySelector("svg.between");
  const panes = { summary: document.querySelector(".summary"), story: document.querySelector(".story") };
  if (svg === null || panes.summary === null || panes.story === null) return;
  const { summary, story } = panes;
  const element = (side: "s" | "p", k: number) => document.getElementById(`${side}${k + 1}`);
  const indexOf = (id: string) => Number(id.slice(1)) - 1;
  const linksOf = (id: string) => all.filter((link) => link[id.startsWith("s") ? 0 : 1] === indexOf(id));
  const runs = joined();
  const ribbons = runs.map((run) => {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.style.setProperty("--strength", String(run.confidence));
    svg.append(path);
    return path;
  });
  let active: string | undefined;
  let waiting = false;

  for (const pane of [summary, story]) pane.addEventListener("scroll", redraw, { passive: true });
  window.addEventListener("resize", redraw);
  const contents = document.querySelector<HTMLDetailsElement>("details.contents");
  const close = () => contents?.removeAttribute("open");
  for (const link of contents?.querySelectorAll("a") ?? []) link.addEventListener("click", close);
  contents?.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  for (const target of document.querySelectorAll<HTMLElement>("li[id], .paragraph")) {
    target.addEventListener("pointerenter", () => light(target.id));
    target.addEventListener("pointerleave", () => light(document.activeElement?.id));
    target.addEventListener("focus", () => light(target.id));
    target.addEventListener("blur", () => light(undefined));
    target.addEventListener("click", () => bringLevel(target));
    target.addEventListener("keydown", (event) => press(event, target));
  }
  redraw();

  /** Paragraphs in a row that one point covers are one ribbon. */
  function joined() {
    const made: { point: number; from: number; to: number; confidence: number }[] = [];
    for (const [point, paragraph, hundredths] of all) {
      const last = made.at(-1);
      const confidence = hundredths / 100;
      if (last !== undefined && last.point === point && last.to + 1 === paragraph) {
        last.to = paragraph;
        last.confidence = Math.max(last.confidence, confidence);
      } else made.push({ point, from: paragraph, to: paragraph, confidence });
    }
    return made;
  }

  function redraw(): void {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  }

  function draw(): void {
    const area = svg!.getBoundingClientRect();
    for (const [k, { point, from, to }] of runs.entries()) {
      const left = element("s", point)?.getBoundingClientRect();
      const first = element("p", from)?.getBoundingClientRect();
      const last = element("p", to)?.getBoundingClientRect();
      const path = ribbons[k]!;
      const seen = left && first && last && (shows(left.top, left.bottom, area) || shows(first.top, last.bottom, area));
      path.style.display = seen ? "" : "none";
      if (seen) path.setAttribute("d", shape(left.top, left.bottom, first.top, last.bottom, area));
    }
  }

  function shows(top: number, bottom: number, area: DOMRect): boolean {
    return bottom > area.top && top < area.bottom;
  }

  function shape(a: number, b: number, c: number, d: number, area: DOMRect): string {
    const [w, h] = [area.width, area.width / 2];
    const from = (y: number) => Math.round(y - area.top);
    const [top, bottom, start, end] = [from(a), from(b), from(c), from(d)];
    return `M0 ${top + 4}C${h} ${top + 4} ${h} ${start + 4} ${w} ${start + 4}V${end - 4}C${h} ${end - 4} ${h} ${bottom - 4} 0 ${bottom - 4}Z`;
  }

  function light(id: string | undefined): void {
    const next = id && /^[sp]\d+$/.test(id) ? id : undefined;
    if (next === active) return;
    active = next;
    for (const lit of document.querySelectorAll(".lit, .carries")) lit.classList.remove("lit", "carries");
    const links = next === undefined ? [] : linksOf(next);
    for (const [point, paragraph, hundredths] of links) {
      element("s", point)?.classList.add("lit");
      const target = element("p", paragraph);
      target?.classList.add("lit");
      target?.style.setProperty("--sure", String(hundredths / 100));
      for (const sentence of target?.querySelectorAll(`[data-points~="${point + 1}"]`) ?? [])
        sentence.classList.add("carries");
    }
    if (next !== undefined) document.getElementById(next)?.classList.add("lit");
    const isLit = (run: (typeof runs)[number]) =>
      links.some(([point, paragraph]) => run.point === point && run.from <= paragraph && paragraph <= run.to);
    for (const [k, run] of runs.entries()) ribbons[k]!.classList.toggle("lit", isLit(run));
    svg!.classList.toggle("choosing", next !== undefined);
  }

  /** Scrolls the other side so that linked paragraphs are at the same height. */
  function bringLevel(target: HTMLElement): void {
    const isPoint = target.id.startsWith("s");
    const best = linksOf(target.id).sort((a, b) => (isPoint ? a[1] - b[1] : b[2] - a[2]))[0];
    const partner = best && (isPoint ? element("p", best[1]) : element("s", best[0]));
    if (!partner) return;
    const pane = isPoint ? story : summary;
    const offset = partner.getBoundingClientRect().top - target.getBoundingClientRect().top;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    pane.scrollBy({ top: offset, behavior: calm ? "auto" : "smooth" });
  }

  function press(event: KeyboardEvent, target: HTMLElement): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") bringLevel(target);
    else if (step === undefined) return;
    else element(target.id.startsWith("s") ? "s" : "p", indexOf(target.id) + step)?.focus();
    event.preventDefault();
  }
}
