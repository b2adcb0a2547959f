import { useCanvas } from "../controls/canvas.ts";
import type { Sides } from "./chapter.ts";
import { show } from "./pages.tsx";

/** The whole story as one thin column: dark where the guide covers it, empty where it leaves it out. */
export function Strip({ sides }: { sides: Sides }) {
  const { ofParagraph } = sides;
  const canvas = useCanvas(
    (brush) =>
      drawStrip(
        brush,
        ofParagraph.map((links) => Math.max(0, ...links.map((link) => link.confidence))),
      ),
    [ofParagraph],
  );
  const covered = ofParagraph.filter((links) => links.length > 0).length;
  return (
    <canvas
      class="strip"
      ref={canvas}
      role="img"
      aria-label={`The guide covers ${covered} of ${ofParagraph.length} paragraphs of the story.`}
      title={`${covered} of ${ofParagraph.length} paragraphs are covered`}
      onClick={(event) => {
        const { top, height } = event.currentTarget.getBoundingClientRect();
        const share = (event.clientY - top) / height;
        show({ side: "story", index: Math.min(ofParagraph.length - 1, Math.floor(share * ofParagraph.length)) });
      }}
    />
  );
}

function drawStrip(brush: CanvasRenderingContext2D, strengths: readonly number[]): void {
  const { canvas } = brush;
  brush.fillStyle = getComputedStyle(canvas).color;
  const step = canvas.height / Math.max(1, strengths.length);
  for (const [index, strength] of strengths.entries()) {
    if (strength === 0) continue;
    brush.globalAlpha = 0.25 + 0.75 * strength;
    brush.fillRect(0, index * step, canvas.width, Math.max(1, step - (step > 4 ? 1 : 0)));
  }
}
