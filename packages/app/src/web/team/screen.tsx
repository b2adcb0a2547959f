import type { ComponentChildren } from "preact";
import { Download } from "../parts/controls/button.tsx";
import { CorpusHeader } from "../parts/frame/headers.tsx";
import { here } from "../route.ts";
import { apiOf } from "../server.ts";
import { Assign } from "./assign.tsx";
import { Dashboard } from "./dashboard.tsx";
import { Guideline } from "./guideline.tsx";
import { may } from "./identity.ts";
import { OwnWork } from "./own-work.tsx";
import { People } from "./people.tsx";

/** What a team does on this corpus: everyone's own work, and for those who lead it how it goes and who belongs. */
export function Team() {
  return (
    <>
      <CorpusHeader screen="team" />
      <main class="team">
        {may("annotator") && (
          <Part title="Your chapters">
            <OwnWork />
          </Part>
        )}
        {may("curator") && (
          <Part title="Progress and agreement">
            <Dashboard />
          </Part>
        )}
        {may("owner") && (
          <Part title="Assign chapters">
            <Assign />
          </Part>
        )}
        {may("owner") && (
          <Part title="People">
            <People />
          </Part>
        )}
        <Part title="Guideline">
          <Guideline />
        </Part>
        {may("owner") && (
          <p>
            <Download label="Download the audit trail" href={`${apiOf(here)}/team/audit`} download="audit.jsonl" />
          </p>
        )}
      </main>
    </>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
