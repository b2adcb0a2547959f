export const budgets: Readonly<Record<string, number>>;
export const wholeBudget: number;
interface Size {
  readonly name: string;
  readonly lines: number;
  readonly files: number;
  readonly exports: number;
}
export function sizes(): { readonly inside: readonly Size[]; readonly around: readonly Size[]; readonly whole: number };
