import type { ComponentChildren } from "preact";

/** Something that is agreed to by a click. */
export function Check(props: { checked: boolean; onCheck(is: boolean): void; children: ComponentChildren }) {
  const { checked, onCheck, children } = props;
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onCheck(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  );
}
