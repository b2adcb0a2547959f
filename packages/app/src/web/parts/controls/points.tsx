/** Sentences as a list with dots. */
export function Points({ items }: { items: readonly string[] }) {
  return (
    <ul class="points">
      {items.map((item, k) => (
        <li key={`${k} ${item}`}>{item}</li>
      ))}
    </ul>
  );
}
