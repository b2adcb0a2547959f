/** Why something did not work; nothing while there is no reason. */
export function Alert({ children }: { children: string | undefined }) {
  return children === undefined || children === "" ? null : <p role="alert">{children}</p>;
}
