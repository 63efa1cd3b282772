/** `<Avatar name="Rosa Vega" photoUrl=… />` – a face, or the initials. Decorative: the name stands beside it. */
export function Avatar({ name, photoUrl, size = 40 }: { name: string; photoUrl?: string; size?: number }) {
  const box = { width: size, height: size, fontSize: size * 0.4 }
  if (photoUrl)
    return (
      <img src={photoUrl} alt="" loading="lazy" style={box} className="shrink-0 rounded-full object-cover" />
    )
  return (
    <span
      aria-hidden="true"
      style={box}
      className="inline-grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent"
    >
      {initialsOf(name)}
    </span>
  )
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  )
  return letters.join('').toUpperCase()
}
