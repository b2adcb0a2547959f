import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** A canvas that is drawn when something of `about` has changed, and again when its size or the colours of the page do. */
export function useCanvas(
  draw: (brush: CanvasRenderingContext2D, canvas: HTMLCanvasElement, scale: number) => void,
  about: readonly unknown[],
): RefObject<HTMLCanvasElement> {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const brush = element?.getContext("2d");
    if (element === null || brush === null || brush === undefined) return;
    const redraw = () => {
      const scale = devicePixelRatio || 1;
      element.width = element.clientWidth * scale;
      element.height = element.clientHeight * scale;
      draw(brush, element, scale);
    };
    redraw();
    const size = new ResizeObserver(redraw);
    size.observe(element);
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", redraw);
    return () => {
      size.disconnect();
      theme.disconnect();
      dark.removeEventListener("change", redraw);
    };
  }, about);
  return canvas;
}

/** A colour of the style sheet, as a brush takes it. */
export function colour(canvas: HTMLCanvasElement, name: string): string {
  canvas.style.color = `var(--${name})`;
  const { color } = getComputedStyle(canvas);
  canvas.style.color = "";
  return color;
}
