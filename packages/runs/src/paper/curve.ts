import type { TrainingProgress } from "@plotline/nn/node";
import { type Reader, type ReaderScore, scoreReader, type Unit } from "@plotline/questions";
import { type CellFile, digits, writeCell } from "./cell-file.ts";

export interface CellNews {
  readonly pass: number;
  readonly share: number;
  readonly heldBack: number | undefined;
  readonly secondsAPass: number;
}

/** A cell while it is trained: its curve is written after every pass. */
export class Curve {
  private readonly started = performance.now();
  private clock = process.cpuUsage();
  private firstStep: number | undefined;
  private step = 0;
  private stepsAPass = 1;
  private loss = 0;

  constructor(
    public file: CellFile,
    private readonly path: string,
    private readonly asked: readonly Unit[],
    private readonly onStep: (news: CellNews) => void,
  ) {}

  readonly stepped = ({ step, steps, loss, epoch }: TrainingProgress): void => {
    this.loss = loss;
    this.step = step;
    this.stepsAPass = steps / this.file.train.epochs;
    this.firstStep ??= step - 1;
    const seconds = (performance.now() - this.started) / 1000;
    this.onStep({
      pass: epoch,
      share: (step % this.stepsAPass) / this.stepsAPass,
      heldBack: this.file.curve.at(-1)?.heldBack,
      secondsAPass: (seconds / (step - this.firstStep)) * this.stepsAPass,
    });
  };

  /** A pass that was cut off and is done again replaces what it had found, which is the same. */
  readonly passed = async (reader: Reader, heldOut: ReaderScore): Promise<{ validation: number }> => {
    const { right: validation } = await scoreReader(reader, this.asked);
    const pass = Math.round(this.step / this.stepsAPass);
    const before = this.file.curve.filter((each) => each.pass < pass);
    const point = {
      pass,
      loss: digits(this.loss),
      heldBack: digits(heldOut.right),
      validation: digits(validation),
      cpuSeconds: (before.at(-1)?.cpuSeconds ?? 0) + this.secondsUsed(),
    };
    const { hits, questions, chance } = heldOut;
    const heldBack = { works: [...new Set(hits.map(({ work }) => work))], questions, chance: digits(chance) };
    this.file = { ...this.file, heldBack, curve: [...before, point] };
    writeCell(this.path, this.file);
    return { validation };
  };

  /** Of the processor, since it was last asked. */
  private secondsUsed(): number {
    const { user, system } = process.cpuUsage(this.clock);
    this.clock = process.cpuUsage();
    return Math.round((user + system) / 1e6);
  }
}
