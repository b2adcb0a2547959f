/** What a site's robots.txt says to us (RFC 9309, and the older Crawl-delay). */
export interface Robots {
  allows(path: string): boolean;
  /** Seconds between two requests, where the site asks for more patience than we have anyway. */
  readonly crawlDelay: number;
}

interface Rules {
  readonly paths: { readonly pattern: string; readonly allow: boolean }[];
  crawlDelay: number;
}

/** The rules for the robot with this product name: its own groups if there are any, else those for everyone. */
export function parseRobots(text: string, robot: string): Robots {
  const groups = readGroups(text);
  const { paths, crawlDelay } = groups.get(robot) ?? groups.get("*") ?? { paths: [], crawlDelay: 0 };
  return {
    crawlDelay,
    /** The longest pattern that fits decides; of two equally long ones the one that allows. */
    allows(path) {
      const fitting = paths.filter(({ pattern }) => fits(pattern, decoded(path)));
      const longest = Math.max(...fitting.map(({ pattern }) => pattern.length));
      const deciding = fitting.filter(({ pattern }) => pattern.length === longest);
      return path === "/robots.txt" || deciding.length === 0 || deciding.some(({ allow }) => allow);
    },
  };
}

/** By the robot's name; groups of one robot are one. */
function readGroups(text: string): Map<string, Rules> {
  const groups = new Map<string, Rules>();
  let [named, isNaming]: [Rules[], boolean] = [[], false];
  for (const [, key = "", given = ""] of text.matchAll(/^\s*([a-z-]+)\s*:([^#\r\n]*)/gim)) {
    const [field, value] = [key.toLowerCase(), given.trim()];
    if (field === "user-agent") {
      // `Plotline/1.2 (somewhere)` names the product `plotline`.
      const [robot = ""] = value.toLowerCase().split(/[/\s]/, 1);
      const rules = groups.get(robot) ?? { paths: [], crawlDelay: 0 };
      groups.set(robot, rules);
      named = isNaming ? [...named, rules] : [rules];
    } else
      for (const rules of named)
        if (field === "crawl-delay") rules.crawlDelay = Math.max(rules.crawlDelay, Number(value) || 0);
        else if (/^(?:dis)?allow$/.test(field) && value !== "")
          rules.paths.push({ pattern: decoded(value), allow: field === "allow" });
    if (/^(?:user-agent|allow|disallow|crawl-delay)$/.test(field)) isNaming = field === "user-agent";
  }
  return groups;
}

/** `*` matches anything, a final `$` the end of the path. Leftmost matches suffice, so no pattern can make this slow. */
function fits(pattern: string, path: string): boolean {
  const pieces = pattern.replace(/\$$/, "\n").split("*");
  const whole = `${path}\n`;
  let place = 0;
  for (const [k, piece] of pieces.entries()) {
    const found = whole.indexOf(piece, place);
    if (found < 0 || (k === 0 && found > 0)) return false;
    place = found + piece.length;
  }
  return true;
}

/** One spelling of each path. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
