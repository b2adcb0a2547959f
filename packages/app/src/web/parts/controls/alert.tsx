/** Why something did not work; nothing while there is no reason. */
export function Alert({ isNote = false, children }: { isNote?: boolean; children: string | undefined }) {
  if (children === undefined || children === "") return null;
  return (
    <p class={isNote ? "note" : undefined} role="alert">
      {children}
    </p>
  );
}
