import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { needs, portToKeep } from "@plotline/base/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { find, missing } from "../scripts/components.mjs";
import { plotline, Scratch } from "./testing/plotline.ts";
import { ServedSample } from "./testing/serving.ts";

const { test: behindNginx } = missing("openssl") === undefined ? needs("nginx") : needs("openssl");

describe("a team behind a proxy with TLS", () => {
  const scratch = new Scratch();
  const served = new ServedSample();
  const [cert, key] = [scratch.path("cert.pem"), scratch.path("key.pem")];

  beforeAll(() => {
    if (missing("openssl") !== undefined) return;
    const words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
    expect(spawnSync(find("openssl") ?? "", [...words.split(" "), "-keyout", key, "-out", cert]).status).toBe(0);
    invite("Ada", "owner");
  });

  afterAll(async () => {
    await served.end();
    scratch.remove();
  });

  behindNginx(
    "behind nginx: its word counts, nobody else's does, streams flow, and its log holds no secret",
    async () => {
      const [port, inner] = [await portToKeep(), await portToKeep()];
      const nginx = await startNginx(port, inner);
      onTestFinished(() => void nginx.kill("SIGTERM"));
      await served.start(
        inner,
        "--team",
        "--address",
        `https://localhost:${port}`,
        "--behind",
        "127.0.0.2",
        "--log",
        scratch.path("log.jsonl"),
      );
      onTestFinished(() => served.stop());
      const secret = reset("Ada");
      const spoofed = { "x-forwarded-for": "203.0.113.1", "x-forwarded-host": "evil.example" };
      const entered = await send(port, "/api/session", { secret }, spoofed);
      expect(entered.status).toBe(200);
      expect(entered.cookie).toMatch(/^__Host-plotline=.*; HttpOnly; Secure; SameSite=Strict$/);
      expect(entered.headers["strict-transport-security"]).toBe("max-age=15552000");
      const cookie = entered.cookie.split(";")[0] ?? "";
      const direct = (headers: Record<string, string>) =>
        fetch(`http://127.0.0.1:${inner}/api/library`, { headers: { cookie, ...headers } }).then(
          ({ status }) => status,
        );
      expect(await direct({ "x-forwarded-proto": "https", "x-forwarded-host": `localhost:${port}` })).toBe(401);
      expect((await send(port, "/api/library", undefined, { cookie, origin: "https://evil.example" })).status).toBe(
        403,
      );
      const lines = readFileSync(scratch.path("log.jsonl"), "utf8");
      expect(lines).toContain('"from":"127.0.0.1"');
      expect(lines).not.toContain("203.0.113.1");
      const [, hidden = ""] = secret.split(".");
      for (const text of [lines, readFileSync(scratch.path("nginx/access.log"), "utf8")]) {
        expect(text).not.toContain(hidden);
        expect(text).not.toContain(cookie.split(".")[1]);
      }
    },
  );

  test("no proxy, no trust: what is not an address is refused", () => {
    const { code, err } = plotline("serve", served.folder, "--team", "--behind", "proxy.example");
    expect([code, err]).toEqual([2, expect.stringContaining("An IP address is needed")]);
  });

  function invite(name: string, role: string): void {
    expect(plotline("team", "invite", served.folder, name, "--role", role, "-q").code).toBe(0);
  }

  function reset(name: string): string {
    return plotline("team", "reset", served.folder, name, "-q").out.trim().split("#")[1] ?? "";
  }

  /** The configuration of docs/team.md, with ports and files of our own; it calls from an address of its own. */
  async function startNginx(port: number, inner: number): Promise<ChildProcess> {
    const folder = scratch.path("nginx");
    mkdirSync(folder, { recursive: true });
    const [, server = ""] = /```nginx\n([\s\S]*?)```/.exec(readFileSync("docs/team.md", "utf8")) ?? [];
    const own = server
      .replace("listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      .replace("proxy_pass http://127.0.0.1:4747;", `proxy_pass http://127.0.0.1:${inner}; proxy_bind 127.0.0.2;`)
      .replace("server_name plots.example.org;", "server_name localhost;");
    const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    writeFileSync(
      join(folder, "nginx.conf"),
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}\nhttp { access_log ${folder}/access.log; ${places.join(" ")}\n${own}\n}`,
    );
    const nginx = spawn(find("nginx") ?? "", ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
    await expect
      .poll(
        () =>
          send(port, "/healthz")
            .then(({ status }) => status)
            .catch(() => 0),
        { timeout: 20_000 },
      )
      .toBe(502);
    return nginx;
  }
});

interface Answer {
  readonly status: number;
  readonly cookie: string;
  readonly headers: Record<string, unknown>;
}

function send(port: number, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const origin = `https://localhost:${port}`;
  return new Promise((resolve, reject) => {
    const asked = request(
      `https://localhost:${port}${path}`,
      {
        method: body === undefined ? "GET" : "POST",
        rejectUnauthorized: false,
        agent: false,
        headers: { ...(body !== undefined && { origin, "content-type": "application/json" }), ...headers },
      },
      (response) => {
        response.resume();
        resolve({
          status: response.statusCode ?? 0,
          cookie: response.headers["set-cookie"]?.[0] ?? "",
          headers: response.headers,
        });
      },
    );
    asked.on("error", reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
