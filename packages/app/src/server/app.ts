import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { secureHeaders } from "hono/secure-headers";
import { getMimeType } from "hono/utils/mime";
import type { Shelf } from "./library/shelf.ts";
import { refused } from "./refusals.ts";
import { corporaRoutes } from "./routes/reading.ts";
import { sessionRoutes } from "./routes/session.ts";
import { teamRoutes } from "./routes/team.ts";
import { routes } from "./routes/working.ts";
import type { TeamAccess } from "./team/access.ts";
import { type Log, logged } from "./team/log.ts";
import { type Admission, tokenAccess } from "./token.ts";

/** The page as it was built, whether the server runs from its sources or built. */
const page = fileURLToPath(new URL("../../dist/web/", import.meta.url));

const readingPage = "reading-page.html";

/** The page may load its own files and talk to its own server, nothing else. */
const contentSecurityPolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", "data:", "blob:"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

const largestBody = 1_000_000;
/** Two files of 64 MB, the most that an import reads, with their multipart headers. */
const largestUpload = 129 * 1024 * 1024;

/** A server for a team: who is admitted, and whether it is about to stop. */
export interface TeamServer {
  readonly access: TeamAccess;
  readonly log?: Log | undefined;
  readonly isStopping: () => boolean;
}

/** The whole app: access first, then the corpora as JSON, then the page. */
export function app(shelves: readonly Shelf[], admission: Admission | TeamServer): Hono {
  const team = "access" in admission ? admission : undefined;
  const limit = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: (context) => context.json({ problem: "This request is too large." }, 413),
    });
  const folders = shelves.map(({ folder }) => resolve(folder));
  const [usual, upload] = [limit(largestBody), limit(largestUpload)];
  return new Hono()
    .use(secureHeaders({ contentSecurityPolicy, strictTransportSecurity: false }))
    .get("/healthz", async (context) => {
      const isWell = team?.isStopping() !== true && (await canRead(shelves));
      return context.json({ ok: isWell }, isWell ? 200 : 503);
    })
    .use(...("access" in admission ? teamGuards(admission) : tokenAccess(admission)))
    .use("/api/*", noStore)
    .use("/api/*", (context, next) => (isUpload(context.req.path) ? upload : usual)(context, next))
    .route("/api", api(shelves, team))
    .all("/api/*", (context) => context.json({ problem: "There is nothing at this address." }, 404))
    .get("/assets/:file{[A-Za-z0-9._-]+}", (context) => sendFile(join("assets", context.req.param("file")), true))
    .all("/assets/*", (context) => context.json({ problem: "There is nothing at this address." }, 404))
    .get(`/${readingPage}`, () => sendFile(readingPage, false))
    .get("*", () => sendPage(team !== undefined))
    .onError((error, context) => refused(error, context, folders));
}

function isUpload(path: string): boolean {
  return /^\/api\/(c\/[^/]+\/)?import\//.test(path);
}

/** Each corpus has all routes to itself, under its own base. */
function api(shelves: readonly Shelf[], team: TeamServer | undefined): Hono {
  const all = new Hono().route("/", corporaRoutes(shelves));
  if (team !== undefined) all.route("/", sessionRoutes(team.access));
  for (const shelf of shelves) {
    all.route(shelf.base || "/", routes(shelf));
    if (team !== undefined) all.route(shelf.base || "/", teamRoutes(shelf, team.access.roster));
  }
  return all;
}

/** A server that is stopping accepts nothing new; clients try again in a moment. */
function teamGuards(team: TeamServer): MiddlewareHandler[] {
  const refuseWhenStopping: MiddlewareHandler = async (context, next) => {
    if (!team.isStopping()) return next();
    context.header("Retry-After", "2");
    return context.json({ problem: "The server is about to stop; try again in a moment." }, 503);
  };
  const logging = team.log === undefined ? [] : [logged(team.access, team.log)];
  return [...logging, refuseWhenStopping, ...team.access.middleware()];
}

async function canRead(shelves: readonly Shelf[]): Promise<boolean> {
  return Promise.all(shelves.map((shelf) => shelf.corpus())).then(
    () => true,
    () => false,
  );
}

const noStore: MiddlewareHandler = async (context, next) => {
  context.header("Cache-Control", "no-store");
  await next();
};

/** Only a team's page asks who is signed in. */
async function sendPage(isTeam: boolean): Promise<Response> {
  const plain = await sendFile("index.html", false);
  if (!isTeam || !plain.ok) return plain;
  return new Response((await plain.text()).replace("<html ", "<html data-team "), { headers: plain.headers });
}

/** Assets carry a hash in their name and never change; the page itself is never cached. */
async function sendFile(name: string, forever: boolean): Promise<Response> {
  const type = getMimeType(name);
  const bytes = type === undefined ? undefined : await readFile(join(page, name)).catch(() => undefined);
  if (type === undefined || bytes === undefined)
    return new Response("There is nothing at this address.", { status: 404 });
  const caching = forever ? "public, max-age=31536000, immutable" : "no-cache";
  return new Response(new Uint8Array(bytes), { headers: { "Content-Type": type, "Cache-Control": caching } });
}
