interface Exported {
  readonly name: string;
  readonly kind: string;
  readonly signature: string;
  readonly text: string;
  readonly example: string | undefined;
}

export function exportsOf(file: string): Exported[];
export function apiDocs(): string;
