/** By their width; the letters are two fifths of it. Classes, since a document that comes drawn may have no styles. */
const BOXES = {
  40: 'size-10 text-base',
  64: 'size-16 text-[1.6rem]',
  88: 'size-22 text-[2.2rem]',
}

type Size = keyof typeof BOXES

/** `<Avatar name="Rosa Vega" photoUrl=… />` – a face, or the initials. Decorative: the name stands beside it. */
export function Avatar({ name, photoUrl, size = 40 }: { name: string; photoUrl?: string; size?: Size }) {
  const box = BOXES[size]
  if (photoUrl)
    return (
      <img src={photoUrl} alt="" loading="lazy" className={`${box} shrink-0 rounded-full object-cover`} />
    )
  return (
    <span
      aria-hidden="true"
      className={`${box} inline-grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent`}
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
