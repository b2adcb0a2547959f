import type { Role } from "@plotline/corpus";

export interface Rule {
  readonly least: Role;
  /** The parameter of the address that must be one's own name. */
  readonly own?: string;
  /** From this role on the name may be another's. */
  readonly others?: Role;
  /** What a change leaves in the audit trail: a line with it (usual), one that the route writes itself, or nothing. */
  readonly audit?: "own" | "none";
}

const reader: Rule = { least: "reader" };
const annotator: Rule = { least: "annotator" };
const curator: Rule = { least: "curator" };
const owner: Rule = { least: "owner" };

/**
 * Every route of the server, by its method and its address without the name of the corpus. What is not here is answered
 * to nobody in a team. Who may see which sheet, and gold, depends on how far they are too: `src/server/team/visibility.ts`.
 */
export const rights: Readonly<Record<string, Rule>> = {
  "GET /corpora": reader,
  "GET /library": reader,
  "GET /works/:folder": reader,
  "GET /works/:folder/:number": reader,
  "GET /search/:folder": reader,
  "GET /alignments/:folder/:number": reader,
  "GET /alignments/:folder/:number/:method": reader,
  "GET /people": curator,
  "GET /people/:name": { least: "reader", own: "name", others: "owner" },
  "POST /people/:name/places": { least: "reader", own: "name", audit: "none" },
  "POST /people/:name/quiz": { least: "reader", own: "name", audit: "none" },
  "POST /people/:name/taken": { least: "reader", own: "name", audit: "none" },
  "GET /quiz": reader,
  "GET /runs": reader,

  "GET /sheets/:annotator/:folder": { least: "annotator", own: "annotator" },
  "GET /sheets/:annotator/:folder/:number": annotator,
  "POST /sheets/:annotator/:folder/:number": { least: "annotator", own: "annotator", audit: "own" },

  "GET /settling/:folder": curator,
  "GET /settling/:folder/:number": curator,
  "POST /settling/:folder/:number": curator,
  "POST /gold/:folder/:number": curator,
  "PUT /gold/:folder/:number": curator,
  "GET /agreement/:folder": curator,
  "GET /export/gold/:folder?": curator,
  "GET /export/quiz": curator,

  "PATCH /works/:folder": owner,
  "DELETE /works/:folder": owner,
  "GET /guides/:folder": owner,
  "POST /guides/:folder/:id": owner,
  "GET /removed": owner,
  "POST /removed/:id": owner,
  "DELETE /removed/:id": owner,
  "POST /import/look": owner,
  "POST /import/write": owner,
  "POST /import/guide/look": owner,
  "POST /import/guide/write": owner,

  "GET /session": reader,
  "DELETE /session": { least: "reader", audit: "own" },
  "POST /session/link": { least: "reader", audit: "own" },
  "GET /team/people": owner,
  "POST /team/people": { least: "owner", audit: "own" },
  "PUT /team/people/:name": { least: "owner", audit: "own" },
  "POST /team/people/:name/reset": { least: "owner", audit: "own" },
  "DELETE /team/people/:name": { least: "owner", audit: "own" },

  "GET /team/work": annotator,
  "GET /team/dashboard": curator,
  "POST /team/reopened/:name/:folder/:number": { least: "curator", audit: "own" },
  "POST /team/assignments": { least: "owner", audit: "own" },
  "GET /team/training": owner,
  "PUT /team/training": { least: "owner", audit: "own" },
  "POST /team/training/:folder/:number": { least: "annotator", audit: "own" },
  "GET /team/audit": owner,
};

/** Answered without a session: how one gets a session. */
export const withoutSession: readonly string[] = ["POST /session"];
