/** A stop's place in the order, as on the map's pins; hollow once it is done. */
export function StopNumber({ number, isDone = false }: { number: number; isDone?: boolean }) {
  const look = isDone ? 'border-2 border-accent text-accent' : 'bg-accent text-on-accent'
  return (
    <span className={`nums grid size-10 shrink-0 place-items-center rounded-full font-bold ${look}`}>
      {number}
    </span>
  )
}
