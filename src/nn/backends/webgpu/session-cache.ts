import type { EmittedModel } from "../onnx/emit.ts";
import { type GpuOptions, Session } from "../onnx/session.ts";

/** Models that are ready to run on a GPU, each built and prepared when it is first asked for. */
export class SessionCache<Made extends EmittedModel> {
  private readonly made = new Map<string, { readonly model: Made; readonly session: Session }>();

  constructor(private readonly options: GpuOptions & { readonly results?: "here" | "on the GPU" }) {}

  async get(key: string, write: () => Made): Promise<{ readonly model: Made; readonly session: Session }> {
    const found = this.made.get(key);
    if (found !== undefined) return found;
    const model = write();
    const made = { model, session: await Session.open(model, "webgpu", this.options) };
    this.made.set(key, made);
    return made;
  }

  async close(): Promise<void> {
    for (const { session } of this.made.values()) await session.close();
    this.made.clear();
  }
}
