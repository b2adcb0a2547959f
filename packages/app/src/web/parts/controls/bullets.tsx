/** Sentences as a list with dots. */
export function Bullets({ items }: { items: readonly string[] }) {
  return (
    <ul class="bullets">
      {items.map((item, k) => (
        <li key={`${k} ${item}`}>{item}</li>
      ))}
    </ul>
  );
}
