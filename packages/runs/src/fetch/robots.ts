/** What a site's robots.txt says to us (RFC 9309, and the older Crawl-delay). */
export interface Robots {
  allows(path: string): boolean;
  /** Seconds between two requests, where the site asks for more patience than we have anyway. */
  readonly crawlDelay: number | undefined;
}

/** Crawlers need not read more than 500 KiB of it (RFC 9309, 2.5). */
const robotsLimit = 500 * 1024;

export const everythingAllowed: Robots = { allows: () => true, crawlDelay: undefined };

interface Rule {
  readonly pattern: string;
  readonly allow: boolean;
}

interface Group {
  readonly agents: string[];
  readonly rules: Rule[];
  crawlDelay: number | undefined;
}

/** The rules for the robot with this product name: its own groups if there are any, else those for everyone. */
export function parseRobots(text: string, robot: string): Robots {
  const groups = readGroups(text);
  const own = groups.filter(({ agents }) => agents.includes(robot.toLowerCase()));
  const ours = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes("*"));
  const rules = ours.flatMap((group) => group.rules);
  const delays = ours.flatMap(({ crawlDelay }) => crawlDelay ?? []);
  return {
    allows: (path) => path === "/robots.txt" || verdict(rules, normalised(path)),
    crawlDelay: delays.length > 0 ? Math.max(...delays) : undefined,
  };
}

function readGroups(text: string): Group[] {
  const groups: Group[] = [];
  let naming = false;
  for (const line of text
    .slice(0, robotsLimit)
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)) {
    const [, key = "", value = ""] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const field = key.toLowerCase();
    if (field === "user-agent") {
      if (!naming) groups.push({ agents: [], rules: [], crawlDelay: undefined });
      naming = true;
      groups.at(-1)?.agents.push(productName(value));
    } else if (field === "allow" || field === "disallow" || field === "crawl-delay") {
      naming = false;
      addRule(groups.at(-1), field, value.trim());
    }
  }
  return groups;
}

/** `Plotline/1.2 (somewhere)` names the product `plotline`. */
function productName(value: string): string {
  return value.trim().split(/[/\s]/, 1)[0]?.toLowerCase() ?? "";
}

function addRule(group: Group | undefined, field: string, value: string): void {
  if (group === undefined) return;
  if (field !== "crawl-delay") {
    if (value !== "") group.rules.push({ pattern: normalised(value), allow: field === "allow" });
  } else if (/^\d+(\.\d+)?$/.test(value)) {
    group.crawlDelay = Number(value);
  }
}

/** The longest pattern that fits decides; of two equally long ones the one that allows. */
function verdict(rules: readonly Rule[], path: string): boolean {
  let best: Rule | undefined;
  for (const rule of rules) {
    if (!fits(rule.pattern, path)) continue;
    const longer = rule.pattern.length - (best?.pattern.length ?? -1);
    if (longer > 0 || (longer === 0 && rule.allow)) best = rule;
  }
  return best?.allow ?? true;
}

/** `*` matches anything, a final `$` for the end of the path. Leftmost matches suffice, so no pattern can make this slow. */
function fits(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith("$");
  const [first = "", ...rest] = (anchored ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  if (rest.length === 0) return !anchored || path === first;
  const last = anchored ? rest.pop() : undefined;
  let place = first.length;
  for (const piece of rest) {
    const found = path.indexOf(piece, place);
    if (found < 0) return false;
    place = found + piece.length;
  }
  return last === undefined || (path.endsWith(last) && path.length - last.length >= place);
}

/** One spelling of each path: what needs no escape has none, everything else is escaped in capitals. */
function normalised(path: string): string {
  const escaped = path.replace(/[^\x21-\x7e]/gu, (character) => encodeCharacter(character));
  return escaped.replace(/%([0-9a-f]{2})/gi, (whole, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : whole.toUpperCase();
  });
}

function encodeCharacter(character: string): string {
  return /\p{Cs}/u.test(character) ? "%EF%BF%BD" : encodeURIComponent(character);
}
