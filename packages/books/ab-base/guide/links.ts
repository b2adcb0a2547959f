import { walkHtml } from "@plotline/formats";

export interface SectionLink {
  readonly name: string;
  readonly url: string;
}

/** More sections than any book has chapters: beyond this the page is not a guide's contents. */
const mostSections = 1000;

/**
 * The summary pages that a guide's contents page links to, in its order: same site, the guide's own name and "summary" in
 * the address. Newer pages list them in a `nav-menu`; where there is one, links elsewhere (adverts, the next guide) do not count.
 */
export function sectionLinks(html: string, page: string, guide: string): SectionLink[] {
  const links = anchors(html).flatMap(({ href, text, menu }) => {
    const url = sectionAddress(href, page, guide);
    return url === undefined ? [] : [{ name: text || nameOf(url), url, menu }];
  });
  const menu = links.filter((link) => link.menu);
  const seen = new Set<string>();
  return (menu.length > 0 ? menu : links)
    .filter(({ url }) => seen.size < seen.add(url).size)
    .slice(0, mostSections)
    .map(({ name, url }) => ({ name, url }));
}

function sectionAddress(href: string, page: string, guide: string): string | undefined {
  if (!URL.canParse(href, page)) return undefined;
  const [url, index] = [new URL(href, page), new URL(page)];
  const path = url.pathname.replace(/\/$/, "");
  if (url.host !== index.host || path === index.pathname.replace(/\/$/, "")) return undefined;
  if (!path.split("/").includes(guide) || !path.slice(path.indexOf(`/${guide}`)).includes("summary")) return undefined;
  if (/\/summary(\.html)?$/.test(path)) return undefined;
  url.hash = "";
  url.search = "";
  return url.href;
}

/** `/hamlet/act-1-scene-2-summary.html` → `act 1 scene 2`. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split("/").filter(Boolean).at(-1) ?? "";
  return last
    .replace(/\.html?$/, "")
    .replace(/-?summary$/, "")
    .replaceAll("-", " ");
}

interface Anchor {
  readonly href: string;
  text: string;
  readonly menu: boolean;
}

function anchors(html: string): Anchor[] {
  const found: Anchor[] = [];
  let [depth, menuDepth] = [0, Number.POSITIVE_INFINITY];
  let open: Anchor | undefined;
  walkHtml(html, {
    opened(name, { href, class: classes = "" }) {
      depth++;
      if (depth < menuDepth && /\bnav-menu\b/.test(classes)) menuDepth = depth;
      if (name === "a" && href !== undefined) found.push((open = { href, text: "", menu: depth >= menuDepth }));
    },
    said(text) {
      if (open) open.text += text;
    },
    closed(name) {
      if (depth === menuDepth) menuDepth = Number.POSITIVE_INFINITY;
      depth--;
      if (name === "a" && open) {
        open.text = open.text.replace(/\s+/g, " ").trim();
        open = undefined;
      }
    },
  });
  return found;
}
