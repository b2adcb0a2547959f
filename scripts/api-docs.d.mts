interface Exported {
  readonly name: string;
  readonly isFunction: boolean;
  readonly example: string | undefined;
}

export function readApi(): {
  readonly entries: Readonly<Record<"plotline" | "browser" | "nn" | "training", readonly Exported[]>>;
  readonly page: string;
};
