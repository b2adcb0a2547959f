import type { Sides } from "./chapter.ts";
import { show } from "./pages.tsx";

/** The whole story as one thin column: dark where the guide covers it, empty where it leaves it out. */
export function Strip({ sides: { ofParagraph } }: { sides: Sides }) {
  const count = ofParagraph.length;
  const strengths = ofParagraph.map((links) => Math.max(0, ...links.map(({ confidence }) => confidence)));
  const covered = strengths.filter((strength) => strength > 0).length;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard goes through the story itself
    <svg
      class="strip"
      viewBox={`0 0 1 ${count}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`The guide covers ${covered} of ${count} paragraphs of the story.`}
      onClick={(event) => {
        const { top, height } = event.currentTarget.getBoundingClientRect();
        const share = (event.clientY - top) / height;
        show({ side: "story", index: Math.min(count - 1, Math.floor(share * count)) });
      }}
    >
      <title>{`${covered} of ${count} paragraphs are covered`}</title>
      {strengths.map(
        (strength, y) => strength > 0 && <rect key={y} y={y} width={1} height={1} opacity={0.25 + 0.75 * strength} />,
      )}
    </svg>
  );
}
